#include "preimage/base/number.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"

namespace preimage::base {

TEST_CASE("decimal numbers are read exactly") {
  CHECK(parse_decimal("0") == 0.0);
  CHECK(parse_decimal("12") == 12.0);
  CHECK(parse_decimal("+12") == 12.0);
  CHECK(parse_decimal("-0.5") == -0.5);
  CHECK(parse_decimal("1e-3") == 1e-3);
  CHECK(parse_decimal("1E+03") == 1000.0);
  CHECK(parse_decimal("0.1") == 0.1);
  CHECK(parse_decimal("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(parse_decimal("5e-324") == std::numeric_limits<double>::denorm_min());
}

TEST_CASE("what is not a finite decimal number is refused") {
  const std::vector<std::string> refused = {
      "",     "-",    "+",     "+-1", "--1", "010",   "-010",  "00",     "0x1F",   "1_000", "1,000",   ".5",
      "5.",   "1.e3", "1e",    "1e+", "e3",  "1e5.0", "1e400", "-1e400", "1e-400", "nan",   ".nan",    "inf",
      ".inf", "-inf", "1 000", " 1",  "1 ",  "1\n",   "1f",    "abc",    "1.2.3",  "0b1",   "\xD9\xA1"};
  for (const std::string& text : refused) {
    CAPTURE(text);
    CHECK_FALSE(parse_decimal(text).has_value());
    CHECK_FALSE(parse_integer(text).has_value());
  }
  CHECK_FALSE(parse_decimal(std::string("1\0", 2)).has_value());
}

TEST_CASE("integers have neither fraction nor exponent") {
  CHECK(parse_integer("5") == 5);
  CHECK(parse_integer("-5") == -5);
  CHECK(parse_integer("+5") == 5);
  CHECK(parse_integer("9223372036854775807") == std::numeric_limits<long>::max());
  CHECK(parse_integer("-9223372036854775808") == std::numeric_limits<long>::min());
  for (const char* text : {"5.0", "5e0", "9223372036854775808"}) {
    CAPTURE(text);
    CHECK(parse_decimal(text).has_value());
    CHECK_FALSE(parse_integer(text).has_value());
  }
}

TEST_CASE("number_text is short and reads back as the same double") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(100.0) == "100");
  CHECK(number_text(1e-5) == "1e-05");
  CHECK(number_text(std::nan("")) == "nan");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double value = std::ldexp(random.gaussian(), static_cast<int>(random.below(2000)) - 1000);
    CAPTURE(value);
    CHECK(parse_decimal(number_text(value)) == value);
  }
}

}  // namespace preimage::base
