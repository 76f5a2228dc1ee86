#include "suite/config/number.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/random.hpp"

namespace preimage::suite::config {

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

TEST_CASE("numbers as people write them are read as Python's float reads them") {
  struct Case {
    const char* text;
    double value;  // float(text)
    const char* plain;
  };
  const std::vector<Case> cases = {{"12", 12.0, "12"},
                                   {".2", 0.2, "0.2"},
                                   {"5.", 5.0, "5"},
                                   {"+.5", 0.5, "+0.5"},
                                   {"-.5e1", -5.0, "-0.5e1"},
                                   {" 7", 7.0, "7"},
                                   {"8 ", 8.0, "8"},
                                   {"\t 9\t", 9.0, "9"},
                                   {"01", 1.0, "1"},
                                   {"-007.50", -7.5, "-7.50"},
                                   {"00", 0.0, "0"},
                                   {"000.25", 0.25, "0.25"},
                                   {"1.e3", 1000.0, "1e3"},
                                   {"1.E+03", 1000.0, "1E+03"},
                                   {"1e-400", 0.0, "1e-400"},
                                   {"0.0001e-321", 0.0, "0.0001e-321"},
                                   {"123e-400", 0.0, "123e-400"},
                                   {"1e-99999999999999999999", 0.0, "1e-99999999999999999999"},
                                   {"0e99999", 0.0, "0e99999"},
                                   {"1e-000000000000000000001", 0.1, "1e-000000000000000000001"}};
  for (const Case& one : cases) {
    CAPTURE(one.text);
    CHECK(read_decimal(one.text) == one.value);
    CHECK(plain_decimal(one.text) == one.plain);
  }
  CHECK(std::signbit(read_decimal("-1e-400").value()));
  CHECK(read_decimal("0." + std::string(400, '0') + "1") == 0.0);
  CHECK(read_integer(" 07 ") == 7);
  CHECK(read_integer("-01") == -1);
  for (const char* text :
       {"",    " ",   ".",    "-",    "+.",    ".e1", "1e",  "1e400", "-1e400", "1e99999999999999999999",
        "1 2", "1,5", "45%",  "0x1F", "1_000", "nan", "inf", "- 1",   "1e5.0",  "1.2.3",
        "1\n", "--1", "7..1", "5..",  "..5"}) {
    CAPTURE(text);
    CHECK_FALSE(read_decimal(text).has_value());
    CHECK_FALSE(read_integer(text).has_value());
  }
  for (const char* text : {"5.", "5.0", "5e0", ".5", "9223372036854775808"})
    CHECK_FALSE(read_integer(text).has_value());
}

TEST_CASE("what is no number for a reason that can be named comes with what to type") {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"45%", " (a per cent sign: type 45 or 0.45)"},
      {"79.13 %", " (a per cent sign: type 79.13 or 0.7913)"},
      {"3,5", " (a decimal comma: type 3.5)"},
      {"-,5", " (a decimal comma: type -0.5)"},
      {"1.234,5", " (a decimal comma: type 1234.5)"},
      {"1,234", " (a comma: type 1.234, or 1234 where it separates thousands)"},
      {"123,456", " (a comma: type 123.456, or 123456 where it separates thousands)"},
      {"1234,567", " (a decimal comma: type 1234.567)"},
      {"1,234,567", " (commas between thousands: type 1234567)"},
      {"1,234.5", " (commas between thousands: type 1234.5)"},
      {"12 345", " (blanks between thousands: type 12345)"},
      {"12\xc2\xa0"
       "345.5",
       " (blanks between thousands: type 12345.5)"},
      {"\xe2\x88\x92"
       "5",
       " (its minus sign is not that of ASCII: type -5)"},
      {"5\xc2\xa0", " (a non-breaking blank beside it: type 5)"},
      {"1'234'567.5", " (apostrophes between thousands: type 1234567.5)"},
      {"1\xe2\x80\x99"
       "000",
       " (apostrophes between thousands: type 1000)"},
      {"12'34", ""},
      {"1.5D-03", " (an exponent with D: type 1.5e-03)"},
      {"1e400", " (no double is as large)"},
      {"12", ""},
      {"1,2,3", ""},
      {"1 2", ""},
      {"%", ""},
      {"a%", ""},
      {"Adelie", ""},
      {"NA", ""},
      {"", ""},
      {",", ""},
      {"3.5,1", ""}};
  for (const auto& [written, advice] : cases) {
    const char* text = written;
    CAPTURE(text);
    CHECK(number_advice(text) == advice);
  }
}

TEST_CASE("number_text is short and reads back as the same double") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(100.0) == "100");
  CHECK(number_text(1e-5) == "1e-05");
  CHECK(number_text(std::nan("")) == "nan");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
  base::Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double value = std::ldexp(random.gaussian(), static_cast<int>(random.below(2000)) - 1000);
    CAPTURE(value);
    CHECK(parse_decimal(number_text(value)) == value);
  }
}

TEST_CASE("two numbers have one exact text where they are equal digit by digit") {
  const std::vector<std::vector<const char*>> equal = {
      {"1", "01", "1.0", "+1", " 1 ", "1.", "10e-1", "0.1e1", "1E0"},
      {"0", "-0", "0.00", "0e9", ".0"},
      {"1200", "12e2", "1.2E3", "1200.0", "120000e-2"},
      {"-0.5", "-.50", "-5e-1"},
      {"9007199254740992", "9007199254740992.0"},
      {"9007199254740993"},
      {"123456789012345678901234567890123456789"},
      {"123456789012345678901234567890123456780", "12345678901234567890123456789012345678e1"},
      {"1e400", "10e399"},
      {"1e-400"},
      {"1e999999999999999999"}};
  std::set<std::string> all;
  for (const auto& spellings : equal) {
    for (const char* text : spellings) {
      CAPTURE(text);
      CHECK(exact_decimal(text) == exact_decimal(spellings.front()));
    }
    all.insert(exact_decimal(spellings.front()).value());
  }
  CHECK(all.size() == equal.size());
  for (const char* text : {"", "-", "1A1", "0x1", "nan", "1e", "1,5", "1e1234567890123456789"})
    CHECK_FALSE(exact_decimal(text));
}

}  // namespace preimage::suite::config
