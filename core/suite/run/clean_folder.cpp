#include "suite/run/clean_folder.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/data/content_cache.hpp"
#include "suite/records/left_overs.hpp"
#include "suite/run/cell_folder.hpp"
#include "suite/run/job_folder.hpp"
#include "suite/run/kept_panels.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

/// What was run into the folder in one way: another user may have run it.
struct KeptRun {
  study::RunSpec spec;
  std::vector<fs::path> notes;  // that say so
  std::set<std::string> keys;   // to which nothing else refers
  std::size_t records = 0;      // that stay for it alone
};

std::string records_text(std::size_t count) {
  return fmt::format("{} record{}", count, count == 1 ? "" : "s");
}

class Cleaner {
 public:
  Cleaner(const CleanOptions& options, const study::ExperimentTable& experiments)
      : options_(options),
        experiments_(experiments),
        results_(options.study.results()),
        store_(results_.cells()),
        older_records_(older_records(options.study.out)) {}

  Leftovers find(const std::function<std::set<std::string>()>& keys_of_sweeps) {
    // First what is there: a run notes itself before it writes, so none that is not noted by then has written
    // any of it.
    const std::vector<std::string> records = store_.keys();
    study::SelectionOptions here;
    here.out = options_.study.out;
    here.profile = options_.study.profile;
    here.has_profile = options_.study.has_profile;
    const study::Plan noted = plan_folder(here, experiments_, Ways::kept);
    for (const study::NotPlanned& one : noted.rest) {
      if (one.why == study::Why::damaged || one.why == study::Why::unreadable) throw DataError(one.detail);
    }
    keys_ = keys_of_sweeps();
    add_configs(noted.has(study::Why::not_noted));
    add_runs(noted);
    add_jobs();
    const auto left = std::ranges::count_if(records, [&](const std::string& key) { return add_record(key); });
    add_cache();
    add_unfinished();
    add_temporaries();
    // With a record left the file is the next run's again.
    if (static_cast<std::size_t>(left) == records.size()) add(results_.claims(), "lock file");
    std::ranges::sort(found_.files, {}, &Leftover::path);
    report_kept();
    return std::move(found_);
  }

 private:
  void say(std::string remark) { found_.remarks.push_back(std::move(remark)); }

  /// The notes say what was run; where they do not say it of all records, any config of configs/ may have
  /// been.
  void add_configs(bool none_is_noted) {
    study::SelectionOptions one = options_.study;
    one.skip_missing = true;
    std::vector<fs::path> configs = one.configs;
    if (configs.empty() && (none_is_noted || options_.older)) configs = selected_configs({});
    for (const fs::path& config : configs) {
      one.configs = {config};
      const study::Study study = study::load_study(config, one.overrides, experiments_);
      std::vector<std::string> profiles = {options_.study.profile};
      if (!options_.study.has_profile)
        profiles = base::collect(study.profiles, [](const auto& known) { return known.first; });
      for (const std::string& profile : profiles) {
        one.profile = profile;
        const study::Plan plan = plan_configs(one, experiments_, make_data_source(one));
        keep_without_data(plan);
        for (const study::Cell* cell : plan.distinct_cells()) keys_.insert(cell->key);
      }
    }
  }

  void add_runs(const study::Plan& noted) {
    keep_without_data(noted);
    for (const study::PlannedReading& planned : noted.readings) {
      if (runs_.empty() || runs_.back().spec != planned.spec)
        runs_.push_back({planned.spec, planned.notes, {}, 0});
      for (const study::Cell* cell : planned.all_cells()) {
        if (!keys_.contains(cell->key)) runs_.back().keys.insert(cell->key);
      }
    }
    for (const study::NotPlanned& one : noted.rest) {
      if (one.why != study::Why::foreign && one.why != study::Why::unplannable) continue;
      const std::string config = one.spec.config.stem().string();
      unknown_.insert(config);
      say(fmt::format(
          "{}: was run here, but which cells it has is not known ({}): all records of {} stay; to give them "
          "up, remove {}",
          run_text(one.spec), one.detail, config, names_of(one.notes)));
    }
  }

  /// All records of a config whose data are not here.
  void keep_without_data(const study::Plan& plan) {
    for (const study::NotPlanned& one : plan.rest) {
      if (one.why != study::Why::no_data || !unknown_.insert(one.study->config).second) continue;
      say("skipped: " + line_of(one));
      say(one.study->config + ": its records stay, since their keys are not known without the data");
    }
  }

  static std::string names_of(const std::vector<fs::path>& files) {
    const auto names = base::collect(files, [](const fs::path& file) { return file.string(); });
    return fmt::format("{}", fmt::join(names, " "));
  }

  /// Of a job that has cells left all stays: its configs may have been submitted with options that are not
  /// repeated here, and its tasks may be at work on another host.
  void add_jobs() {
    for (const StoredJob& stored : stored_jobs(options_.study.out)) {
      if (count_cells(stored.keys, store_).done < stored.keys.size()) {
        keys_.insert(stored.keys.begin(), stored.keys.end());
        continue;
      }
      for (const fs::path& path : files_of(stored)) add(path, "of the finished job " + stored.id);
    }
  }

  void add(const fs::path& path, const std::string& what) {
    std::error_code code;
    if (const auto link = records::link_on_the_way(results_, path)) {
      if (links_.insert(*link).second) say(link->string() + ": a link: what lies behind it stays");
      return;
    }
    if (fs::symlink_status(path, code).type() != fs::file_type::regular) return;
    found_.files.push_back({path, what, fs::file_size(path)});
  }

  /// Whether a run that was noted refers to it: then it is one of its records.
  bool is_of_a_run(const std::string& key, std::size_t records) {
    bool is_found = false;
    for (KeptRun& run : runs_) {
      if (!run.keys.contains(key)) continue;
      run.records += records;
      is_found = true;
    }
    return is_found;
  }

  /// Whether the record is left over.
  bool add_record(const std::string& key) {
    if (keys_.contains(key) || is_of_a_run(key, 1)) return false;
    const std::size_t before = found_.files.size();
    const fs::path path = store_.path_of(key);
    try {
      if (fs::symlink_status(path).type() != fs::file_type::regular) {
        say(path.string() + ": a link or no file, expected a record: stays");
        return false;
      }
      const bool may_be_of_no_note = !older_records_ || older_records_->contains(key);
      std::optional<records::ResultRecord> record = store_.find(key);
      if (!record) record = records::unchecked_identity(base::read_file(path, records::kMaxRecordBytes), key);
      if (!record) {
        say(path.string() + ": damaged, so whose it is cannot be told: stays");
      } else if (unknown_.contains(record->config)) {
        return false;
      } else if (!options_.older && may_be_of_no_note) {
        ++older_;
      } else {
        add(path, fmt::format("record of {} / {} / {}", record->config, record->reading, record->learner));
      }
    } catch (const records::NewerRecordError& error) {
      say(std::string(error.what()) + ": stays");
    }
    return found_.files.size() > before;
  }

  void add_cache() {
    for (const fs::path& path : records::paths_in(results_.cache())) {
      if (data::ContentCache::is_cache_file(path)) add(path, "cache file");
    }
  }

  /// What is kept of cells that are done, or that nothing refers to.
  void add_unfinished() {
    for (const fs::path& cell : records::paths_in(results_.unfinished())) {
      const std::string key = cell.filename().string();
      if (!fs::is_directory(cell) || !base::is_sha256(key) || may_go_on(key)) continue;
      for (const fs::path& path : records::paths_in(cell))
        if (is_kept_panel(path) || is_program_file(path)) add(path, "of an unfinished cell");
    }
  }

  /// Whether a run may still ask for the cell.
  bool may_go_on(const std::string& key) {
    const std::optional<records::ResultRecord> record =
        fs::exists(store_.path_of(key)) ? store_.find(key) : std::nullopt;
    if (record && record->status == "ok") return false;
    return keys_.contains(key) || is_of_a_run(key, 0);
  }

  /// Files are in folder/cells/ab, folder/cache and folder/profile/experiment: two folders deep.
  void add_temporaries() {
    for (auto at = fs::recursive_directory_iterator(results_.path());
         at != fs::recursive_directory_iterator(); ++at) {
      if (at.depth() >= 2) at.disable_recursion_pending();
      if (records::is_left_temporary(at->path())) add(at->path(), "temporary file");
    }
  }

  /// Whose records stay though the command line does not name them.
  void report_kept() {
    for (const KeptRun& run : runs_) {
      if (run.records == 0) continue;
      say(fmt::format("kept: {} of {}, which was run here; to give them up, remove {}",
                      records_text(run.records), run_text(run.spec), names_of(run.notes)));
    }
    if (older_ == 0) return;
    say(fmt::format(
        "kept: {} from before runs were noted here, of which no config is known; `--older` gives them up",
        records_text(older_)));
  }

  const CleanOptions& options_;
  const study::ExperimentTable& experiments_;
  records::ResultsFolder results_;
  records::RecordStore store_;
  std::optional<std::set<std::string>>
      older_records_;           // that may be of runs that are not noted; nothing: all
  std::set<std::string> keys_;  // of the selected configs, the sweeps' files and the unfinished jobs
  std::vector<KeptRun> runs_;
  std::set<std::string> unknown_;  // configs whose keys are not known
  std::size_t older_ = 0;
  std::set<fs::path> links_;
  Leftovers found_;
};

[[noreturn]] void fail_busy(const records::ResultsFolder& results) {
  throw DataError(results.path().string() +
                  ": a run is at work here: expected none while records are removed");
}

/// No run begins or goes on as long as it lives.
records::FileLock lock_idle_records(const records::ResultsFolder& results) {
  std::optional<records::FileLock> lock = records::take_records(results);
  if (!lock) fail_busy(results);
  return std::move(*lock);
}

/// Also for runs of older programs, which share no lock: none holds a claim in the folder.
void require_idle(const records::ResultsFolder& results) {
  const int descriptor = ::open(results.claims().c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;  // no cell was ever claimed here
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;  // from 0 to the end: any claim is in the way
  const bool is_known = ::fcntl(descriptor, F_GETLK, &lock) == 0;
  ::close(descriptor);
  if (is_known && lock.l_type != F_UNLCK) fail_busy(results);
}

/// Removes the files, and folders of records and jobs that are empty then.
std::vector<std::string> remove_files(const std::vector<Leftover>& files,
                                      const records::ResultsFolder& results) {
  std::vector<std::string> failures;
  for (const Leftover& leftover : files) {
    std::error_code code;
    fs::remove(leftover.path, code);
    if (code) {
      failures.push_back(fmt::format("{}: cannot remove: {}", leftover.path.string(), code.message()));
      continue;
    }
    const fs::path parent = leftover.path.parent_path();
    const fs::path above = parent.parent_path();
    if (above == results.cells() || above == results.jobs() || above == results.unfinished())
      ::rmdir(parent.c_str());  // where it is empty
  }
  return failures;
}

}  // namespace

Cleaned clean_folder(const CleanOptions& options, const study::ExperimentTable& experiments,
                     const std::function<std::set<std::string>()>& keys_of_sweeps, bool yes,
                     const std::function<bool(const Leftovers&)>& is_confirmed) {
  const records::ResultsFolder results = options.study.results();
  if (!fs::is_directory(results.path())) throw DataError(results.path().string() + ": no such folder");
  require_idle(results);
  std::optional<records::FileLock> lock;
  if (yes) lock.emplace(lock_idle_records(results));
  Leftovers found = Cleaner(options, experiments).find(keys_of_sweeps);
  Cleaned cleaned{{}, is_confirmed(found)};
  cleaned.files = std::move(found.files);
  if (!cleaned.is_confirmed || cleaned.files.empty()) return cleaned;
  if (!lock) {  // the question may have waited for long: runs that came meanwhile rely on what they found
    lock.emplace(lock_idle_records(results));
    const std::vector<Leftover> now = Cleaner(options, experiments).find(keys_of_sweeps).files;
    cleaned.asked_for = std::erase_if(cleaned.files, [&](const Leftover& one) {
      return !std::ranges::binary_search(now, one.path, {}, &Leftover::path);
    });
  }
  require_idle(results);
  cleaned.failures = remove_files(cleaned.files, results);
  return cleaned;
}

}  // namespace preimage::suite::run
