#include "preimage/base/eight_doubles.hpp"

#include <array>

#include <doctest/doctest.h>

namespace preimage::base {

TEST_CASE("eight doubles are loaded from any place, stored there, and added up") {
  std::array<double, 10> numbers = {9, 1, 2, 4, 8, 16, 32, 64, 128, 9};
  EightDoubles eight;
  load_eight(numbers.data() + 1, eight);
  CHECK(sum_of_eight(eight) == 255.0);
  CHECK(largest_of_eight(eight) == 128.0);
  store_eight(eight + eight, numbers.data() + 1);
  CHECK(numbers == std::array<double, 10>{9, 2, 4, 8, 16, 32, 64, 128, 256, 9});
  fill_eight(0.5, eight);
  CHECK(sum_of_eight(eight) == 4.0);
}

}  // namespace preimage::base
