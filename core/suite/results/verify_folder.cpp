#include "suite/results/verify_folder.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/config/number.hpp"
#include "suite/records/left_overs.hpp"
#include "suite/results/regression.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/result_reader.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/run_cell.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;
using records::ResultRecord;

namespace {

constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;

/// Looks at a folder, kind by kind of its files.
class Verifier {
 public:
  Verifier(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
           FilesOf files_of)
      : options_(options),
        experiments_(experiments),
        files_of_(std::move(files_of)),
        results_(options.out),
        store_(results_.cells()) {}

  FolderState verify() {
    for (std::string& line : records::stray_files(results_)) state_.damaged.insert(std::move(line));
    look_at_sweeps();
    look_at_runs();
    look_at_records();
    return std::move(state_);
  }

 private:
  using Fold = std::tuple<fs::path, std::string, int, int>;  // config, reading, repetition, outer fold

  void fault(const fs::path& path, const std::string& what) {
    state_.damaged.insert(path.string() + ": " + what);
  }
  void cannot_tell(const fs::path& path, const std::string& why) {
    state_.unknown.insert(path.string() + ": " + why);
  }

  void look_at_sweeps() {
    for (std::string& line : sweep_faults(options_.out, store_)) state_.damaged.insert(std::move(line));
  }

  /// The notes, and of what was run here, as configs, data and program are now, the tables: each file is what
  /// its records say.
  void look_at_runs() {
    study::SelectionOptions options = options_;
    options.skip_missing = true;
    study::Plan plan;
    if (run::has_notes(options.out)) plan = run::plan_folder(options, experiments_, run::Ways::all);
    for (const study::NotPlanned& one : plan.rest) {
      if (one.why == study::Why::damaged || one.why == study::Why::misnamed)
        state_.damaged.insert(one.detail);
      if (one.why == study::Why::unreadable) state_.unknown.insert(one.detail);
    }
    for (std::string& line : run::lines_of(plan, run::kLeftOut)) state_.unknown.insert(std::move(line));
    not_planned_ = plan.rest;
    for (const study::Plan& part : study::by_way(std::move(plan)))
      look_at(part, study::options_of(part, options));
    for (const std::string& profile : results_.profiles()) {
      for (const fs::path& table : table_files(results_.profile(profile))) {
        if (!planned_.contains(table))
          cannot_tell(table, "which run has written it is not known, or how that would be planned now");
      }
    }
  }

  void look_at(const study::Plan& part, const study::SelectionOptions& way) {
    for (std::string& line : run::lines_of(part, {study::Why::no_data}))
      state_.unknown.insert(std::move(line));
    const data::DataSource data = run::make_data_source(way);
    std::map<Fold, std::vector<long>> tested;
    ResultParts parts;
    parts.newer = &newer_;
    parts.visit = [&](const study::PlannedReading& selected, const ReadingRecords& found,
                      const ReadingResults&) { look_at(selected, found, tested); };
    parts.around = [&](ConfigResults& config, const std::function<void()>& read) {
      try {
        read();
        look_at_files(config);
      } catch (
          const std::exception& error) {  // a record that may not be read: the other configs are looked at
        cannot_tell(config.stem, error.what());
      }
    };
    read_results(part, store_, way, data, parts);
  }

  /// Of a file that is there.
  static std::string bytes_of(const fs::path& path) {
    return fs::exists(path) ? base::read_file(path, kMaxTableBytes) : "";
  }

  void look_at_files(const ConfigResults& config) {
    std::map<fs::path, std::string> files = files_of_(config);
    for (const ResultFigure& figure : config.figures) files[figure.path] = figure.bytes;
    const fs::path table = config.stem.string() + ".csv";
    planned_.insert(table);
    if (std::ranges::none_of(files, [](const auto& file) { return fs::exists(file.first); })) {
      cannot_tell(table,
                  "no table of these records was written, or all are gone: `preimage table` writes it");
      return;
    }
    const std::string age = why_old(config, table, files);
    for (const auto& [path, bytes] : files) {
      ++state_.table_files;
      try {
        if (bytes_of(path) == bytes) continue;
        if (!age.empty()) {
          cannot_tell(path, age + "; `preimage table` writes it anew");
        } else if (!fs::exists(path)) {
          fault(path, "is missing: `preimage table` writes it");
        } else {
          fault(path,
                "is not what this program writes of the records (damaged, or of another version): "
                "`preimage table` writes it anew");
        }
      } catch (const FileError& error) {
        state_.unknown.insert(error.what());
      }
    }
  }

  /// Why the files of a table may have been written before a change: they are written together, so more than
  /// one differs from what is written now, and there is a reason. "" where they have to be as they are
  /// written now.
  std::string why_old(const ConfigResults& config, const fs::path& table,
                      const std::map<fs::path, std::string>& files) const {
    try {
      const auto others =
          std::ranges::count_if(files, [](const auto& file) { return bytes_of(file.first) != file.second; });
      if (others < 2) return "";
      const bool is_changed = std::ranges::any_of(not_planned_, [&](const study::NotPlanned& one) {
        return one.why == study::Why::changed && one.spec.config == config.study->file;
      });
      if (is_changed) return "its config was changed since it was run";
      const fs::path provenance = provenance_path(table);
      if (bytes_of(provenance) != files.at(provenance)) {
        const std::string& data = config.readings.front().provenance.begin()->second.data_content;
        const auto before = read_provenance(provenance);
        return before.empty() || before.begin()->second.data_content != data
                   ? "its data were changed since it was written"
                   : "it was written of other cells, or by another version of the program";
      }
      return bytes_of(table) != files.at(table) && has_same_numbers(read_csv(table), config)
                 ? "its published numbers were changed since it was written, or another version wrote it"
                 : "";
    } catch (const DataError&) {  // one of them is damaged
      return "";
    }
  }

  /// Whether its numbers are ours as they are now, whatever is published.
  static bool has_same_numbers(const NumberSet& table, const ConfigResults& config) {
    const std::vector<NumberChange> changes = compare(table, config.numbers(), {true});
    return std::ranges::all_of(
        changes, [](Change change) { return change == Change::same; }, &NumberChange::change);
  }

  void look_at(const study::PlannedReading& selected, const ReadingRecords& found,
               std::map<Fold, std::vector<long>>& tested) {
    const study::Experiment& experiment = selected.reading->experiment;
    for (const study::Cell& cell : selected.cells) {
      const ResultRecord* record = found.any(*cell.learner, cell.repetition, cell.outer_fold);
      if (record == nullptr) continue;
      learners_[record->key].insert(*cell.learner);
      look_at(cell, *record, tested);
      names_[record->key] = record->learner;
      if (experiment.outside) continue;
      for (const auto& [measure, values] : record->measures) {
        const bool is_loss = !experiment.gains.contains(measure) && record->is_per_sample(measure);
        if (is_loss && std::ranges::any_of(values, [](double value) { return value < 0.0; }))
          fault(store_.path_of(record->key), fmt::format("has a loss below 0 ({})", measure));
      }
    }
  }

  /// Of a record whose parameters its key has confirmed: what follows from them.
  /// tested  the samples of the first learner of a fold of this run
  void look_at(const study::Cell& cell, const ResultRecord& record,
               std::map<Fold, std::vector<long>>& tested) {
    const fs::path path = store_.path_of(record.key);
    // A program's cells have one seed of their own, which its key confirms.
    if (!cell.reading->experiment.outside && record.seeds != run::identity_of(cell).seeds)
      fault(path, "has other seeds than its cell");
    for (const auto& [name, value] : record.chosen) {
      const std::vector<double> values = list_behind(*cell.reading, *cell.learner, name);
      if (!values.empty() && std::ranges::find(values, value) == values.end())
        fault(path,
              fmt::format("has chosen {} = {}, which is not in its list", name, config::number_text(value)));
    }
    const Fold fold{cell.study->file, cell.reading->name, cell.repetition, cell.outer_fold};
    const auto [first, is_new] = tested.try_emplace(fold, record.samples);
    if (!is_new && !record.samples.empty() && !first->second.empty() && first->second != record.samples)
      fault(path, "tests other samples than another learner in the same fold");
  }

  void look_at_records() {
    const std::vector<std::string> keys = store_.keys();
    state_.records = keys.size();
    for (const std::string& key : keys) {
      try {
        if (!names_.contains(key)) store_.find(key);  // of what is not planned any more
      } catch (const DataError& error) {  // of a newer program, no file, or not for this user to read
        state_.unknown.insert(error.what());
      }
    }
    for (const std::string& line : store_.warnings()) state_.damaged.insert(line);
    state_.unknown.insert(newer_.begin(), newer_.end());
    // The learner's name is not in the key: it must be that of a cell that has the key.
    for (const auto& [key, name] : names_) {
      if (!learners_.at(key).contains(name))
        fault(store_.path_of(key), fmt::format("is called a record of learner '{}'; its key is that of {}",
                                               name, fmt::join(learners_.at(key), ", ")));
    }
  }

  const study::SelectionOptions& options_;
  const study::ExperimentTable& experiments_;
  FilesOf files_of_;
  records::ResultsFolder results_;
  records::RecordStore store_;
  FolderState state_;
  std::vector<study::NotPlanned> not_planned_;
  std::set<fs::path> planned_;  // tables of what was run here
  std::vector<std::string> newer_;
  std::map<std::string, std::set<std::string>> learners_;  // by key: of the cells that have it
  std::map<std::string, std::string> names_;               // by key: the learner that its record names
};

}  // namespace

FolderState verify_folder(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                          const FilesOf& files_of) {
  if (!fs::is_directory(options.out)) throw DataError(options.out.string() + ": no such folder");
  return Verifier(options, experiments, files_of).verify();
}

}  // namespace preimage::suite::results
