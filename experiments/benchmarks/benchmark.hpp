// What `preimage bench NAME` runs: a file x_bench.cpp of this folder defines one function
//   Benchmark make_x_benchmark();
// and CMake puts every such function into the table of the program preimage-bench.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace preimage::experiments::benchmarks {

struct Benchmark {
  std::string name;     // as typed: "subsequence-kernel"
  std::string summary;  // one line for the list
  std::function<int(std::ostream& out)>
      run;  // prints a table of ratios; returns 0, or 3 where results disagree
  /// The same with the words behind its name on the command line; empty where it takes none.
  std::function<int(std::ostream& out, const std::vector<std::string>& words)> run_with = {};
};

/// Every make_*_benchmark() of the x_bench.cpp files, found by CMake.
std::vector<Benchmark> benchmark_table();

/// Median seconds of each contender over `rounds`, run in turn A B C A B C ..., so that a machine whose speed
/// drifts slows all of them alike. One warm-up round is not counted.
std::vector<double> interleaved_seconds(const std::vector<std::function<void()>>& contenders, int rounds);

/// Requires at least one value.
double median(std::vector<double> values);

}  // namespace preimage::experiments::benchmarks
