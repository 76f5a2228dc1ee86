// Programs of the user's that are not there are told of before anything runs.
#pragma once

#include <vector>

#include "suite/study/cells.hpp"

namespace preimage::suite::run {

/// Looks for the programs of these cells as run_command does, and for the file that an interpreter reads: the
/// first word behind python3, sh, Rscript and the like, and their options, where its name ends like a
/// script's.
/// cells   to be computed; those that no program computes need none
/// throws  DataError naming the config, what is not there, and where it was looked for
/// cost    a look per different program
void require_programs(const std::vector<const study::Cell*>& cells);

}  // namespace preimage::suite::run
