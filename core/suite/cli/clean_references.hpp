// What `clean` leaves alone.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "suite/cli/verbs.hpp"
#include "suite/run/run_notes.hpp"

namespace preimage::suite::cli {

struct References {
  std::set<std::string> keys;  // of the selected configs, the sweeps' files and the unfinished jobs
  /// What else was run into the folder: another user may have run it.
  struct Run {
    std::string text;            // "/home/me/toy.yaml --set seed=2"
    std::string notes;           // its files, with blanks between
    std::set<std::string> keys;  // that are not above
    std::size_t records = 0;     // that stay for it alone
  };
  std::vector<Run> runs;
  std::set<std::string>
      unknown;  // configs whose keys are not known: their data or they themselves are not found
};

/// What the options, the folder's sweeps and the notes on its runs refer to; says on standard error of which
/// configs nothing is known.
/// throws  as run::select for the selected configs; DataError for a damaged note
References find_references(const CleanOptions& options, const study::ExperimentTable& experiments);

}  // namespace preimage::suite::cli
