#include "suite/data/times.hpp"

#include <string>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/data/delimited.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::data {

namespace {

/// The times of a column `when`.
TimeRows read(const std::string& fields) {
  CsvReader csv("when,x\n" + fields, "t.csv");
  TimeRows rows("when", {});
  rows.begin(csv);
  while (csv.next()) rows.add(csv);
  return rows;
}

std::string message_of(const std::string& fields) {
  return testing::thrown_message<DataError>([&] { read(fields); });
}

}  // namespace

TEST_CASE("dates are seconds of UTC, as Python's datetime has them") {
  const auto seconds = [](const char* text) { return read_iso_time(text).value().seconds; };
  CHECK(seconds("1970-01-01") == 0.0);
  CHECK(seconds("2024-01-31") == 1706659200.0);
  CHECK(seconds("1969-12-31") == -86400.0);
  CHECK(seconds("2000-02-29") == 951782400.0);
  CHECK(seconds("0001-01-01") == -62135596800.0);
  CHECK(seconds("9999-12-31") == 253402214400.0);
  CHECK(seconds("2024-02") == 1706745600.0);
  CHECK(seconds("2024-01-31T09:30:00Z") == 1706693400.0);
  CHECK(seconds("2024-01-31 09:30") == 1706693400.0);
  CHECK(seconds("2024-01-31T09:30:15.250+01:00") == 1706689815.25);
  CHECK(seconds("2024-01-31T09:30:15.25+0100") == 1706689815.25);
  CHECK(seconds("2024-01-31T09:30:15.25+01") == 1706689815.25);
  CHECK(seconds("2024-01-31T23:59:59-05:30") == 1706765399.0);
  CHECK(seconds("31.01.2024") == 1706659200.0);
  CHECK(seconds("31.01.2024 09:30") == 1706693400.0);
  CHECK_FALSE(read_iso_time("01.31.2024"));
  CHECK(read_iso_time("2024-01-31T09:30Z")->has_zone);
  CHECK_FALSE(read_iso_time("2024-01-31T09:30")->has_zone);
}

TEST_CASE("what is no date of the calendar, or written otherwise, is none") {
  for (const char* text : {"",
                           "2024",
                           "2024-",
                           "2024-13",
                           "2024-00",
                           "2024-01-00",
                           "2023-02-29",
                           "1900-02-29",
                           "2024-04-31",
                           "2024-1-1",
                           "24-01-01",
                           "2024/01/31",
                           "31.13.2024",
                           "32.01.2024",
                           "1.1.2024",
                           "2024-01-31T",
                           "2024-01-31T24:00",
                           "2024-01-31T09",
                           "2024-01-31T09:60",
                           "2024-01-31T09:30:60",
                           "2024-01-31T09:30:15.",
                           "2024-01-31T09:30+",
                           "2024-01-31T09:30+1",
                           "2024-01-31T09:30+24:00",
                           "2024-01-31T09:30 Z",
                           "2024-01-31x",
                           " 2024-01-31",
                           "2024-01-31Z",
                           "20240131",
                           "2024-01-3\xc2\xb9"}) {
    CAPTURE(text);
    CHECK_FALSE(read_iso_time(text));
  }
}

TEST_CASE("a column has numbers, or dates of one form") {
  const TimeRows numbers = read("3,1\n-1.5,1\n1e3,1\n");
  CHECK(numbers.times == std::vector<double>{3.0, -1.5, 1000.0});
  CHECK_FALSE(numbers.are_dates);
  const TimeRows dates = read("1970-01-02,1\n 1970-01-01T00:00:01,1\n");
  CHECK(dates.times == std::vector<double>{86400.0, 1.0});
  CHECK(dates.are_dates);
  CHECK(message_of("1,1\n1970-01-01,1\n") ==
        "t.csv:3: column 'when': expected a number as in the first row, found '1970-01-01'");
  CHECK(message_of("1970-01-01,1\n5,1\n") ==
        "t.csv:3: column 'when': expected a date without a zone as in the first row, found '5'");
  CHECK(message_of("1970-01-01T00:00Z,1\n1970-01-01T00:00,1\n") ==
        "t.csv:3: column 'when': expected a date with a zone as in the first row, found '1970-01-01T00:00'");
  for (const char* none : {"", "NA", "2024-02-30", "soon", "nan", "1e999"}) {
    CHECK(message_of("1,1\n" + std::string(none) + ",1\n") ==
          "t.csv:3: column 'when': expected a time, a number or a date like 2024-01-31 or "
          "2024-01-31T09:30:00, found '" +
              std::string(none) + "'; a row without one has no place in their order: take it out");
  }
}

}  // namespace preimage::suite::data
