#pragma once

#include "suite/sweep/write_sweep.hpp"

namespace preimage::suite::cli {

/// The summary, which ends with the warnings, on standard output; unless `quiet` the folder on standard error.
void print_sweep(const sweep::WrittenSweep& written, bool quiet);

}  // namespace preimage::suite::cli
