#include "preimage/base/tiles.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

using preimage::base::for_each_tile;

TEST_CASE("each piece is done once, by any number of threads") {
  for (const std::size_t threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> times(37);
    for_each_tile(times.size(), threads, [&](std::size_t tile) { ++times[tile]; });
    for (const std::atomic<int>& count : times) CHECK(count == 1);
  }
  for_each_tile(0, 2, [](std::size_t) { FAIL("there is no piece"); });
}

TEST_CASE("what a piece throws is thrown, and the next are not begun") {
  std::vector<std::size_t> begun;
  const auto work = [&](std::size_t tile) {
    begun.push_back(tile);
    if (tile == 2) throw std::runtime_error("two");
  };
  CHECK_THROWS_WITH(for_each_tile(9, 1, work), "two");
  CHECK(begun == std::vector<std::size_t>{0, 1, 2});
  const auto all_fail = [](std::size_t tile) { throw std::runtime_error(std::to_string(tile)); };
  CHECK_THROWS_AS(for_each_tile(9, 2, all_fail), std::runtime_error);
}
