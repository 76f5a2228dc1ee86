// Numbers: what is accepted is finite, and its text reads back as the same value.
#include <cmath>
#include <string_view>

#include "preimage/base/number.hpp"
#include "testing/fuzz_target.hpp"

namespace base = preimage::base;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const std::optional<double> number = base::parse_decimal(input);
  if (number) {
    require(std::isfinite(*number), "a number is finite");
    require(base::parse_decimal(base::number_text(*number)) == number, "a number's text is that number");
  }
  const std::optional<long> integer = base::parse_integer(input);
  if (!integer) return;
  require(number.has_value(), "an integer is a number");
  require(base::parse_integer(std::to_string(*integer)) == integer, "an integer's text is that integer");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
