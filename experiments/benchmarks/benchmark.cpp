#include "experiments/benchmarks/benchmark.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace preimage::experiments::benchmarks {

namespace {
double seconds(const std::function<void()>& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
}  // namespace

std::vector<double> interleaved_seconds(const std::vector<std::function<void()>>& contenders, int rounds) {
  std::vector<std::vector<double>> times(contenders.size());
  for (int round = 0; round <= rounds; ++round) {
    for (std::size_t c = 0; c < contenders.size(); ++c) {
      const double elapsed = seconds(contenders[c]);
      if (round > 0) times[c].push_back(elapsed);
    }
  }
  std::vector<double> medians;
  for (std::vector<double>& t : times) medians.push_back(median(std::move(t)));
  return medians;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace preimage::experiments::benchmarks
