#include "experiments/benchmarks/benchmark_data.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "testing/thrown_message.hpp"

namespace preimage::experiments::benchmarks {

namespace {
int found(const suite::data::DataSource& source) {
  return source.stand_in ? 2 : 1;
}

int missing(const suite::data::DataSource& source) {
  if (!source.stand_in) throw DataError("usps: not found");
  return 2;
}
}  // namespace

TEST_CASE("a benchmark takes real data where they are found, else the stand-in, and says why") {
  const auto [real, real_source] = real_data_or_stand_in("USPS", "stroke_digits", found);
  CHECK(real == 1);
  CHECK(real_source == "USPS");
  const auto [made, made_source] = real_data_or_stand_in("USPS", "stroke_digits", missing);
  CHECK(made == 2);
  CHECK(made_source == "the stand-in stroke_digits, because of: usps: not found");
}

TEST_CASE("an error that is not about data is no reason for the stand-in") {
  const auto broken = [](const suite::data::DataSource& source) {
    if (!source.stand_in) throw std::logic_error("a mistake");
    return 2;
  };
  CHECK(testing::thrown_message<std::logic_error>(
            [&] { real_data_or_stand_in("USPS", "stroke_digits", broken); }) == "a mistake");
}

}  // namespace preimage::experiments::benchmarks
