// Texts that may be dates.
#include <cmath>
#include <string_view>

#include "suite/data/times.hpp"
#include "testing/fuzz_target.hpp"

namespace {

void read_input(std::string_view input) {
  constexpr double kYear = 366.0 * 86400.0;
  const auto time = preimage::suite::data::read_iso_time(input);
  if (!time) return;
  preimage::testing::require(std::abs(time->seconds + 1970.0 * kYear) < 10'001.0 * kYear, "years 0 to 9999");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
