#include "suite/run/chunks.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>

namespace preimage::suite::run {

std::size_t default_chunk_count(const std::vector<double>& costs, std::size_t most) {
  const double wanted = std::ceil(std::accumulate(costs.begin(), costs.end(), 0.0) / kChunkSeconds);
  const std::size_t limit = std::min(most, costs.size());
  if (wanted >= static_cast<double>(limit)) return limit;
  return std::max<std::size_t>(1, static_cast<std::size_t>(wanted));
}

std::vector<std::vector<std::size_t>> balanced_chunks(const std::vector<double>& costs, std::size_t count) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
  using Load = std::tuple<double, std::size_t, std::size_t>;  // cost, places, chunk
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t chunk = 0; chunk < count; ++chunk) loads.emplace(0.0, 0, chunk);
  std::vector<std::vector<std::size_t>> chunks(count);
  for (const std::size_t place : order) {
    const auto [cost, places, chunk] = loads.top();
    loads.pop();
    chunks[chunk].push_back(place);
    loads.emplace(cost + costs[place], places + 1, chunk);
  }
  for (std::vector<std::size_t>& chunk : chunks) std::sort(chunk.begin(), chunk.end());
  return chunks;
}

}  // namespace preimage::suite::run
