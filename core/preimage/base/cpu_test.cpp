#include "preimage/base/cpu.hpp"

#include <array>
#include <limits>

#include <doctest/doctest.h>

using namespace preimage;

TEST_CASE("four doubles are loaded, stored and compared entry by entry, wherever they are aligned") {
  const std::array<double, 5> numbers{0.0, 1e16, 1.0, -1e16, 3.0};
  base::FourDoubles v;
  base::load_four(numbers.data() + 1, v);
  std::array<double, 5> stored{};
  base::store_four(v, stored.data() + 1);
  CHECK(stored == numbers);
  CHECK(base::largest_of_four(v) == 1e16);
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

namespace {

/// 2^-1030 by a product of two normal numbers, when the program runs.
double subnormal_product() {
  const volatile double a = 0x1p-600, b = 0x1p-430;
  return a * b;
}

/// Twice a subnormal number that is there already.
double subnormal_sum() {
  const volatile double a = 0x1p-1030;
  return a + a;
}

}  // namespace

#if defined(__x86_64__)

TEST_CASE("subnormal numbers count as zero while subnormals are flushed, as results and as operands") {
  const preimage::base::FlushSubnormals flushed;
  CHECK(subnormal_product() == 0.0);
  CHECK(subnormal_sum() == 0.0);
}

#endif

TEST_CASE("subnormal numbers are back after it, also when it is left by an exception, and when nested") {
  CHECK(subnormal_product() > 0.0);
  try {
    const preimage::base::FlushSubnormals outer;
    { const preimage::base::FlushSubnormals inner; }
    throw 1;
  } catch (int) {
    CHECK(subnormal_product() > 0.0);
    CHECK(subnormal_sum() > 0.0);
  }
}

TEST_CASE("normal numbers are left alone while subnormals are flushed") {
  const volatile double smallest = std::numeric_limits<double>::min();
  const preimage::base::FlushSubnormals flushed;
  CHECK(smallest * 1.0 == std::numeric_limits<double>::min());
}
