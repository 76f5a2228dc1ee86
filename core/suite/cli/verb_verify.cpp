#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/seen_from.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/number.hpp"
#include "suite/render/write_sweep.hpp"
#include "suite/render/write_tables.hpp"
#include "suite/results/run_warnings.hpp"
#include "suite/run/folder_runs.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;
using records::ResultRecord;

namespace {

constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;

/// What is wrong in a results folder, a line each.
class Verifier {
 public:
  Verifier(const study::SelectionOptions& options, const study::ExperimentTable& experiments)
      : options_(options), experiments_(experiments), results_(options.out), store_(results_.cells()) {}

  std::vector<std::string> faults() {
    look_for_links();
    look_at_notes();
    look_at_sweeps();
    look_at_tables();  // plans the cells of what was run
    look_at_records();
    std::sort(faults_.begin(), faults_.end());
    faults_.erase(std::unique(faults_.begin(), faults_.end()), faults_.end());
    return std::move(faults_);
  }
  std::size_t records() const { return keys_.size(); }
  std::size_t files() const { return files_; }

 private:
  using Fold = std::tuple<fs::path, std::string, int, int>;  // config, reading, repetition, outer fold

  void fault(const fs::path& path, const std::string& what) {
    faults_.push_back(path.string() + ": " + what);
  }

  /// Nothing below the folder is a link, and among records nothing is but records.
  void look_for_links() {
    std::error_code code;
    for (auto at = fs::recursive_directory_iterator(options_.out, code);
         !code && at != fs::recursive_directory_iterator(); at.increment(code)) {
      const fs::path& path = at->path();
      if (at->is_symlink()) {
        fault(path, "is a link, which leads out of the folder");
        continue;
      }
      const bool is_record = path.parent_path().parent_path() == results_.cells();
      const bool is_of_cells = path.parent_path() == results_.cells();
      const std::string name = path.filename().string();
      const bool is_folder_of_records = at->is_directory() && name.size() == 2;
      if (is_record &&
          (path.extension() != ".json" || !base::is_sha256(path.stem().string()) || !at->is_regular_file()))
        fault(path, "is no record");
      if (is_of_cells && !is_folder_of_records && name != records::kClaimsFile)
        fault(path, "is no folder of records");
    }
    if (code) fault(options_.out, "cannot be read: " + code.message());
  }

  /// Each is named by what it says.
  void look_at_notes() {
    std::vector<std::string> damaged;
    for (const run::NotedRun& noted : run::noted_runs(options_.out, &damaged)) {
      if (run::note_name(noted.spec) != noted.file.filename().string())
        fault(noted.file, "says another config or other options than it is named by");
    }
    faults_.insert(faults_.end(), damaged.begin(), damaged.end());
  }

  void look_at_sweeps() {
    for (std::string& line : render::sweep_faults(options_.out, store_)) faults_.push_back(std::move(line));
  }

  /// Of what was run here, as configs, data and program are now: each file is what its records say.
  void look_at_tables() {
    if (!run::has_notes(options_.out)) return;
    study::SelectionOptions options = options_;
    options.skip_missing = true;
    try {
      const run::FolderRuns runs = run::folder_runs(options, experiments_, false, false);
      for (const std::string& remark : runs.remarks) std::cerr << "not looked at: " << remark << "\n";
      for (const run::FolderPart& part : runs.parts) {
        run::report_skipped(part.selection);
        look_at(part);
      }
    } catch (const DataError& error) {
      std::cerr << "tables are not looked at: " << error.what() << "\n";
    }
  }

  void look_at(const run::FolderPart& part) {
    results::ResultParts parts;
    parts.newer = &newer_;
    parts.visit = [&](const run::SelectedReading& selected, const results::ReadingRecords& found,
                      const results::ReadingResults&) { look_at(selected, found); };
    const results::ResultSet set =
        results::read_results(part.selection, store_, part.options, part.data, parts);
    for (const results::ConfigResults& config : set.configs) {
      for (const auto& [path, bytes] : render::files_of(config)) look_at_file(path, bytes);
      for (const results::ResultFigure& figure : config.figures) look_at_file(figure.path, figure.bytes);
    }
  }

  /// bytes  "": it must not be there
  void look_at_file(const fs::path& path, const std::string& bytes) {
    ++files_;
    if (!fs::exists(path)) {
      if (!bytes.empty()) fault(path, "is missing: `preimage table` writes it");
    } else if (bytes.empty() || base::read_file(path, kMaxTableBytes) != bytes) {
      fault(path,
            "is not what this program writes of the records (damaged, or of another version): `preimage "
            "table` writes it anew");
    }
  }

  void look_at(const run::SelectedReading& selected, const results::ReadingRecords& found) {
    const study::Reading* reading = selected.reading;
    const study::Experiment& experiment = reading->experiment;
    for (const study::Cell& cell : selected.cells) {
      const ResultRecord* record = found.any(*cell.learner, cell.repetition, cell.outer_fold);
      if (record == nullptr) continue;
      learners_[record->key].insert(*cell.learner);
      look_at(cell, *record);
      names_[record->key] = record->learner;
      if (experiment.outside) continue;
      for (const auto& [measure, values] : record->measures) {
        const bool is_loss = !experiment.gains.contains(measure) && record->is_per_sample(measure);
        if (is_loss && std::any_of(values.begin(), values.end(), [](double value) { return value < 0.0; }))
          fault(store_.path_of(record->key), fmt::format("has a loss below 0 ({})", measure));
      }
    }
  }

  /// Of a record whose parameters its key has confirmed: what follows from them.
  void look_at(const study::Cell& cell, const ResultRecord& record) {
    const fs::path path = store_.path_of(record.key);
    // A program's cells have one seed of their own, which its key confirms.
    if (!cell.reading->experiment.outside && record.seeds != run::identity_of(cell).seeds)
      fault(path, "has other seeds than its cell");
    const study::Reading* reading = cell.reading;
    for (const auto& [name, value] : record.chosen) {
      const std::vector<double> values = results::list_behind(*reading, *cell.learner, name);
      if (!values.empty() && std::find(values.begin(), values.end(), value) == values.end())
        fault(path,
              fmt::format("has chosen {} = {}, which is not in its list", name, config::number_text(value)));
    }
    const Fold fold{cell.study->file, cell.reading->name, cell.repetition, cell.outer_fold};
    const auto [first, is_new] = tested_.try_emplace(fold, record.samples);
    if (!is_new && !record.samples.empty() && !first->second.empty() && first->second != record.samples)
      fault(path, "tests other samples than another learner in the same fold");
  }

  void look_at_records() {
    keys_ = store_.keys();
    std::vector<std::string> others;  // of what is not planned any more
    for (const std::string& key : keys_) {
      if (!names_.contains(key)) others.push_back(key);
    }
    try {
      store_.find_each(
          others, [](std::size_t, const std::optional<ResultRecord>&) {}, &newer_);
    } catch (const DataError& error) {  // a record that is no file, or may not be read
      faults_.emplace_back(error.what());
    }
    for (const std::string& line : store_.warnings()) faults_.push_back(line);
    for (const std::string& line : newer_) std::cerr << "not looked at: " << line << "\n";
    // The learner's name is not in the key: it must be that of a cell that has the key.
    for (const auto& [key, name] : names_) {
      if (!learners_.at(key).contains(name))
        fault(store_.path_of(key), fmt::format("is called a record of learner '{}'; its key is that of {}",
                                               name, fmt::join(learners_.at(key), ", ")));
    }
  }

  const study::SelectionOptions& options_;
  const study::ExperimentTable& experiments_;
  records::ResultsFolder results_;
  records::RecordStore store_;
  std::vector<std::string> faults_, newer_, keys_;
  std::map<std::string, std::set<std::string>> learners_;  // by key: of the cells that have it
  std::map<Fold, std::vector<long>> tested_;               // the samples of its first learner
  std::map<std::string, std::string> names_;               // by key: the learner that its record names
  std::size_t files_ = 0;
};

}  // namespace

int verb_verify(const study::SelectionOptions& options, const study::ExperimentTable& experiments) {
  if (!fs::is_directory(options.out)) throw DataError(options.out.string() + ": no such folder");
  Verifier verifier(options, experiments);
  const std::vector<std::string> faults = verifier.faults();
  for (const std::string& fault : faults) std::cout << fault << "\n";
  std::cout << fmt::format("{}: {} records, {} files of tables: {} fault{}\n", options.out.string(),
                           verifier.records(), verifier.files(), faults.size(),
                           faults.size() == 1 ? "" : "s");
  return faults.empty() ? kOk : kData;
}

}  // namespace preimage::suite::cli
