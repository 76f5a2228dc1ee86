// Numbers: what is accepted is finite, and its text reads back as the same value.
#include <cmath>
#include <string_view>

#include "suite/config/number.hpp"
#include "testing/fuzz_target.hpp"

namespace config = preimage::suite::config;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const std::optional<double> number = config::parse_decimal(input);
  if (number) {
    require(std::isfinite(*number), "a number is finite");
    require(config::parse_decimal(config::number_text(*number)) == number, "a number's text is that number");
  }
  const std::optional<long> integer = config::parse_integer(input);
  if (!integer) return;
  require(number.has_value(), "an integer is a number");
  require(config::parse_integer(std::to_string(*integer)) == integer, "an integer's text is that integer");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
