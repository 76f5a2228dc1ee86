// What `preimage bench NAME` runs: a file x_bench.cpp beside the code it measures defines one function
//   preimage::base::Benchmark make_x_benchmark();
// and CMake puts every such function into the driver's table.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace preimage::base {

struct Benchmark {
  std::string name;     // as typed: "subsequence-kernel"
  std::string summary;  // one line for the list
  std::function<int(std::ostream& out)>
      run;  // prints a table of ratios; returns 0, or 3 where results disagree
};

/// Median seconds of each contender over `rounds`, run in turn A B C A B C ..., so that a machine whose speed
/// drifts slows all of them alike. One warm-up round is not counted.
std::vector<double> interleaved_seconds(const std::vector<std::function<void()>>& contenders, int rounds);

}  // namespace preimage::base
