#include "suite/records/verdict.hpp"

#include <cmath>
#include <utility>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"

using namespace preimage::suite;
using namespace preimage::suite::records;
using preimage::testing::is_close;

namespace {

Published published(const std::string& text, double value) {
  Published number;
  number.text = text;
  number.value = value;
  return number;
}

/// (a): ten seeds on either side.
Published ten_seeds(double spread, SpreadKind kind, const std::string& spread_text = "") {
  Published number = published(".947", 0.947);
  number.spread = spread;
  number.spread_text = spread_text;
  number.spread_kind = kind;
  number.runs = 10;
  number.runs_draw = RunsDraw::seeds;
  return number;
}

Estimate ours(double mean, double sd, int repetitions, RunsDraw draw = RunsDraw::seeds) {
  Estimate number{mean, sd, 0.0, repetitions};
  number.draw = draw;
  return number;
}

}  // namespace

TEST_CASE("half of the last printed digit, at the place that the exponent gives it") {
  const std::pair<const char*, double> kCases[] = {
      {"0.0798", 5e-5}, {"0.50", 5e-3},      {"12", 0.5},        {"12.50", 5e-3},   {"7", 0.5},
      {"7.", 0.5},      {"+.5", 0.05},       {"-0.0", 0.05},     {"5e-4", 5e-5},    {"5E-04", 5e-5},
      {"1.20e3", 5.0},  {"1.20e+03", 5.0},   {"1e3", 500.0},     {"-1.2e-5", 5e-7}, {"1.2e-05", 5e-7},
      {"0e0", 0.5},     {"9.758e-05", 5e-9}, {"3.1e240", 5e238}, {"12e-1", 0.05}};
  for (const auto& [text, half] : kCases) {
    const char* printed = text;
    CAPTURE(printed);
    CHECK(half_digit(printed) == half);
  }
  CHECK(half_digit("0e-400") == 0.0);
  CHECK(std::isinf(half_digit("0e400")));
  CHECK(std::isinf(half_digit("0e99999999999999999999")));
}

TEST_CASE("a verdict on a small number is the same whether it is printed with an exponent or without") {
  for (const char* printed : {"0.0005", "5e-4", "5E-04"})
    CHECK(is_close(judge(ours(9e-4, 0.0, 20), published(printed, 5e-4)).unit, 5e-5 / std::sqrt(3.0), 1e-15));
  for (const char* printed : {"1200", "1.200e3"})
    CHECK(
        is_close(judge(ours(1204.0, 0.0, 20), published(printed, 1200.0)).unit, 0.5 / std::sqrt(3.0), 1e-13));
  CHECK(
      is_close(judge(ours(1204.0, 0.0, 20), published("1.20e3", 1200.0)).unit, 5.0 / std::sqrt(3.0), 1e-13));
}

TEST_CASE("the printed standard error: SE, SD over sqrt(n), CI95 over t(.975, n - 1)") {
  Published number = published("0.1250", 0.125);
  CHECK(published_standard_error(number) == 0.0);
  number.spread = 0.02;
  number.spread_kind = SpreadKind::standard_error;
  number.folds = 5;
  CHECK(is_close(published_standard_error(number), 0.02, 1e-16));
  number.spread_kind = SpreadKind::unstated;
  CHECK(is_close(published_standard_error(number), 0.02, 1e-16));
  number.spread_kind = SpreadKind::standard_deviation;
  number.folds = 4;
  CHECK(is_close(published_standard_error(number), 0.01, 1e-15));
  number.folds = 0;
  number.runs = 16;
  CHECK(is_close(published_standard_error(number), 0.005, 1e-15));
  number.spread_kind = SpreadKind::confidence_interval;
  CHECK(is_close(published_standard_error(number), 0.02 / 2.131449545559323, 1e-12));
}

TEST_CASE("what a printed spread is: over folds, over runs, or of a number that is not stated") {
  Published number = ten_seeds(0.022, SpreadKind::standard_deviation);
  CHECK(published_spread_remark(number) == "SD over 10 runs");
  number.folds = 5;
  CHECK(published_spread_remark(number) == "SD over 5 folds");
  number = published("0.5", 0.5);
  CHECK(published_spread_remark(number) == "");
  number.spread = 0.1;
  number.spread_kind = SpreadKind::standard_error;
  CHECK(published_spread_remark(number) == "SE");
}

TEST_CASE("z has a sign but where it rounds to zero") {
  for (const auto& [z, text] : {std::pair<double, const char*>{1.26, "+1.3"},
                                {-1.26, "-1.3"},
                                {0.04, "0.0"},
                                {-0.04, "0.0"},
                                {0.0, "0.0"},
                                {-0.05001, "-0.1"}})
    CHECK(Verdict{z}.z_text() == text);
}

// Values by SciPy (core/testing/verdict_check.py).
TEST_CASE(
    "means of ten seeds on both sides: a difference of .021 is not reproduced, and its kind of spread hardly "
    "matters") {
  const auto judged = [](const Published& number) { return judge(ours(0.9257, 0.0146, 10), number); };
  Published number = ten_seeds(0.022, SpreadKind::standard_deviation);
  number.matters = 0.01;
  CHECK(judged(number).agreement == Agreement::marginal);
  CHECK(is_close(judged(number).unit, 0.008354599531595355, 1e-15));
  CHECK(is_close(judged(number).z, -2.154248848588804, 1e-12));
  CHECK(judged(number).degrees == 9.0);
  CHECK(is_close(judged(ten_seeds(0.007, SpreadKind::standard_error)).z, -2.147124325029104, 1e-12));
  CHECK(is_close(judged(ten_seeds(0.0157, SpreadKind::confidence_interval)).z, -2.1570298182971883, 1e-8));
}

TEST_CASE(
    "runs count where they draw what our repetitions draw, and where the spread is over them; else the paper "
    "is one draw") {
  Published number = ten_seeds(0.022, SpreadKind::standard_deviation);
  number.matters = 0.01;
  const double alone = 0.015315330010591785;
  CHECK(is_close(judge(ours(0.9257, 0.0146, 10, RunsDraw::splits), number).unit, alone, 1e-15));
  CHECK(judge(ours(0.9257, 0.0146, 10, RunsDraw::splits), number).agreement == Agreement::inconclusive);
  CHECK(is_close(judge(ours(0.9257, 0.0146, 10, RunsDraw::unstated), number).unit, alone, 1e-15));
  number.folds = 5;
  CHECK(is_close(judge(ours(0.9257, 0.0146, 10), number).unit, alone, 1e-15));
}

TEST_CASE("a printed spread of 0 is below its last digit") {
  Published number = ten_seeds(0.0, SpreadKind::standard_deviation, "0.00");
  number.matters = 0.05;
  const Verdict verdict = judge(ours(0.9357, 0.0146, 10), number);
  CHECK(is_close(verdict.unit, 0.004888694440577498, 1e-15));
  CHECK(verdict.agreement == Agreement::reproduced);
}

TEST_CASE("one printed draw: a spread over its folds is not used") {
  Published number = published("0.0798", 0.0798);
  number.spread = 0.0067;
  number.spread_kind = SpreadKind::standard_error;
  number.folds = 5;
  number.largest_difference = 0.0452;
  const Verdict verdict = judge(ours(0.0814, 0.0021252450839060106, 10), number);
  CHECK(is_close(verdict.unit, 0.0022291627725822684, 1e-16));
  CHECK(is_close(verdict.z, 0.6885350951033963, 1e-12));
  CHECK(verdict.agreement == Agreement::reproduced);
}

TEST_CASE("printed runs count where their spread is known and ours draw the same") {
  Published number = ten_seeds(0.022, SpreadKind::standard_deviation);
  const auto why = [&](RunsDraw draw) {
    return std::string(why_counted_once(ours(0.9, 0.1, 10, draw), number));
  };
  CHECK(why(RunsDraw::seeds).empty());
  CHECK(why(RunsDraw::data) == "ours draw something else than the printed runs");
  number.runs_draw = RunsDraw::unstated;
  CHECK(why(RunsDraw::unstated) == "what the printed runs draw is not said: data, splits or seeds");
  number.folds = 5;
  CHECK(why(RunsDraw::unstated) == "the printed spread is over folds");
  number.spread.reset();
  CHECK(why(RunsDraw::unstated) == "no spread of the printed runs is known");
  number.runs = 1;
  CHECK(why(RunsDraw::unstated).empty());
}

// Values by SciPy: log of f(x_other) x_other / (f(x) x), f the density of F(9, 9), x the ratio of variances.
TEST_CASE("whether a spread is an SD or an SE is told by the likelihood of its ratio to ours") {
  const auto told = [](double spread, SpreadKind kind, int repetitions) {
    return other_spread_kind(ours(0.9, 0.02, repetitions), ten_seeds(spread, kind));
  };
  CHECK(is_close(told(0.022, SpreadKind::standard_error, 10), 5.654944513623797, 1e-12));
  CHECK(is_close(told(0.1, SpreadKind::unstated, 10), 10.044574691519513, 1e-12));
  CHECK(is_close(told(0.007, SpreadKind::standard_deviation, 10), 4.203845743617822, 1e-12));
  CHECK(is_close(told(0.007, SpreadKind::standard_error, 10), -4.203845743617822, 1e-12));
  CHECK(is_close(told(0.022, SpreadKind::standard_error, 5), 2.806149140514832, 1e-12));
  CHECK(told(0.02, SpreadKind::confidence_interval, 10) == 0.0);
  CHECK(told(0.02, SpreadKind::standard_error, 1) == 0.0);
}

TEST_CASE("one run of ours beside ten printed ones") {
  Published number = ten_seeds(0.022, SpreadKind::standard_deviation);
  number.matters = 0.05;
  const Verdict verdict = judge_fully(ours(0.9257, 0.0, 1), number, {});
  CHECK(is_close(verdict.unit, 0.023075600389444548, 1e-15));
  CHECK(verdict.agreement == Agreement::consistent);
  CHECK(verdict.would_decide == "5 repetitions");
}

TEST_CASE(
    "copies are judged by the spread over folds, which is approximate; disjoint training sets do not "
    "overlap") {
  Published number = published("86.1", 86.1);
  number.spread = 0.7;
  number.spread_kind = SpreadKind::unstated;
  number.folds = 10;
  number.matters = 0.45;
  Estimate copies = ours(86.3, 0.0, 1);
  copies.has_chance = false;
  copies.folds = 10;
  copies.fold_sd = 0.9;
  Verdict verdict = judge_fully(copies, number, {});
  CHECK(is_close(verdict.unit, 1.017486008639813, 1e-13));
  CHECK(verdict.is_approximate);
  CHECK(verdict.agreement == Agreement::inconclusive);
  CHECK(verdict.why() ==
        "u 1.02 > M 0.45; to decide: none: repetitions would be copies; approximate: by a spread over folds");
  copies.test_to_train = 0.0;
  verdict = judge(copies, number);
  CHECK(is_close(verdict.unit, std::sqrt(0.7 * 0.7 + 0.0025 / 3.0), 1e-13));
}

TEST_CASE(
    "where nothing is drawn an exact match is reproduced; where something is drawn, and no spread known, "
    "nothing is") {
  Published number = published(".947", 0.947);
  number.matters = 0.01;
  Estimate exact = ours(0.947, 0.0, 1);
  CHECK(judge(exact, number).agreement == Agreement::inconclusive);
  CHECK(std::isinf(judge(exact, number).unit));
  CHECK_FALSE(judge(exact, number).why().empty());
  CHECK(judge(exact, number).z_text().empty());
  exact.has_chance = false;
  CHECK(judge(exact, number).agreement == Agreement::reproduced);
  exact.mean = 0.949;
  const Verdict verdict = judge(exact, number);
  CHECK(is_close(verdict.z, 6.928203230275516, 1e-12));
  CHECK(verdict.agreement == Agreement::reproduced);
  CHECK(verdict.why() == "differs by +0.002, less than M 0.01");
  number.runs = 10;  // of which no spread is printed
  CHECK(judge(exact, number).agreement == Agreement::inconclusive);
}

TEST_CASE("the words: a difference that matters is excluded, or contradicted, or could be told, or not") {
  const auto agreement = [](double mean, double sd, std::optional<double> matters) {
    Published number = published("0.0000", 0.0);
    number.matters = matters;
    return judge(ours(mean, sd, 1000), number).agreement;
  };
  CHECK(agreement(1.0, 1.0, 3.0) == Agreement::reproduced);
  CHECK(agreement(2.5, 1.0, 5.0) == Agreement::reproduced);
  CHECK(agreement(2.5, 1.0, 3.0) == Agreement::marginal);
  CHECK(agreement(-3.5, 1.0, 3.0) == Agreement::not_reproduced);
  CHECK(agreement(1.5, 1.0, 2.0) == Agreement::consistent);
  CHECK(agreement(0.0, 1.0, 0.9) == Agreement::inconclusive);
  CHECK(agreement(1.5, 1.0, {}) == Agreement::no_difference);
  CHECK(agreement(2.5, 1.0, {}) == Agreement::marginal);
}

TEST_CASE("M is what the paper says, else half of the largest difference that it compares") {
  Published number = published("0.5", 0.5);
  CHECK_FALSE(number.difference_that_matters().has_value());
  number.largest_difference = 0.2;
  CHECK(number.difference_that_matters() == 0.1);
  number.matters = 0.03;
  CHECK(number.difference_that_matters() == 0.03);
}

TEST_CASE("the repetitions that would decide are the fewest with which mean and spread as they are do") {
  Published number = ten_seeds(0.022, SpreadKind::standard_deviation);
  number.matters = 0.0205;
  const Verdict verdict = judge_fully(ours(0.9417, 0.0146, 4), number, {});
  REQUIRE(verdict.agreement == Agreement::consistent);
  REQUIRE(verdict.would_decide.ends_with(" repetitions"));
  const int fewest = std::stoi(verdict.would_decide);
  CHECK(judge(ours(0.9417, 0.0146, fewest), number).agreement == Agreement::reproduced);
  CHECK(judge(ours(0.9417, 0.0146, fewest - 1), number).agreement == Agreement::consistent);
  number.runs = 1;
  CHECK(judge_fully(ours(0.9417, 0.0146, 4), number, {}).would_decide == "none: the paper is one draw");
}

TEST_CASE(
    "without a difference that matters the verdict says what would be told, and that a wide spread tells "
    "nothing") {
  CHECK(judge(ours(0.5, 0.01, 50), published("0.50", 0.5)).why() ==
        "M is not known; a difference of 0.0216 would be told");
  CHECK(judge(ours(0.5, 0.4, 5), published("0.50", 0.5)).why() ==
        "M is not known; a difference of 1.26 would be told: nothing could contradict a number of this size");
}

TEST_CASE("rule 1 is kept beside: the largest of three units, and inconclusive before z") {
  const auto agreement = [](double mean, std::optional<double> difference) {
    return *judge_fully(ours(mean, 4.0, 16), published("0", 0.0), difference).rule_1;
  };
  const double unit = std::sqrt(17.0);
  CHECK(agreement(1.99 * unit, {}) == Agreement::reproduced);
  CHECK(agreement(-2.99 * unit, {}) == Agreement::marginal);
  CHECK(agreement(3.01 * unit, {}) == Agreement::not_reproduced);
  CHECK(agreement(0.0, 2.0 * unit - 0.01) == Agreement::inconclusive);
  CHECK(agreement(100.0, 2.0 * unit + 0.01) == Agreement::not_reproduced);
  Published number = published("0.32", 0.32);  // rounding does not push a number over a border
  number.spread = 0.02;
  number.spread_kind = SpreadKind::standard_error;
  CHECK(*judge_fully(ours(0.25999999999999995, 0.0, 16), number, {}).rule_1 == Agreement::marginal);
}

TEST_CASE("below ten repetitions a verdict is provisional, unless there is no chance to repeat") {
  const auto text = [](int repetitions, bool has_chance, double mean) {
    Estimate number = ours(mean, 0.1, repetitions);
    number.has_chance = has_chance;
    return judge(number, published("1.0", 1.0)).text();
  };
  CHECK(text(1, false, 1.0) == "no difference found");
  CHECK(text(9, true, 1.0) == "no difference found (provisional)");
  CHECK(text(10, true, 1.0) == "no difference found");
  CHECK(text(9, true, 9.0) == "not reproduced (provisional)");
  CHECK(Verdict{2.5, Agreement::marginal, false}.text() == "marginal");
}

TEST_CASE(
    "what rounding may do to a mean follows the size of its values and their number, and is nothing to a "
    "count") {
  const double last_bit = std::ldexp(1.0, -52);
  CHECK(rounding_of_mean(1, 1e15, false) == 1e15 * last_bit);  // .22, and one bit of 1e15 is .125
  CHECK(rounding_of_mean(100, 2e-10, false) == doctest::Approx(100 * 2e-10 * last_bit).epsilon(1e-12));
  CHECK(rounding_of_mean(100, 0.0, false) == 0.0);
  CHECK(rounding_of_mean(100, 0.25, true) == 0.0);
  CHECK(rounding_of_mean(1, 4e9, true) == 0.0);               // a count
  CHECK(rounding_of_mean(1, 1e15, true) == 1e15 * last_bit);  // whole by chance, as one of eight of its size
  CHECK(rounding_of_mean(20, 1e300, true) ==
        doctest::Approx(20 * 1e300 * last_bit).epsilon(1e-12));  // whole, as all are
  CHECK(std::isfinite(rounding_of_mean(std::size_t{1} << 60, 1e308, false)));
}

TEST_CASE("the sample mean and standard deviation") {
  CHECK(mean({2.0, 4.0, 9.0}) == 5.0);
  CHECK(is_close(standard_deviation({2.0, 4.0, 9.0}), std::sqrt(13.0), 1e-15));
  CHECK(standard_deviation({7.0}) == 0.0);
  for (const std::size_t count : {3U, 10U, 50U})  // whose mean rounds
    CHECK(standard_deviation(std::vector<double>(count, 0.1)) == 0.0);
  CHECK(standard_deviation({0.1, 0.1 + 1e-12}) > 7e-13);
  CHECK(std::isnan(standard_deviation({1.0, std::nan("")})));
}

TEST_CASE("kinds of spread as words") {
  CHECK(spread_name(SpreadKind::standard_error) == "SE");
  CHECK(spread_name(SpreadKind::standard_deviation) == "SD");
  CHECK(spread_name(SpreadKind::unstated) == "unstated");
  CHECK(spread_name(SpreadKind::confidence_interval) == "CI95");
  CHECK(spread_name(SpreadKind::none) == "");
  CHECK(spread_kind_named("CI95") == SpreadKind::confidence_interval);
  CHECK_FALSE(spread_kind_named("sd").has_value());
  CHECK(runs_draw_named("splits") == RunsDraw::splits);
  CHECK_FALSE(runs_draw_named("folds").has_value());
}
