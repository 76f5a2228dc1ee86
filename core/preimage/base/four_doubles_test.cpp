#include "preimage/base/four_doubles.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace preimage;

TEST_CASE("four doubles are loaded, stored, added and compared entry by entry, wherever they are aligned") {
  const std::array<double, 5> numbers{0.0, 1e16, 1.0, -1e16, 3.0};
  base::FourDoubles v;
  base::load_four(numbers.data() + 1, v);
  std::array<double, 5> stored{};
  base::store_four(v, stored.data() + 1);
  CHECK(stored == numbers);
  CHECK(base::sum_of_four(v) ==
        (1e16 + 1.0) + (-1e16 + 3.0));  // in this order, which shows in the last digits
  CHECK(base::largest_of_four(v) == 1e16);
  base::fill_four(2.5, v);
  CHECK(base::sum_of_four(v) == 10.0);
}

TEST_CASE("floats become doubles of the same value") {
  const std::array<float, 4> numbers{0.1F, -2.0F, 3.0F, 4.0F};
  base::FourDoubles v;
  base::load_four(numbers.data(), v);
  for (int k = 0; k < 4; ++k) {
    const double value = v[k];  // one entry of a vector is no object that a reference could be bound to
    CHECK(value == static_cast<double>(numbers[static_cast<std::size_t>(k)]));
  }
}
