#include "suite/results/result_table.hpp"

#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"

using namespace preimage::suite;
using namespace preimage::suite::results;
using preimage::testing::is_close;

namespace {

const FoldLosses kTwoByTwo = {{0.1, 0.3}, {0.4, 0.4}};  // means 0.2 and 0.4
const FoldLosses kOneMissing = {{0.1, std::nullopt}, {0.4, 0.4}};

records::LedgerEntry entry(const std::string& learner, const std::string& text, double value) {
  records::LedgerEntry result;
  result.table = "p/t";
  result.measure = "loss";
  result.row_title = "test loss";
  result.learner = learner;
  result.column_title = "the " + learner;
  result.published.text = text;
  result.published.value = value;
  return result;
}

/// Losses by learner, for every measure.
LossLookup from(const std::map<std::string, FoldLosses>& losses) {
  return [losses](const std::string&, const std::string& learner) { return losses.at(learner); };
}

}  // namespace

TEST_CASE("a mean or a spread that overflows is no number, a missing fold is never averaged away") {
  constexpr double kHuge = 1.5e308;
  const std::pair<const char*, FoldLosses> none[] = {{"the mean", {{kHuge, kHuge}}},
                                                     {"the spread", {{1e200, -1e200}}},
                                                     {"over repetitions", {{1e200}, {-1e200}}},
                                                     {"NaN", {{std::nan("")}}},
                                                     {"a fold is missing", kOneMissing},
                                                     {"a repetition without folds", {{0.1}, {}}},
                                                     {"nothing", {}}};
  for (const auto& one : none) {
    CAPTURE(one.first);
    CHECK_FALSE(summarise(one.second, records::SpreadKind::standard_error).has_value());
  }
  CHECK_FALSE(judge_claim({{0.0}, {0.0}}, {{kHuge}, {-kHuge}}).has_value());
  const ResultTable table =
      build_table({}, {entry("a", "0.3", 0.3), entry("b", "0.9", 0.9), entry("c", "0.9", 0.9)}, {},
                  {"a", "b", "c"}, from({{"a", {{kHuge, kHuge}}}, {"b", kOneMissing}, {"c", kTwoByTwo}}));
  CHECK(table.not_finite == std::vector<std::string>{"test loss, the a"});  // the other lacks a fold
  REQUIRE(table.rows.size() == 1);
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
    CHECK_FALSE(table.rows[0].numbers[number].ours.has_value());
    CHECK_FALSE(table.rows[0].numbers[number].verdict.has_value());
    CHECK(table.rows[0].numbers[number].applies);
  }
  CHECK(table.rows[0].numbers[2].verdict.has_value());
  CHECK(table.with_verdict() == 1);
}

TEST_CASE("a verdict is the same however often the same splits are repeated") {
  TableHead head;
  head.repeats = {{"a", study::Repeats::one_draw}};
  std::vector<records::Verdict> verdicts;
  for (const std::size_t repetitions : {1U, 2U, 20U}) {
    head.repetitions = static_cast<int>(repetitions);
    const ResultTable table = build_table(head, {entry("a", "0.5", 0.5)}, {}, {"a"},
                                          from({{"a", FoldLosses(repetitions, {0.1, 0.3, 0.8})}}));
    verdicts.push_back(table.rows.at(0).numbers.at(0).verdict.value());
  }
  // The variance of a mean over 3 folds, of which 1/3 tests and 2/3 train, and that of "0.5" as printed.
  const double variance = (0.09 + 0.01 + 0.16) / 2.0;
  for (const records::Verdict& verdict : verdicts)
    CHECK(is_close(verdict.unit, std::sqrt(variance * (1.0 / 3.0 + 1.0 / 2.0) + 0.05 * 0.05 / 3.0), 1e-13));
  head.test_to_train = 0.0;
  const ResultTable table =
      build_table(head, {entry("a", "0.5", 0.5)}, {}, {"a"}, from({{"a", {{0.1, 0.3, 0.8}}}}));
  CHECK(
      is_close(table.rows[0].numbers[0].verdict->unit, std::sqrt(variance / 3.0 + 0.05 * 0.05 / 3.0), 1e-13));
}

TEST_CASE("printed runs count where they draw what a repetition of the learner draws") {
  records::LedgerEntry printed = entry("a", "0.300", 0.3);
  printed.published.spread = 0.05;
  printed.published.spread_kind = records::SpreadKind::standard_deviation;
  printed.published.runs = 10;
  printed.published.runs_draw = records::RunsDraw::seeds;
  const auto unit = [&](const TableHead& head) {
    return build_table(head, {printed}, {}, {"a"}, from({{"a", kTwoByTwo}})).rows[0].numbers[0].verdict->unit;
  };
  const double digits = 0.0005 * 0.0005 / 3.0;
  TableHead head;
  head.repetitions = 2;
  head.draw = records::RunsDraw::splits;
  CHECK(is_close(unit(head), std::sqrt(0.02 * 1.5 + digits), 1e-13));  // the paper is one draw
  head.draw = records::RunsDraw::seeds;
  CHECK(is_close(unit(head), std::sqrt(0.0025 / 10.0 + 0.02 / 2.0 + digits), 1e-13));
  head.repeats = {{"a", study::Repeats::one_draw}};  // copies but for their seeds, and ours is one
  CHECK(is_close(unit(head), std::sqrt(0.0025 * 1.1 + digits), 1e-13));
}

TEST_CASE("columns and rows come in the ledger's order, then the extra ones") {
  const ResultTable table = build_table({}, {entry("b", "0.3", 0.3), entry("a", "0.3", 0.3)},
                                        {"extra_loss", "loss"}, {"a", "my_method", "b"},
                                        from({{"a", kTwoByTwo}, {"b", kTwoByTwo}, {"my_method", kTwoByTwo}}));
  REQUIRE(table.columns.size() == 3);
  CHECK(table.columns[0] == "the b");
  CHECK(table.columns[1] == "the a");
  CHECK(table.columns[2] == "my method");
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].title == "test loss");
  CHECK(table.rows[1].title == "extra loss");
  CHECK_FALSE(table.rows[0].numbers[2].verdict.has_value());  // nothing was published for it
  CHECK(table.rows[0].numbers[2].ours.has_value());
  CHECK(table.with_verdict() == 2);
}

TEST_CASE("a table whose columns several learners share: each number names its learner") {
  const auto placed = [](const std::string& learner, const std::string& row, const std::string& column,
                         double value) {
    records::LedgerEntry result = entry(learner, "0.3", value);
    result.row_title = row;
    result.column_title = column;
    return result;
  };
  const FoldLosses other = {{0.9, 0.9}, {0.9, 0.9}};
  const ResultTable table =
      build_table({},
                  {placed("kde_1", "KDE", "1-NN", 0.3), placed("kde_3", "KDE", "3-NN", 0.3),
                   placed("window_1", "k-NN", "1-NN", 0.9), placed("window_3", "k-NN", "3-NN", 0.9)},
                  {"loss", "other_loss"}, {"kde_1", "kde_3", "window_1", "window_3", "mine"},
                  from({{"kde_1", kTwoByTwo},
                        {"kde_3", kTwoByTwo},
                        {"window_1", other},
                        {"window_3", other},
                        {"mine", other}}));
  CHECK(table.columns == std::vector<std::string>{"1-NN", "3-NN", "mine"});
  std::vector<std::vector<std::string>> learners;
  std::vector<std::string> titles;
  for (const TableRow& row : table.rows) {
    titles.push_back(row.title);
    learners.emplace_back();
    for (const Number& number : row.numbers) learners.back().push_back(number.learner);
  }
  CHECK(titles == std::vector<std::string>{"KDE", "k-NN", "loss", "other loss", "other loss, k-NN"});
  CHECK(learners[0] == std::vector<std::string>{"kde_1", "kde_3", ""});
  CHECK(learners[1] == std::vector<std::string>{"window_1", "window_3", ""});
  CHECK(learners[2] == std::vector<std::string>{"", "", "mine"});
  CHECK(learners[3] == std::vector<std::string>{"kde_1", "kde_3", "mine"});
  CHECK(learners[4] == std::vector<std::string>{"window_1", "window_3", ""});
  CHECK(is_close(table.rows[1].numbers[0].ours->mean, 0.9, 1e-15));
  CHECK(is_close(table.rows[0].numbers[1].ours->mean, 0.3, 1e-15));
  CHECK_FALSE(table.rows[1].numbers[2].applies);
  // Within the row of KDE nothing differs; within the measure .6 does, of which the spread is less than half.
  CHECK(table.rows[0].numbers[0].verdict->rule_1 == records::Agreement::reproduced);
}

TEST_CASE("a measure that a learner does not have is no missing number") {
  const ResultTable table =
      build_table({}, {}, {"loss"}, {"a", "b"}, from({{"a", kTwoByTwo}, {"b", FoldLosses{}}}));
  CHECK(table.rows[0].numbers[0].applies);
  CHECK_FALSE(table.rows[0].numbers[1].applies);
}

TEST_CASE("a row in which no learner has the measure is left out") {
  const std::map<std::string, records::TablePlace> places = {{"svm", {"SVM", "0 %"}},
                                                             {"jkse", {"JKSE", "0 %"}}};
  const ResultTable table = build_table(
      {}, {}, {"loss", "chosen_nu"}, {"svm", "jkse"},
      [](const std::string& measure, const std::string& learner) {
        const bool has = measure == "loss" || learner == "jkse";
        return has ? FoldLosses{{0.5}} : FoldLosses{};
      },
      places);
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[2].title == "chosen nu, JKSE");
}

TEST_CASE(
    "the verdict is by the difference that the paper's own comparison makes matter, rule 1's by that of the "
    "row") {
  const auto judged = [](double other) {
    records::LedgerEntry first = entry("a", "0.30", 0.3);
    first.published.largest_difference = 3.0;
    const ResultTable table = build_table({}, {first, entry("b", "0.3", other)}, {}, {"a", "b"},
                                          from({{"a", kTwoByTwo}, {"b", kTwoByTwo}}));
    return *table.rows[0].numbers[0].verdict;
  };
  CHECK(judged(0.9).rule_1 == records::Agreement::reproduced);
  CHECK(judged(0.4).rule_1 == records::Agreement::inconclusive);
  CHECK(judged(0.4).matters == 1.5);
  CHECK(judged(0.4).agreement == records::Agreement::reproduced);
}

TEST_CASE("what made verdicts so is said once for the columns that share it") {
  records::LedgerEntry a = entry("a", "0.30", 0.3), b = entry("b", "0.30", 0.3);
  a.published.matters = b.published.matters = 0.1;
  const ResultTable table = build_table({}, {a, b, entry("c", "0.30", 0.3)}, {}, {"a", "b", "c"},
                                        from({{"a", kTwoByTwo}, {"b", kTwoByTwo}, {"c", kTwoByTwo}}));
  REQUIRE(table.reasons.size() == 2);
  CHECK(table.reasons[0] ==
        "test loss, the a and the b: inconclusive: u 0.173 > M 0.1; to decide: none: the paper is one draw");
  CHECK(table.reasons[1].starts_with(
      "test loss, the c: no difference found: M is not known; a difference of "));
}

TEST_CASE("how many numbers a reading explains") {
  const ResultTable table = build_table({}, {entry("a", "0.3", 0.3), entry("b", "9.0", 9.0)}, {}, {"a", "b"},
                                        from({{"a", kTwoByTwo}, {"b", kTwoByTwo}}));
  CHECK(table.with_verdict() == 2);
  CHECK(table.explained() == 1);
}

TEST_CASE("stand-in data and modified readings have numbers beside the published ones, and no verdict") {
  TableHead stand_in, modified;
  stand_in.stand_in = true;
  modified.modified = "seed=2";
  for (const TableHead& head : {stand_in, modified}) {
    CAPTURE(head.modified);
    const ResultTable table =
        build_table(head, {entry("a", "0.3", 0.3)}, {}, {"a"}, from({{"a", kTwoByTwo}}));
    CHECK(table.rows[0].numbers[0].ours.has_value());
    CHECK(table.rows[0].numbers[0].published.has_value());
    CHECK_FALSE(table.rows[0].numbers[0].verdict.has_value());
    CHECK(table.with_verdict() == 0);
  }
}

TEST_CASE("a number without learner is a footnote") {
  records::LedgerEntry alone = entry("", "12", 12.0);
  alone.note = "no code";
  const ResultTable table = build_table({}, {alone}, {}, {}, from({}));
  CHECK(table.columns.empty());
  CHECK(table.rows.empty());
  CHECK(table.footnotes == std::vector<std::string>{"test loss the : published 12 (no code)"});
}

TEST_CASE("learners that the ledger has nowhere stand where they say") {
  const std::map<std::string, records::TablePlace> places = {{"greedy_50", {"greedy", "n = 50"}},
                                                             {"greedy_100", {"greedy", "n = 100"}},
                                                             {"random_100", {"random", "n = 100"}}};
  const ResultTable table =
      build_table({}, {}, {"symbol_error"}, {"greedy_50", "random_100", "greedy_100"},
                  from({{"greedy_50", {{0.5}}}, {"random_100", {{0.4}}}, {"greedy_100", {{0.3}}}}), places);
  REQUIRE(table.columns == std::vector<std::string>{"n = 50", "n = 100"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].title == "symbol error, greedy");
  CHECK(table.rows[0].numbers[0].ours->mean == 0.5);
  CHECK(table.rows[0].numbers[1].ours->mean == 0.3);
  CHECK(table.rows[1].title == "symbol error, random");
  CHECK(table.rows[1].numbers[0].learner.empty());
  CHECK(table.rows[1].numbers[1].ours->mean == 0.4);
}
