// What nothing refers to in a folder of results, and its removal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "suite/records/results_folder.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::run {

struct CleanOptions {
  study::SelectionOptions study;  // what stays is what these refer to, with the digits drawn by formula, too
  bool all_profiles = true;       // else study.profile alone
  bool older = false;             // also what was there before runs were noted
};

struct Leftover {
  std::filesystem::path path;
  std::string what;  // "record of toy / exclusive / kde"
  std::uintmax_t bytes = 0;
};

struct Leftovers {
  std::vector<Leftover> files;       // sorted by path
  std::vector<std::string> remarks;  // what stays and why, a line each
};

/// What neither the options, the folder's sweeps, its notes nor its unfinished jobs refer to. Of a config whose cells are not
/// known, for it or its data are not found, all records stay.
/// keys_of_sweeps  asked once the records are listed: a sweep writes its points before it writes records
/// throws          as plan_configs for the selected configs; DataError for a damaged note
Leftovers find_leftovers(const CleanOptions& options, const study::ExperimentTable& experiments,
                         const std::function<std::set<std::string>()>& keys_of_sweeps);

/// No run begins or goes on as long as it lives. throws  DataError where one has the records
records::FileLock lock_idle_records(const records::ResultsFolder& results);

/// Also for runs of older programs, which share no lock. throws  DataError where a worker holds a claim in the folder
void require_idle(const records::ResultsFolder& results);

/// What was listed and is left over now, too.
std::vector<Leftover> still_left(std::vector<Leftover> listed, const std::vector<Leftover>& now);

/// Removes the files, and folders of records and jobs that are empty then.
/// returns  "path: cannot remove: why" of each that is still there
std::vector<std::string> remove_files(const std::vector<Leftover>& files,
                                      const records::ResultsFolder& results);

}  // namespace preimage::suite::run
