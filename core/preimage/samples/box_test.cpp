#include "preimage/samples/box.hpp"

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"
#include "testing/is_close.hpp"

namespace samples = preimage::samples;
using preimage::testing::is_close;
using samples::Box;

TEST_CASE("area and overlap by hand") {
  CHECK(samples::area({3, -2, 4, 5}) == 20);
  CHECK(samples::area({0, 0, -4, -5}) == 0);
  CHECK(samples::area({0, 0, 100000, 100000}) == 10000000000);
  CHECK(samples::overlap_area({0, 0, 10, 10}, {5, 8, 10, 10}) == 10);
  CHECK(samples::overlap_area({-5, -5, 10, 10}, {-20, -20, 100, 100}) == 100);
  CHECK(samples::overlap_area({0, 0, 10, 10}, {10, 0, 10, 10}) == 0);  // half open: they touch
  CHECK(samples::overlap_area({0, 0, 10, 10}, {20, 20, 10, 10}) == 0);
}

TEST_CASE("intersection over union by hand") {
  CHECK(is_close(samples::intersection_over_union({0, 0, 10, 10}, {5, 0, 10, 10}), 1.0 / 3.0, 1e-15));
  CHECK(samples::intersection_over_union({7, -3, 4, 2}, {7, -3, 4, 2}) == 1.0);
  CHECK(samples::intersection_over_union({0, 0, 1, 1}, {1, 1, 1, 1}) == 0.0);
  CHECK(samples::intersection_over_union({0, 0, 0, 0}, {0, 0, 0, 0}) == 0.0);
  CHECK(samples::intersection_over_union({0, 0, 2, 2}, {1, 1, 0, 5}) == 0.0);
}

TEST_CASE("overlap equals counting pixels") {
  preimage::base::Random random(3);
  const auto draw = [&](std::size_t bound) { return static_cast<int>(random.below(bound)); };
  for (int i = 0; i < 200; ++i) {
    const Box a{draw(12) - 4, draw(12) - 4, draw(9), draw(9)};
    const Box b{draw(12) - 4, draw(12) - 4, draw(9), draw(9)};
    const auto inside = [](const Box& box, int x, int y) {
      return x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;
    };
    long both = 0, either = 0;
    for (int y = -5; y < 20; ++y) {
      for (int x = -5; x < 20; ++x) {
        both += inside(a, x, y) && inside(b, x, y) ? 1 : 0;
        either += inside(a, x, y) || inside(b, x, y) ? 1 : 0;
      }
    }
    CHECK(samples::overlap_area(a, b) == both);
    const double expected = either > 0 ? static_cast<double>(both) / static_cast<double>(either) : 0.0;
    CHECK(is_close(samples::intersection_over_union(a, b), expected, 1e-15));
  }
}
