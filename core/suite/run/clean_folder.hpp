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

struct Cleaned {
  std::vector<Leftover> files;             // that were removed, or could be
  bool is_confirmed = false;               // they were to be removed
  std::size_t asked_for = 0;               // that were listed, and that a run needs by now
  std::vector<std::string> failures = {};  // "path: cannot remove: why"
};

/// Lists what neither the options, the folder's sweeps, its notes nor its unfinished jobs refer to, and
/// removes it where that is confirmed. Of a config whose cells are not known, for it or its data are not
/// found, all records stay. While files are removed no run begins or goes on.
///   keys_of_sweeps  asked once the records are listed: a sweep writes its points before it writes records
///   is_confirmed    is shown what is left over; runs may begin while it waits, unless `yes`: then it answers
///                   at once
/// throws  as plan_configs for the selected configs; DataError for a damaged note, where there is no such
///         folder, and where a run is at work in it
Cleaned clean_folder(const CleanOptions& options, const study::ExperimentTable& experiments,
                     const std::function<std::set<std::string>()>& keys_of_sweeps, bool yes,
                     const std::function<bool(const Leftovers&)>& is_confirmed);

}  // namespace preimage::suite::run
