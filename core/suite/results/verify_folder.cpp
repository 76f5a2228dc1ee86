#include "suite/results/verify_folder.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/number.hpp"
#include "suite/records/left_overs.hpp"
#include "suite/results/result_reader.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/results/written_files.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/run_cell.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;
using records::ResultRecord;

namespace {

constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;
constexpr const char* kAnew = "`preimage table` writes it anew";

/// Looks at a folder, kind by kind of its files.
class Verifier {
 public:
  Verifier(const study::SelectionOptions& options, FilesOf files_of)
      : options_(options), files_of_(std::move(files_of)), results_(options.out), store_(results_.cells()) {}

  FolderState verify(study::Plan plan) {
    for (const auto& [path, why] : records::stray_files(results_)) fault(path, why);
    read_notes();
    add_sweep_faults(options_.out, store_, state_);
    look_at_runs(std::move(plan));
    look_at_rest();
    look_at_records();
    std::erase_if(state_.unknown, [&](const auto& line) { return state_.damaged.contains(line.first); });
    return std::move(state_);
  }

 private:
  using Fold = std::tuple<fs::path, std::string, int, int>;  // config, reading, repetition, outer fold

  void fault(const fs::path& path, const std::string& why) { FolderState::add(state_.damaged, path, why); }
  void cannot_tell(const fs::path& path, const std::string& why) {
    FolderState::add(state_.unknown, path, why);
  }
  void cannot_tell(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) state_.unknown.try_emplace(line, line);
  }

  void read_notes() {
    for (const fs::path& note : records::paths_in(results_.table_sums())) {
      try {
        if (note.extension() == ".txt") sums_.merge(read_sums(note));
      } catch (const FileError& error) {
        state_.unknown.try_emplace(note.string(), error.what());
      } catch (const DataError& error) {
        state_.damaged.try_emplace(note.string(), error.what());
      }
    }
  }

  /// The notes, and of what was run here, as configs, data and program are now, the tables: each file is what
  /// its records say.
  void look_at_runs(study::Plan plan) {
    for (const study::NotPlanned& one : plan.rest) {
      if (one.why == study::Why::damaged || one.why == study::Why::misnamed)
        state_.damaged.try_emplace(one.notes.front().string(), one.detail);
      if (one.why == study::Why::unreadable)
        state_.unknown.try_emplace(one.notes.front().string(), one.detail);
    }
    cannot_tell(run::lines_of(plan, run::kLeftOut));
    for (const study::Plan& part : study::by_way(std::move(plan)))
      look_at(part, study::options_of(part, options_));
  }

  /// Of files whose run is not planned, and of timings, no more is known than what was noted.
  void look_at_rest() {
    for (const std::string& profile : results_.profiles()) {
      for (const auto& entry : fs::recursive_directory_iterator(
               results_.profile(profile), fs::directory_options::skip_permission_denied)) {
        const fs::path& path = entry.path();
        if (!entry.is_regular_file() || entry.is_symlink() || path.extension() == ".tmp" ||
            told_.contains(path))
          continue;
        const bool is_whole = path.filename().string().starts_with("timings.") &&
                              sums_.contains(name_in(results_, path));  // if it is as it was noted
        const std::string file = path.string();
        const auto unread = std::ranges::find_if(unread_.rbegin(), unread_.rend(), [&](const auto& stem) {
          return file.starts_with(stem.first + ".") || file.starts_with(stem.first + "_");
        });
        look_at_file(path, nullptr,
                     is_whole ? ""
                     : unread != unread_.rend()
                         ? unread->second
                         : "which run has written it is not known, or how that would be "
                           "planned now");
      }
    }
  }

  void look_at(const study::Plan& part, const study::SelectionOptions& way) {
    cannot_tell(run::lines_of(part, {study::Why::no_data}));
    const data::DataSource data = run::make_data_source(way);
    std::map<Fold, std::vector<long>> tested;
    ResultParts parts;
    parts.newer = &newer_;
    parts.visit = [&](const study::PlannedReading& planned, const ReadingRecords& found,
                      const ReadingResults&) { look_at(planned, found, tested); };
    parts.around = [&](ConfigResults& config, const std::function<void()>& read) {
      try {
        read();
        look_at_files(config);
      } catch (const std::exception& error) {  // of a record, say; the other configs are looked at
        unread_[config.stem.string()] = error.what();
        cannot_tell(config.stem.string() + ".csv", error.what());
      }
    };
    read_results(part, store_, way, data, parts);
  }

  void look_at_files(const ConfigResults& config) {
    std::map<fs::path, std::string> files = files_of_(config);
    std::erase_if(files, [](const auto& file) { return file.second.empty() && !fs::exists(file.first); });
    if (std::ranges::none_of(files, [](const auto& file) { return fs::exists(file.first); })) {
      cannot_tell(config.stem.string() + ".csv", "no table of these records was written, or all are gone");
      return;
    }
    const std::string age = why_old(config);
    for (const auto& [path, bytes] : files) look_at_file(path, &bytes, age);
  }

  /// now  what the file has to hold, if that is known
  /// age  why it may hold something else; ""
  void look_at_file(const fs::path& path, const std::string* now, const std::string& age) {
    ++state_.table_files;
    told_.insert(path);
    const std::string anew = now != nullptr && age.empty() ? std::string(": ") + kAnew : "";
    try {
      const bool is_there = fs::exists(path);
      const std::string found = is_there ? base::read_file(path, kMaxTableBytes) : "";
      if (now != nullptr && found == *now) return;
      const auto written = sums_.find(name_in(results_, path));
      if (written != sums_.end() && written->second != base::sha256(found)) {
        fault(path, (is_there ? "is damaged: it is not as it was written" : "is missing") + anew);
      } else if (!age.empty()) {
        cannot_tell(path, age);
      } else if (now != nullptr) {
        fault(path, (is_there ? "is not what its records say" : "is missing") + anew);
      }
    } catch (const FileError& error) {
      state_.unknown.try_emplace(path.string(), error.what());
    }
  }

  /// Why the files of a table may be others than those that are written now; "" where nothing that they are
  /// made of was changed.
  std::string why_old(const ConfigResults& config) const {
    std::vector<std::string> changed;
    for (const auto& [what, sum] : made_of(config)) {
      const auto before = sums_.find(name_in(results_, config.stem) + " " + what);
      if (before == sums_.end() || before->second != sum) changed.push_back(what);
    }
    if (changed.empty()) return "";
    const bool is_noted = sums_.contains(name_in(results_, config.stem) + " " + changed.front());
    const std::string why = is_noted
                                ? fmt::format("changed since it was written: {}", fmt::join(changed, ", "))
                                : "what it was made of is not noted";
    for (const ReadingResults& reading : config.readings) {
      const TableHead& head = reading.table.head;
      if (head.missing > 0)
        return fmt::format("{}; {} of {} cells lack a sound record, the first {}", why, head.missing,
                           head.cells, store_.path_of(reading.first_missing).string());
    }
    return why + "; " + kAnew;
  }

  void look_at(const study::PlannedReading& planned, const ReadingRecords& found,
               std::map<Fold, std::vector<long>>& tested) {
    const study::Experiment& experiment = planned.reading->experiment;
    for (const study::Cell& cell : planned.cells) {
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
        state_.unknown.try_emplace(store_.path_of(key).string(), error.what());
      }
      const std::string warning = store_.warning_of(key);
      if (!warning.empty()) state_.damaged.try_emplace(store_.path_of(key).string(), warning);
    }
    // The learner's name is not in the key: it must be that of a cell that has the key.
    for (const auto& [key, name] : names_) {
      if (!learners_.at(key).contains(name))
        fault(store_.path_of(key), fmt::format("is called a record of learner '{}'; its key is that of {}",
                                               name, fmt::join(learners_.at(key), ", ")));
    }
  }

  const study::SelectionOptions& options_;
  FilesOf files_of_;
  records::ResultsFolder results_;
  records::RecordStore store_;
  FolderState state_;
  Sums sums_;                                              // of all notes
  std::set<fs::path> told_;                                // files of profiles
  std::map<std::string, std::string> unread_;              // by stem: why what its records say is not known
  std::vector<std::string> newer_;                         // records, which look_at_records names
  std::map<std::string, std::set<std::string>> learners_;  // by key: of the cells that have it
  std::map<std::string, std::string> names_;               // by key: the learner that its record names
};

}  // namespace

FolderState verify_folder(const study::SelectionOptions& options, study::Plan plan, const FilesOf& files_of) {
  if (!fs::is_directory(options.out)) throw DataError(options.out.string() + ": no such folder");
  return Verifier(options, files_of).verify(std::move(plan));
}

}  // namespace preimage::suite::results
