#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/temporary_file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cluster/job_folder.hpp"
#include "suite/data/content_cache.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/run/selection.hpp"
#include "suite/sweep/sweep_folder.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// What the selected configs, the sweeps' files and the unfinished jobs refer to.
struct References {
  std::set<std::string> keys;
  std::set<std::string> unknown;  // configs whose data are not found: no key of theirs is known
};

std::vector<std::string> profiles_of(const study::Study& study, const CleanOptions& options) {
  if (!options.all_profiles) return {options.study.profile};
  std::vector<std::string> names;
  for (const auto& [name, profile] : study.profiles) names.push_back(name);
  return names;
}

void add_references(const study::SelectionOptions& one, const std::string& config, References& references) {
  const run::Selection selection = run::select(one, run::make_data_source(one));
  if (!selection.skipped.empty() && references.unknown.insert(config).second) {
    run::report_skipped(selection);
    std::cerr << config << ": its records stay, since their keys are not known without the data\n";
  }
  for (const study::Cell* cell : selection.distinct_cells()) references.keys.insert(cell->key);
}

bool has_stand_in(const study::Study& study) {
  return std::any_of(study.readings.begin(), study.readings.end(),
                     [](const study::Reading& reading) { return reading.experiment.has_stand_in; });
}

References find_references(const CleanOptions& options) {
  References references;
  references.keys = sweep::keys_of_sweeps(options.study.out);
  for (const fs::path& config : run::selected_configs(options.study)) {
    const study::Study study = study::load_study(config, options.study.overrides, options.study.experiments);
    for (const std::string& profile : profiles_of(study, options)) {
      study::SelectionOptions one = options.study;
      one.configs = {config};
      one.profile = profile;
      one.skip_missing = true;
      one.stand_in = false;
      add_references(one, study.config, references);
      one.stand_in = true;
      if (has_stand_in(study)) add_references(one, study.config, references);
    }
  }
  return references;
}

/// Whose a record is that this program does not read, of an older one or slightly damaged; or nothing.
std::optional<records::ResultRecord> identity_in(const fs::path& path, const std::string& key) {
  const auto root = nlohmann::json::parse(base::read_file(path, records::kMaxRecordBytes), nullptr, false);
  if (!root.is_object() || root.value("key", nlohmann::json()) != key) return std::nullopt;
  const nlohmann::json identity = root.value("identity", nlohmann::json());
  records::ResultRecord record;
  for (const auto& [name, text] :
       {std::pair{"config", &record.config}, {"reading", &record.reading}, {"learner", &record.learner}}) {
    if (!identity.is_object() || !identity.contains(name) || !identity[name].is_string()) return std::nullopt;
    *text = identity[name].get<std::string>();
  }
  return record;
}

/// Jobs whose cells are all done. What the others refer to is added: their configs may have been submitted
/// with options that nobody repeats here, and their tasks may be at work on another host.
std::vector<cluster::StoredJob> finished_jobs(const fs::path& folder, References& references) {
  std::vector<cluster::StoredJob> jobs = cluster::stored_jobs(folder);
  records::RecordStore store(records::ResultsFolder(folder).cells());
  std::erase_if(jobs, [&](const cluster::StoredJob& stored) {
    if (cluster::count_cells(stored.keys, store).done == stored.keys.size()) return false;
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

class Cleaner {
 public:
  Cleaner(fs::path folder, const References& references, const std::vector<cluster::StoredJob>& finished)
      : folder_(std::move(folder)),
        references_(references),
        finished_(finished),
        store_(records::ResultsFolder(folder_).cells()) {}

  std::vector<Leftover> find() {
    std::size_t kept = 0;
    for (const std::string& key : store_.keys()) kept += add_record(key) ? 0 : 1;
    for (const cluster::StoredJob& stored : finished_) {
      for (const fs::path& path : cluster::files_of(stored)) add(path, "of the finished job " + stored.id);
    }
    add_cache();
    add_temporaries();
    // With a record left the file is the next run's again.
    if (kept == 0) add(records::ResultsFolder(folder_).claims(), "lock file");
    std::sort(found_.begin(), found_.end(),
              [](const Leftover& a, const Leftover& b) { return a.path < b.path; });
    return std::move(found_);
  }

 private:
  void add(const fs::path& path, const std::string& what) {
    std::error_code code;
    if (fs::symlink_status(path, code).type() != fs::file_type::regular) return;
    found_.push_back({path, what, fs::file_size(path)});
  }

  bool add_record(const std::string& key) {
    if (references_.keys.contains(key)) return false;
    const std::size_t before = found_.size();
    try {
      std::optional<records::ResultRecord> record = store_.find(key);
      if (!record) record = identity_in(store_.path_of(key), key);
      if (!record) {
        std::cerr << store_.path_of(key).string() << ": damaged, so whose it is cannot be told: stays\n";
      } else if (!references_.unknown.contains(record->config)) {
        add(store_.path_of(key),
            fmt::format("record of {} / {} / {}", record->config, record->reading, record->learner));
      }
    } catch (const records::NewerRecordError& error) {
      std::cerr << error.what() << ": stays\n";
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

  /// Files stand in folder/cells/ab, folder/cache and folder/profile/experiment: two folders deep.
  void add_temporaries() {
    for (auto at = fs::recursive_directory_iterator(folder_); at != fs::recursive_directory_iterator();
         ++at) {
      if (at.depth() >= 2) at.disable_recursion_pending();
      if (base::is_left_temporary(at->path())) add(at->path(), "temporary file");
    }
  }

  fs::path folder_;
  const References& references_;
  const std::vector<cluster::StoredJob>& finished_;
  records::RecordStore store_;
  std::vector<Leftover> found_;
};

/// throws  DataError where a worker holds a claim in the folder
void require_idle(const fs::path& folder) {
  const fs::path path = records::ResultsFolder(folder).claims();
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;  // nobody ever claimed anything here
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;  // from 0 to the end: any claim is in the way
  const bool is_known = ::fcntl(descriptor, F_GETLK, &lock) == 0;
  ::close(descriptor);
  if (is_known && lock.l_type != F_UNLCK)
    throw DataError(folder.string() + ": a run is at work here: expected none while records are removed");
}

std::string size_text(std::uintmax_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  if (bytes < 1024 * 1024) return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024.0);
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1024.0 * 1024.0));
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

/// Folders of records and jobs that are empty now, too.
void remove_files(const std::vector<Leftover>& leftovers, const records::ResultsFolder& results) {
  for (const Leftover& leftover : leftovers) {
    fs::remove(leftover.path);
    const fs::path parent = leftover.path.parent_path();
    const fs::path above = parent.parent_path();
    if ((above == results.cells() || above == results.jobs()) && fs::is_empty(parent)) fs::remove(parent);
  }
}

}  // namespace

int verb_clean(const CleanOptions& options) {
  const fs::path& folder = options.study.out;
  if (!fs::is_directory(folder)) throw DataError(folder.string() + ": no such folder");
  require_idle(folder);
  References references = find_references(options);
  const std::vector<cluster::StoredJob> finished = finished_jobs(folder, references);
  const std::vector<Leftover> leftovers = Cleaner(folder, references, finished).find();
  std::uintmax_t bytes = 0;
  for (const Leftover& leftover : leftovers) {
    std::cout << fmt::format("{}  {}  {}\n", size_text(leftover.bytes), leftover.path.string(),
                             leftover.what);
    bytes += leftover.bytes;
  }
  const std::string sum =
      fmt::format("{} file{}, {}", leftovers.size(), leftovers.size() == 1 ? "" : "s", size_text(bytes));
  if (leftovers.empty()) {
    std::cout << "nothing to remove\n";
    return kOk;
  }
  if (!is_confirmed(options, sum)) {
    std::cout << sum << " could be removed\n";
    return kOk;
  }
  require_idle(folder);  // the question may have waited for long
  remove_files(leftovers, options.study.results());
  std::cout << sum << " removed\n";
  return kOk;
}

}  // namespace preimage::suite::cli
