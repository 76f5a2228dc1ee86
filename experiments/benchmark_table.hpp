#pragma once

#include <vector>

#include "base/benchmark.hpp"

namespace preimage::experiments {

/// Every make_*_benchmark() of the x_bench.cpp files, found by CMake.
std::vector<base::Benchmark> benchmark_table();

}  // namespace preimage::experiments
