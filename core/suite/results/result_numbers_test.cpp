#include "suite/results/result_numbers.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/results/testing_table.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::results {

namespace {

constexpr const char* kLine =
    "p/t1,raw,loss,kde,0.5,0.1,SE,0.6,0.2,10,0.1,0.5,reproduced,,real,,0,0,0.2,9,0.1,,,reproduced,";

/// A reference of these lines, read.
ConfigNumbers read(const std::string& lines) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "toy");
  folder.write("toy/t.csv", reference_header() + lines);
  return read_numbers(folder.path() / "toy/t.csv");
}

std::string refusal(const std::string& lines) {
  const std::string message = testing::thrown_message<DataError>([&] { read(lines); });
  return message.substr(message.find("t.csv:"));
}

}  // namespace

TEST_CASE(
    "numbers are read from their CSV form as they were written, with what their verdicts were judged by") {
  ResultTable table = example_table();
  for (TableNumber& number : table.rows[0].numbers) {
    if (!number.published) continue;
    number.published->matters = 0.03;
    number.verdict = records::judge_fully(*number.ours, *number.published, 0.125 - 0.0798);
  }
  ConfigNumbers written{"t", "toy", "", {}};
  add_numbers(table, {{"kde", {"0.1.0", "Haswell", "00ff", {{"cell", 1}}, "rows"}}}, written);
  written.numbers[0].second.tolerance = 0.25;
  written.numbers[0].second.tolerance_of = "spread";
  std::string lines;
  for (const NamedNumber& number : written.numbers) lines += reference_line(number);
  const ConfigNumbers again = read(lines);
  CHECK(again.config == "t");
  CHECK(again.experiment == "toy");
  REQUIRE(again.numbers.size() == written.numbers.size());
  for (std::size_t i = 0; i < again.numbers.size(); ++i) {
    const auto& [name, number] = again.numbers[i];
    const Number& expected = written.numbers[i].second;
    CHECK(name == written.numbers[i].first);
    CHECK(reference_line(again.numbers[i]) == reference_line(written.numbers[i]));
    CHECK(number.verdict.has_value() == expected.verdict.has_value());
    if (!number.verdict) continue;
    CHECK(number.verdict->agreement == expected.verdict->agreement);
    CHECK(number.verdict->unit == doctest::Approx(expected.verdict->unit).epsilon(1e-9));
    CHECK(number.verdict->matters == expected.verdict->matters);
    CHECK(number.verdict->degrees == expected.verdict->degrees);
    CHECK(number.verdict->why() == expected.verdict->why());
    CHECK(number.verdict->rule_1 == expected.verdict->rule_1);
  }
}

TEST_CASE("a line that the program does not write is refused with its place") {
  CHECK(read(std::string(kLine) + "0.1,spread,,,,,\n").numbers.size() == 1);
  CHECK(refusal(std::string(kLine) + "-1,spread,,,,,\n") ==
        "t.csv:2: column 'tolerance': expected a number of at least 0, found '-1'");
  CHECK(refusal(std::string(kLine) + ",,,,,,\n" + kLine + ",,,,,,\n") ==
        "t.csv:3: p/t1 / raw / loss / kde stands here twice");
  CHECK(refusal("p/t1,raw,loss,kde,0.5,,,0.6,,10,,1,sure,,real,,,,,,,,,,,,,,,,\n") ==
        "t.csv:2: column 'verdict': expected a verdict, found 'sure'");
  CHECK(refusal("p/t1,raw,loss,kde,0.5,,,many,,10,,1,,,real,,,,,,,,,,,,,,,,\n") ==
        "t.csv:2: column 'ours': expected a number, found 'many'");
  CHECK(refusal(kLine) == "t.csv: it was cut short: its last line has no end");
}

TEST_CASE("two configs may be about one table and reading: their numbers have different names") {
  ConfigNumbers one{"one", "toy", "", {}}, two{"two", "toy", "", {}};
  add_numbers(example_table(), {}, one);
  add_numbers(example_table(), {}, two);
  CHECK(by_name({one, two}).size() == one.numbers.size() + two.numbers.size());
  CHECK_THROWS_AS(by_name({one, one}), DataError);
}

}  // namespace preimage::suite::results
