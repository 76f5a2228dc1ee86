#include "suite/run/chunks.hpp"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;

namespace {

using Chunks = std::vector<std::vector<std::size_t>>;

double largest_cost(const Chunks& chunks, const std::vector<double>& costs) {
  double largest = 0.0;
  for (const std::vector<std::size_t>& chunk : chunks) {
    double sum = 0.0;
    for (const std::size_t place : chunk) sum += costs[place];
    largest = std::max(largest, sum);
  }
  return largest;
}

/// The smallest largest cost over all ways to deal the costs out.
double optimum(const std::vector<double>& costs, std::vector<double>& sums, std::size_t place = 0) {
  if (place == costs.size()) return *std::max_element(sums.begin(), sums.end());
  double best = std::accumulate(costs.begin(), costs.end(), 0.0);
  for (double& sum : sums) {
    sum += costs[place];
    best = std::min(best, optimum(costs, sums, place + 1));
    sum -= costs[place];
  }
  return best;
}

std::vector<double> drawn_costs(std::size_t count, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<double> costs;
  for (std::size_t i = 0; i < count; ++i) costs.push_back(static_cast<double>(random.below(20)));  // also 0
  return costs;
}

}  // namespace

TEST_CASE("the largest chunk first, each cell where there is least") {
  CHECK(balanced_chunks({1, 5, 3, 3, 4}, 2) == Chunks{{1, 3}, {0, 2, 4}});
  CHECK(balanced_chunks({1, 1, 1, 1, 1}, 2) == Chunks{{0, 2, 4}, {1, 3}});
  CHECK(balanced_chunks({0, 0, 0}, 2) == Chunks{{0, 2}, {1}});
  CHECK(balanced_chunks({7}, 1) == Chunks{{0}});
}

TEST_CASE("every cell is in exactly one chunk, and no chunk is empty") {
  for (const std::size_t count : {1u, 2u, 7u, 100u}) {
    for (const std::size_t chunks : {std::size_t{1}, (count + 1) / 2, count}) {
      const Chunks dealt = balanced_chunks(drawn_costs(count, count), chunks);
      CHECK(dealt.size() == chunks);
      std::vector<std::size_t> places, expected(count);
      for (const std::vector<std::size_t>& chunk : dealt) {
        CHECK_FALSE(chunk.empty());
        CHECK(std::is_sorted(chunk.begin(), chunk.end()));
        places.insert(places.end(), chunk.begin(), chunk.end());
      }
      std::sort(places.begin(), places.end());
      std::iota(expected.begin(), expected.end(), std::size_t{0});
      CHECK(places == expected);
    }
  }
}

TEST_CASE("the largest chunk is within Graham's bound of the best there is") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::vector<double> costs = drawn_costs(8, seed);
    for (const std::size_t count : {2u, 3u, 4u}) {
      std::vector<double> sums(count, 0.0);
      const double bound = (4.0 / 3.0 - 1.0 / (3.0 * static_cast<double>(count))) * optimum(costs, sums);
      CHECK(largest_cost(balanced_chunks(costs, count), costs) <= bound + 1e-9);
    }
  }
  // Graham's own worst case for two: 7 where 6 would do.
  CHECK(largest_cost(balanced_chunks({3, 3, 2, 2, 2}, 2), {3, 3, 2, 2, 2}) == 7);
}

TEST_CASE("by default a chunk takes about ten minutes, within the limits") {
  CHECK(default_chunk_count({0.001, 0.001}, 1000) == 1);
  CHECK(default_chunk_count({0, 0}, 1000) == 1);
  CHECK(default_chunk_count(std::vector<double>(100, 60.0), 1000) == 10);
  CHECK(default_chunk_count(std::vector<double>(101, 60.0), 1000) == 11);
  CHECK(default_chunk_count(std::vector<double>(100, 60.0), 6) == 6);
  CHECK(default_chunk_count({1e9, 1e9, 1e9}, 1000) == 3);
}
