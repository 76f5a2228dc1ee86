#include "experiments/benchmarks/benchmark.hpp"

#include <doctest/doctest.h>

namespace preimage::experiments::benchmarks {

TEST_CASE("interleaved timing runs every contender once more than the rounds") {
  int runs = 0;
  const std::vector<double> medians = interleaved_seconds({[&] { ++runs; }, [&] { ++runs; }}, 3);
  CHECK(runs == 8);
  CHECK(medians.size() == 2);
}

}  // namespace preimage::experiments::benchmarks
