#include "experiments/benchmarks/benchmark.hpp"

#include <chrono>
#include <thread>

#include <doctest/doctest.h>

namespace preimage::experiments::benchmarks {

TEST_CASE("interleaved timing runs every contender once more than the rounds") {
  int runs = 0;
  const std::vector<double> medians = interleaved_seconds({[&] { ++runs; }, [&] { ++runs; }}, 3);
  CHECK(runs == 8);
  CHECK(medians.size() == 2);
}

TEST_CASE("the first round warms up and is not timed") {
  int runs = 0;
  const auto slow_at_first = [&] {
    if (runs++ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  };
  CHECK(interleaved_seconds({slow_at_first}, 1).front() < 0.1);
}

}  // namespace preimage::experiments::benchmarks
