// Whether the tables of a results folder are of their configs as these are now.
#pragma once

#include "suite/check/check_options.hpp"

namespace preimage::suite::cli {

/// Of the configs that are named, or else of those that were run into the folder as they are written and are still there.
/// Tables could be of before a change of config, data or program: the configs' cells tell, and what the tables say that
/// they were made of. A folder without cells has tables alone, which are taken for what they are.
/// failed_too  cells that failed are refused, too; else they are numbers without a value
/// throws      DataError naming the command where cells of the configs are missing, or tables were made of other cells
void require_current_results(const check::CheckOptions& options, bool failed_too);

}  // namespace preimage::suite::cli
