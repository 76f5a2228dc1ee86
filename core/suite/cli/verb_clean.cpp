#include <algorithm>
#include <iostream>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/cli/clean_references.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/data/content_cache.hpp"
#include "suite/records/left_overs.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/run/job_folder.hpp"
#include "suite/run/kept_panels.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// Jobs whose cells are all done. What the others refer to is added: their configs may have been submitted
/// with options that are not repeated here, and their tasks may be at work on another host.
std::vector<run::StoredJob> finished_jobs(const fs::path& folder, References& references) {
  std::vector<run::StoredJob> jobs = run::stored_jobs(folder);
  records::RecordStore store(records::ResultsFolder(folder).cells());
  std::erase_if(jobs, [&](const run::StoredJob& stored) {
    if (run::count_cells(stored.keys, store).done == stored.keys.size()) return false;
    references.keys.insert(stored.keys.begin(), stored.keys.end());
    return true;
  });
  return jobs;
}

struct Leftover {
  fs::path path;
  std::string what;
  std::uintmax_t bytes = 0;
};

bool by_path(const Leftover& a, const Leftover& b) {
  return a.path < b.path;
}

class Cleaner {
 public:
  /// keys         of the records that are there
  /// takes_older  a record from before the first note on a run is of no run unless it is referred to
  Cleaner(fs::path folder, std::vector<std::string> keys, References& references,
          const std::vector<run::StoredJob>& finished, bool takes_older)
      : folder_(std::move(folder)),
        keys_(std::move(keys)),
        references_(references),
        finished_(finished),
        takes_older_(takes_older),
        older_records_(folder_),
        store_(records::ResultsFolder(folder_).cells()) {}

  /// remarks  what stays and why, a line each
  std::vector<Leftover> find(std::vector<std::string>& remarks) {
    remarks_ = &remarks;
    std::size_t kept = 0;
    for (const std::string& key : keys_) kept += add_record(key) ? 0 : 1;
    for (const run::StoredJob& stored : finished_) {
      for (const fs::path& path : run::files_of(stored)) add(path, "of the finished job " + stored.id);
    }
    add_cache();
    add_unfinished();
    add_temporaries();
    // With a record left the file is the next run's again.
    if (kept == 0) add(records::ResultsFolder(folder_).claims(), "lock file");
    std::sort(found_.begin(), found_.end(), by_path);
    return std::move(found_);
  }

  /// Whose records stay though the command line does not name them, a line each.
  void report_kept(std::vector<std::string>& remarks) const {
    for (const References::Run& run : references_.runs) {
      if (run.records == 0) continue;
      remarks.push_back(fmt::format("kept: {} of {}, which was run here; to give them up, remove {}",
                                    records_text(run.records), run.text, run.notes));
    }
    if (older_ == 0) return;
    remarks.push_back(fmt::format(
        "kept: {} of before runs were noted here, of which no config is known; `--older` gives them up",
        records_text(older_)));
  }

 private:
  static std::string records_text(std::size_t count) {
    return fmt::format("{} record{}", count, count == 1 ? "" : "s");
  }

  /// Whether a run that was noted refers to it.
  bool is_of_a_run(const std::string& key) {
    bool is_found = false;
    for (References::Run& run : references_.runs) {
      if (!run.keys.contains(key)) continue;
      ++run.records;
      is_found = true;
    }
    return is_found;
  }

  void add(const fs::path& path, const std::string& what) {
    std::error_code code;
    if (const auto link = records::link_on_the_way(records::ResultsFolder(folder_), path)) {
      if (links_.insert(*link).second)
        remarks_->push_back(link->string() + ": a link: what lies behind it stays");
      return;
    }
    if (fs::symlink_status(path, code).type() != fs::file_type::regular) return;
    found_.push_back({path, what, fs::file_size(path)});
  }

  bool add_record(const std::string& key) {
    if (references_.keys.contains(key) || is_of_a_run(key)) return false;
    const std::size_t before = found_.size();
    const fs::path path = store_.path_of(key);
    try {
      if (fs::symlink_status(path).type() != fs::file_type::regular) {
        remarks_->push_back(path.string() + ": a link or no file, expected a record: stays");
        return false;
      }
      std::optional<records::ResultRecord> record = store_.find(key);
      if (!record) record = records::unchecked_identity(base::read_file(path, records::kMaxRecordBytes), key);
      if (!record) {
        remarks_->push_back(path.string() + ": damaged, so whose it is cannot be told: stays");
      } else if (references_.unknown.contains(record->config)) {
        return false;
      } else if (!takes_older_ && older_records_.may_hold(key)) {
        ++older_;
      } else {
        add(path, fmt::format("record of {} / {} / {}", record->config, record->reading, record->learner));
      }
    } catch (const records::NewerRecordError& error) {
      remarks_->push_back(std::string(error.what()) + ": stays");
    }
    return found_.size() > before;
  }

  void add_cache() {
    const fs::path cache = records::ResultsFolder(folder_).cache();
    if (!fs::is_directory(cache)) return;
    for (const auto& entry : fs::directory_iterator(cache)) {
      if (data::ContentCache::is_cache_file(entry.path())) add(entry.path(), "cache file");
    }
  }

  /// What is kept of cells that are done, or that nothing refers to.
  void add_unfinished() {
    const fs::path unfinished = records::ResultsFolder(folder_).unfinished();
    if (!fs::is_directory(unfinished)) return;
    for (const auto& cell : fs::directory_iterator(unfinished)) {
      const std::string key = cell.path().filename().string();
      if (!cell.is_directory() || !base::is_sha256(key) || may_go_on(key)) continue;
      for (const auto& entry : fs::directory_iterator(cell.path()))
        if (run::is_kept_panel(entry.path())) add(entry.path(), "of an unfinished cell");
    }
  }

  /// Whether a run may still ask for the cell.
  bool may_go_on(const std::string& key) {
    const std::optional<records::ResultRecord> record =
        fs::exists(store_.path_of(key)) ? store_.find(key) : std::nullopt;
    if (record && record->status == "ok") return false;
    return references_.keys.contains(key) ||
           std::any_of(references_.runs.begin(), references_.runs.end(),
                       [&](const References::Run& run) { return run.keys.contains(key); });
  }

  /// Files stand in folder/cells/ab, folder/cache and folder/profile/experiment: two folders deep.
  void add_temporaries() {
    for (auto at = fs::recursive_directory_iterator(folder_); at != fs::recursive_directory_iterator();
         ++at) {
      if (at.depth() >= 2) at.disable_recursion_pending();
      if (records::is_left_temporary(at->path())) add(at->path(), "temporary file");
    }
  }

  fs::path folder_;
  std::vector<std::string> keys_;
  References& references_;
  const std::vector<run::StoredJob>& finished_;
  bool takes_older_;
  run::OlderRecords older_records_;
  std::size_t older_ = 0;
  records::RecordStore store_;
  std::vector<Leftover> found_;
  std::set<fs::path> links_;
  std::vector<std::string>* remarks_ = nullptr;
};

struct Found {
  std::vector<Leftover> leftovers;
  std::vector<std::string> remarks;
};

Found find_leftovers(const CleanOptions& options, const study::ExperimentTable& experiments) {
  const fs::path& folder = options.study.out;
  // First what is there: a run notes itself before it writes, so none that is not noted by then has written any of it.
  std::vector<std::string> keys = records::RecordStore(options.study.results().cells()).keys();
  References references = find_references(options, experiments);
  Found found;
  const std::vector<run::StoredJob> finished = finished_jobs(folder, references);
  Cleaner cleaner(folder, std::move(keys), references, finished, options.older);
  found.leftovers = cleaner.find(found.remarks);
  cleaner.report_kept(found.remarks);
  return found;
}

[[noreturn]] void fail_busy(const fs::path& folder) {
  throw DataError(folder.string() + ": a run is at work here: expected none while records are removed");
}

/// No run begins or goes on as long as it lives. throws  DataError where one has the records
records::FileLock lock_records(const records::ResultsFolder& results) {
  std::optional<records::FileLock> lock = records::take_records(results);
  if (!lock) fail_busy(results.path());
  return std::move(*lock);
}

/// Also for runs of older programs, which share no lock. throws  DataError where a worker holds a claim in the folder
void require_idle(const fs::path& folder) {
  const fs::path path = records::ResultsFolder(folder).claims();
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;  // no cell was ever claimed here
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;  // from 0 to the end: any claim is in the way
  const bool is_known = ::fcntl(descriptor, F_GETLK, &lock) == 0;
  ::close(descriptor);
  if (is_known && lock.l_type != F_UNLCK) fail_busy(folder);
}

std::string size_text(std::uintmax_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  if (bytes < 1024 * 1024) return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024.0);
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1024.0 * 1024.0));
}

std::string sum_of(const std::vector<Leftover>& leftovers) {
  std::uintmax_t bytes = 0;
  for (const Leftover& leftover : leftovers) bytes += leftover.bytes;
  return fmt::format("{} file{}, {}", leftovers.size(), leftovers.size() == 1 ? "" : "s", size_text(bytes));
}

/// What was listed and is still left over now. Both are sorted.
std::vector<Leftover> still_left(std::vector<Leftover> listed, const std::vector<Leftover>& now) {
  std::erase_if(
      listed, [&](const Leftover& one) { return !std::binary_search(now.begin(), now.end(), one, by_path); });
  return listed;
}

bool is_confirmed(const CleanOptions& options, const std::string& sum) {
  if (options.yes) return true;
  if (::isatty(STDIN_FILENO) == 0) {
    std::cerr << "nothing is removed: `--yes` removes what is listed\n";
    return false;
  }
  std::cerr << "remove " << sum << "? [y/N] ";
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y";
}

/// Folders of records and jobs that are empty now, too. Names what cannot be removed; how many files those are.
std::size_t remove_files(const std::vector<Leftover>& leftovers, const records::ResultsFolder& results) {
  std::size_t left = 0;
  for (const Leftover& leftover : leftovers) {
    std::error_code code;
    fs::remove(leftover.path, code);
    if (code) {
      std::cerr << fmt::format("{}: cannot remove: {}\n", leftover.path.string(), code.message());
      ++left;
      continue;
    }
    const fs::path parent = leftover.path.parent_path();
    const fs::path above = parent.parent_path();
    if (above == results.cells() || above == results.jobs() || above == results.unfinished())
      ::rmdir(parent.c_str());  // where it is empty
  }
  return left;
}

}  // namespace

int verb_clean(const CleanOptions& options, const study::ExperimentTable& experiments) {
  const fs::path& folder = options.study.out;
  const records::ResultsFolder results = options.study.results();
  if (!fs::is_directory(folder)) throw DataError(folder.string() + ": no such folder");
  require_idle(folder);
  std::optional<records::FileLock> lock;
  if (options.yes) lock.emplace(lock_records(results));
  auto [leftovers, remarks] = find_leftovers(options, experiments);
  for (const std::string& remark : remarks) std::cerr << remark << "\n";
  for (const Leftover& leftover : leftovers)
    std::cout << fmt::format("{}  {}  {}\n", size_text(leftover.bytes), leftover.path.string(),
                             leftover.what);
  if (leftovers.empty()) {
    std::cout << "nothing to remove\n";
    return kOk;
  }
  if (!is_confirmed(options, sum_of(leftovers))) {
    std::cout << sum_of(leftovers) << " could be removed\n";
    return kOk;
  }
  if (!lock) {  // the question may have waited for long: runs that came meanwhile rely on what they found
    lock.emplace(lock_records(results));
    const std::size_t listed = leftovers.size();
    leftovers = still_left(std::move(leftovers), find_leftovers(options, experiments).leftovers);
    if (leftovers.size() < listed)
      std::cerr << fmt::format("{} of {} stay: a run has asked for them since\n", listed - leftovers.size(),
                               listed);
  }
  require_idle(folder);
  if (remove_files(leftovers, results) > 0) return kData;
  std::cout << sum_of(leftovers) << " removed\n";
  return kOk;
}

}  // namespace preimage::suite::cli
