// What `run` and `collect` print of tables, and the few lines that they end with: how many printed numbers
// came out, and where everything lies.
#pragma once

#include <functional>
#include <string>

#include "suite/render/screen_text.hpp"
#include "suite/results/result_set.hpp"
#include "suite/results/sweep_folder.hpp"

namespace preimage::suite::cli {

/// What is shown of the tables on standard output.
enum class TablesShown { none, summary, all };

/// Of a run that ended.
struct RunEnd {
  std::size_t cells = 0, failed = 0;
  bool quiet = false;
};

/// The last lines. Asked for (TablesShown::summary) they go to standard output. After full tables they go to
/// standard error: the scores, and, unless quiet, where everything lies.
void print_last(const results::ResultSet& results, const study::SelectionOptions& options, TablesShown shown,
                const RunEnd& end);

/// The summary, which ends with the warnings, on standard output; unless `quiet` the folder on standard
/// error.
void print_sweep(const results::WrittenSweep& written, bool quiet);

}  // namespace preimage::suite::cli
