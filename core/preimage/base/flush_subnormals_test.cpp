#include "preimage/base/flush_subnormals.hpp"

#include <limits>

#include <doctest/doctest.h>

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
