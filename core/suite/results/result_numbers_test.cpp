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
NumberSet read(const std::string& lines) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "toy");
  folder.write("toy/t.csv", csv_text({}, true) + lines);
  return read_csv(folder.path() / "toy/t.csv");
}

std::string refusal(const std::string& lines) {
  const std::string message = testing::thrown_message<DataError>([&] { read(lines); });
  return message.substr(message.find("t.csv:"));
}

}  // namespace

TEST_CASE(
    "numbers are read from their CSV form as they were written, with what their verdicts were judged by") {
  ResultTable table = example_table();
  for (Number& number : table.rows[0].numbers) {
    if (!number.published) continue;
    number.published->matters = 0.03;
    number.verdict = records::judge_fully(*number.ours, *number.published, 0.125 - 0.0798);
  }
  NumberSet table_numbers, written;
  add_numbers(table, {{"kde", {"0.1.0", "Haswell", "00ff", {{"cell", 1}}, "rows"}}},
              {"", "", "", "", "", "t"}, "toy", table_numbers);
  for (auto [name, number] : table_numbers) {
    number.tolerance = 0.25;
    number.tolerance_of = "spread";
    written.add(name, number);
  }
  const std::string text = csv_text(written, true);
  const NumberSet again = read(text.substr(text.find('\n') + 1));
  CHECK(csv_text(again, true) == text);
  REQUIRE(again.size() == written.size());
  for (const auto& [name, number] : again) {
    REQUIRE(written.find(name) != nullptr);
    const ListedNumber& expected = *written.find(name);
    CHECK(number.experiment == "toy");
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
  CHECK(read(std::string(kLine) + "0.1,spread,,,,,\n").size() == 1);
  CHECK(refusal(std::string(kLine) + "-1,spread,,,,,\n") ==
        "t.csv:2: column 'tolerance': expected a number of at least 0, found '-1'");
  CHECK(refusal(std::string(kLine) + ",,,,,,\n" + kLine + ",,,,,,\n") ==
        "t.csv:3: p/t1 / raw / loss / kde is here twice");
  CHECK(refusal("p/t1,raw,loss,kde,0.5,,,0.6,,10,,1,sure,,real,,,,,,,,,,,,,,,,\n") ==
        "t.csv:2: column 'verdict': expected a verdict, found 'sure'");
  CHECK(refusal("p/t1,raw,loss,kde,0.5,,,many,,10,,1,,,real,,,,,,,,,,,,,,,,\n") ==
        "t.csv:2: column 'ours': expected a number, found 'many'");
  CHECK(refusal(kLine) == "t.csv: it was cut short: its last line has no end");
}

TEST_CASE("two configs may be about one table and reading: their numbers have different names") {
  NumberSet one, two;
  add_numbers(example_table(), {}, {"", "", "", "", "", "one"}, "toy", one);
  add_numbers(example_table(), {}, {"", "", "", "", "", "two"}, "toy", two);
  const std::size_t count = one.size();
  two.add(one);
  CHECK(two.size() == 2 * count);
  CHECK_THROWS_AS(two.add(one), DataError);
}

}  // namespace preimage::suite::results
