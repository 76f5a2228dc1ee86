// Texts as inputs, rows without a target, and new rows beyond the training rows: from a config to
// predictions.
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/own_data/training_range.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;
using testing::Finished;

namespace {

/// Forty rows: the kind follows from the colour; one row has a colour of its own, some have no size, two no
/// kind.
std::string colours_table() {
  std::string text = "size,colour,ringed,kind,fold\n";
  for (int i = 0; i < 40; ++i) {
    const bool is_red = i % 2 == 0;
    text +=
        fmt::format("{},{},{},{},{}\n", i % 10 == 3 ? "NA" : std::to_string(i % 7 + 0.5),
                    i == 6   ? "violet"
                    : is_red ? (i % 4 == 0 ? "red" : "pink")
                             : "blue",
                    i % 3 == 0 ? "Yes" : "no", i == 10 || i == 21 ? "" : (is_red ? "warm" : "cold"), i / 8);
  }
  return text;
}

std::string colours_config(const std::string& dataset, const std::string& more) {
  return testing::own_config(
      "folds: 5", "dataset: {name: vectors, path: t.csv, outputs: kind, output_kind: class" + dataset +
                      "}\ninput_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
                      "learners: {nn: {method: nearest_neighbours, k: [1, 3]}}\n" +
                      more);
}

const std::string kColumns = ", inputs: [size, colour, ringed], categories: [colour, ringed]";
const std::string kAllOfIt = "scale: standard\nmissing: median\nmissing_targets: drop\n";

struct Colours : testing::Workplace {
  explicit Colours(const std::string& text) : Workplace(text, {{"t.csv", colours_table()}}) {}
};

std::set<std::string> keys_with(const std::string& dataset, const std::string& more) {
  return testing::planned_keys(Colours(colours_config(dataset, more)).config());
}

}  // namespace

TEST_CASE("the keys of cells know what is read, and nothing of keys that say what is done anyway") {
  const std::string numbers = ", inputs: size", with_targets = "missing: mean\nmissing_targets: drop\n";
  const std::set<std::string> plain = keys_with(numbers, with_targets);
  CHECK(keys_with(numbers, with_targets + "missing_categories: fill\n") == plain);
  const std::set<std::string> listed = keys_with(kColumns, with_targets);
  CHECK(keys_with(", inputs: [size, colour, ringed], categories: all", with_targets) != listed);
  std::set<std::string> all = plain;
  for (const auto& [dataset, more] : std::vector<std::pair<std::string, std::string>>{
           {kColumns, ""},
           {kColumns + ", na: none", ""},
           {kColumns, "missing_categories: level\n"},
           {", inputs: [size, colour, ringed], categories: indicators", ""}})
    all.merge(keys_with(dataset, with_targets + more));
  CHECK(all.size() == 5 * plain.size());
}

TEST_CASE("a saved model keeps the coding: raw rows are predicted, and what no training row has is counted") {
  for (const std::string categories : {"[colour, ringed]", "indicators"}) {
    const Colours place(
        colours_config(", inputs: [size, colour, ringed], categories: " + categories, kAllOfIt));
    const Finished fitted = testing::ended_well(place.fit());
    const Finished seen = testing::ended_well(
        place.predict("ringed,colour,size\nno,blue,1.5\nYES,pink,2.5\nNo,red,NA\nyes,violet,6.5\n"));
    CHECK(seen.out ==
          "row,kind,score cold,score warm,far_from_training\n1,cold,1,0,0\n2,warm,0,1,0\n3,warm,0,1,0\n"
          "4,warm,0,1,0\n");
    CHECK(seen.err == "predict: 1 of 4 rows has gaps that were filled: 'size' (line 4)\npredict: 4 inputs\n");
    const Finished other = testing::ended_well(place.predict(
        "size,colour,ringed\n1.5,blue,no\n-4,green,no\n99,Blue,perhaps\n1,,no\n1e6,red,no\n2,green,no\n"));
    CHECK(
        other.err ==
        "predict: 1 of 6 rows has gaps that were filled: 'colour' (line 5)\n"
        "predict: 3 of 6 rows have a number outside the range of the training rows: 'size' in 3 (0.5 to 6.5; "
        "lines 3, 4, 6)\n"
        "predict: 3 of 6 rows have a category that no training row has, which sets no indicator: 'colour' in "
        "3 ('green' first; lines 3, 4, 7), 'ringed' in 1 ('perhaps' first, read as 'no'; line 4)\n"
        "predict: 2 of 6 rows lie farther from every training row than two training rows can be from each "
        "other: lines 4, 6\n"
        "predict: 6 inputs\n");
  }
}

TEST_CASE("a row whose only gap is a level has none that is filled") {
  const Colours place(colours_config(kColumns, kAllOfIt + "missing_categories: level\n"));
  std::string table = colours_table();
  table.erase(table.find("blue"), 4);  // of a row that has a size
  place.add("t.csv", table);
  CHECK(contains(place.run("out", {"--quiet"}).out,
                 "\n  4 of 38 rows have gaps in the inputs that are filled: 'size' in 4\n"));
}

TEST_CASE("the pairs that one indicator tells apart are those that a table is read with") {
  const std::vector<std::string>& words = suite::data::two_valued_levels();
  std::vector<std::string> paired;
  for (const auto& [no, yes] : models::kTwoValued) {
    paired.push_back(words.at(static_cast<std::size_t>(no)));
    paired.push_back(words.at(static_cast<std::size_t>(yes)));
  }
  CHECK(paired == std::vector<std::string>{"false", "true", "no", "yes"});
}

TEST_CASE("rows beyond the bound are those that a plain loop finds, also near it") {
  const arma::mat training = {{0, 0}, {2, 0}, {0, 2}, {2, 2}, {1, 1}};  // the mean is (1, 1), R = sqrt(2)
  suite::data::VectorColumns columns;
  columns.inputs = {"x", "y"};
  suite::own_data::TrainingRange range(training, columns, {});
  suite::data::InputTable rows;
  std::size_t expected = 0;
  std::vector<bool> are_far;
  for (double at = 0.0; at < 8.0; at += 0.05) {
    rows.values.insert_rows(rows.values.n_rows, arma::rowvec{1.0 + at, 1.0 + 0.3 * at});
    rows.lines.push_back(rows.lines.size() + 2);
    double nearest = arma::datum::inf;
    for (arma::uword i = 0; i < training.n_rows; ++i)
      nearest = std::min(nearest, std::hypot(training(i, 0) - 1.0 - at, training(i, 1) - 1.0 - 0.3 * at));
    are_far.push_back(nearest > 2.0 * std::sqrt(2.0));
    expected += are_far.back() ? 1 : 0;
  }
  REQUIRE(expected > 10);
  CHECK(range.see(rows) == are_far);
  const std::vector<std::string> remarks = range.remarks();
  REQUIRE(remarks.size() == 2);
  CHECK(remarks[1].starts_with(
      fmt::format("{} of {} rows lie farther from every", expected, rows.lines.size())));
}
