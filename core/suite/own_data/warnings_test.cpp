// What is said of own data beside its tables; what a run prints of it is in
// core/testing/transcripts/warnings.md.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suite/own_data/scale_warnings.hpp"
#include "testing/config_text.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;

TEST_CASE("scales: gaps and constant columns do not count, a thousand times is not yet too wide") {
  const double gap = arma::datum::nan;
  const std::vector<std::string> names = {"a", "b", "c"};
  using suite::own_data::scale_warnings;
  CHECK(scale_warnings({{0, 0, 5}, {1, 1000, 5}, {gap, 0, 5}}, names).empty());
  CHECK(scale_warnings({{0, 0, 5}, {1, 4000, 5}, {gap, gap, 5}}, names).size() == 1);
  CHECK(scale_warnings(arma::mat(0, 3), names).empty());
}

TEST_CASE(
    "a column that nearly tells the target is found by `audit`, with counts, and nothing in data without "
    "one") {
  const testing::TemporaryFolder folder;
  std::string table = "x,z,gap,cube,class,y\n";
  for (int row = 0; row < 200; ++row) {
    const int i = row * 59 % 200;  // 3 has the other class; so 4, next to it, and 100, next to 99, are misled
    table += fmt::format("{},{},{},{},{},{}\n", i, i * 37 % 211, row % 50 == 0 ? "" : std::to_string(i),
                         i * i * i, (i < 100) == (i != 3) ? "a" : "b", 2 * i + (i % 2 == 0 ? 1 : -1));
  }
  folder.write("t.csv", table);
  const auto audit = [&](const std::string& inputs, const std::string& output, const std::string& kind) {
    const std::string config = testing::config_of(
        "own_data",
        "dataset: {name: vectors, path: t.csv, inputs: " + inputs + ", outputs: " + output +
            ", output_kind: " + kind + "}\ninput_kernel: {name: linear}\noutput_kernel: {name: " +
            (kind == "class" ? "class" : "linear") +
            "}\nloss: distance\nmissing: median\nprotocol: {outer: {folds: 4}, inner: {folds: 2}}\nlearners: "
            "{one: {method: nearest_neighbours, k: 1}}\n",
        1);
    return testing::run_preimage({"audit", folder.write("c.yaml", config).string()});
  };
  const testing::Finished told = audit("[x, z]", "class", "class");
  CHECK(told.code == 3);
  CHECK(contains(told.out,
                 "c / as-written: 1 found\n  input column 'x' alone tells all but 3 of 200 rows of the "
                 "target 'class': leave"));
  CHECK(contains(audit("[x, z]", "y", "vector").out,
                 "input column 'x' is nearly a line in (correlation 0.99996) the target 'y'"));
  CHECK(contains(audit("[gap, z]", "class", "class").out,  // 50, 100, 150 and 0 are gaps
                 "input column 'gap' alone tells all but 2 of 196 rows with a value of the target 'class'"));
  CHECK(contains(audit("[cube, z]", "y", "vector").out,
                 "input column 'cube' has nearly the order of (rank correlation 0.99996) the target 'y'"));
  const testing::Finished fine = audit("z", "class", "class");  // each class in many stretches of z
  CHECK(fine.code == 0);
  CHECK(fine.out == "c / as-written: nothing found\n");
}

TEST_CASE("rows in an order that no key names are found by `audit`, and those that are sorted are not") {
  const testing::TemporaryFolder folder;
  const auto audit = [&](const std::string& rows, const std::string& more = ", inputs: [x]",
                         const std::string& kind = "vector") {
    folder.write("t.csv", rows);
    return testing::run_preimage(
        {"audit", folder
                      .write("c.yaml",
                             testing::own_config(
                                 "folds: 4",
                                 "dataset: {name: vectors, path: t.csv, outputs: y, "
                                 "output_kind: " +
                                     kind + more + "}\ninput_kernel: {name: linear}\noutput_kernel: {name: " +
                                     (kind == "class" ? "class" : "linear") +
                                     "}\nloss: distance\nlearners: {one: {method: "
                                     "nearest_neighbours, k: 1}}\n"))
                      .string()});
  };
  const auto rows = [](const auto& target, int of_block = 1) {
    std::string text = "day,x,block,y\n";
    for (int i = 0; i < 60; ++i)
      text += fmt::format("2024-{:02}-{:02},{},p{},{}\n", 1 + i / 28, 1 + i % 28, i * 37 % 61, i / of_block,
                          target(i));
    return text;
  };
  const auto wave = [](int i) { return i % 20 < 10 ? i % 10 : 10 - i % 10; };
  CHECK(contains(
      audit(rows(wave)).out,
      "column 'day' looks like times of the rows; folds are drawn at random, and training sets hold rows "
      "later than those tested: `readings: {random: {}, ordered: {dataset.time: \"day\", "
      "protocol.outer: {ordered: 5}, protocol.inner: {folds: 2}}}` in the config gives this estimate"));
  const auto shuffled = [](std::string text) {  // the dates, of which the first is another one
    return text.replace(text.find("2024-01-01"), 10, "2024-02-20");
  };
  CHECK_FALSE(contains(audit(rows(wave)).out, "the row before tells"));
  CHECK(contains(audit(shuffled(rows(wave))).out,
                 "the row before tells 94 % of what varies in the target 'y'"));
  const auto dateless = [](std::string text) {  // 2024-01-01 > 2024x01x01
    for (char& c : text) c = c == '-' ? 'x' : c;
    return text;
  };
  // All 59 steps are 1; by NumPy 1 - mean(diff(y)^2) / (2 var(y, ddof = 1)) = .942, of the blocks below .833.
  const std::string told = audit(dateless(rows(wave))).out;
  INFO(told);
  CHECK(contains(told, "the row before tells 94 % of what varies in the target 'y'"));
  CHECK(audit(dateless(rows([](int i) { return i; }))).out == "c / as-written: nothing found\n");
  CHECK(audit(dateless(rows([](int i) { return i * 17 % 60; }))).out == "c / as-written: nothing found\n");
  const auto blocks = [](int i) { return i / 10 % 2 == 0 ? "a" : "b"; };
  CHECK(
      contains(audit(dateless(rows(blocks)), ", inputs: [x]", "class").out, "the row before tells 83 % of"));
  CHECK(audit(dateless(rows([](int i) { return i < 30 ? "a" : "b"; })), ", inputs: [x]", "class").out ==
        "c / as-written: nothing found\n");
  CHECK(audit(dateless(rows(blocks, 6)), ", inputs: [x], group: block", "class").out ==
        "c / as-written: nothing found\n");
  CHECK_FALSE(contains(audit(dateless(rows([](int i) { return i / 6 * 17 % 10; }, 6)),
                             ", inputs: [x, block], categories: [block]")
                           .out,
                       "the row before"));  // an input, of which each level is one block
}
