#pragma once

#include "suite/sweep/write_sweep.hpp"

namespace preimage::suite::cli {

/// The summary on standard output; warnings, and unless `quiet` the folder, on standard error.
void print_sweep(const sweep::WrittenSweep& written, bool quiet);

}  // namespace preimage::suite::cli
