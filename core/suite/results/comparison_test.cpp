#include "suite/results/comparison.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suite/results/result_table.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::results;

namespace {

// Two repetitions of three folds; `slow` is worse everywhere.
const FoldLosses kFast = {{0.10, 0.12, 0.11}, {0.09, 0.13, 0.10}};
const FoldLosses kSlow = {{0.20, 0.19, 0.23}, {0.18, 0.22, 0.21}};

FoldLosses losses_of(const std::string&, const std::string& learner) {
  return learner == "fast" ? kFast : kSlow;
}

ResultTable table_of(const std::vector<std::string>& learners) {
  ResultTable table;
  TableRow row{"loss", "the loss", records::SpreadKind::standard_error, 3, {}};
  for (const std::string& learner : learners) {
    table.columns.push_back("column " + learner);
    Number number;
    number.learner = learner;
    number.ours = summarise(losses_of("loss", learner), records::SpreadKind::standard_error);
    row.numbers.push_back(number);
  }
  table.rows = {row};
  return table;
}

/// Of 12 samples each, 4 in each fold; where one fold trains, 8 are tested.
std::vector<std::size_t> sizes_for(const study::Reading& reading) {
  return std::vector<std::size_t>(3, reading.protocol.train_on == samples::TrainOn::one_fold ? 8 : 4);
}

std::vector<RowComparison> compare(const ResultTable& table, const study::Reading& reading,
                                   const LossLookup& losses = losses_of) {
  return compare_methods(table, reading, losses, sizes_for(reading));
}

study::Reading reading(bool redraws, samples::TrainOn train_on) {
  study::Reading result;
  result.experiment.redraws_data = redraws;
  result.protocol.train_on = train_on;
  return result;
}

/// One given fold; the first of these learners draws at random.
study::Reading one_given_fold(const std::vector<std::string>& learners) {
  study::Reading given = reading(false, samples::TrainOn::first_fold);
  given.protocol.given_folds = true;
  given.learners.resize(learners.size());
  for (std::size_t l = 0; l < learners.size(); ++l) given.learners[l].name = learners[l];
  given.learners.front().is_random = true;
  return given;
}

}  // namespace

TEST_CASE("losses that differ by their rounding do not differ, whichever test compares them") {
  const LossLookup losses = [](const std::string&, const std::string& learner) {
    const double loss = learner == "fast" ? 0.3 : 0.1 + 0.2;
    return FoldLosses(3, {loss, loss, loss});
  };
  for (const bool redraws : {true, false}) {
    const auto rows =
        compare(table_of({"slow", "fast"}), reading(redraws, samples::TrainOn::the_rest), losses);
    CHECK(rows.at(0).comparisons.at(0).test.p == 1.0);
    CHECK(rows.at(0).comparisons.at(0).test.mean == 0.0);
  }
}

TEST_CASE("repetitions that draw the data anew: the paired t-test on their means") {
  const auto rows = compare(table_of({"slow", "fast"}), reading(true, samples::TrainOn::the_rest));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].method ==
        "paired t-test over 2 repetitions, each a draw of its own of what is random in the data");
  REQUIRE(rows[0].comparisons.size() == 1);
  const MethodComparison& c = rows[0].comparisons[0];
  CHECK(c.better == "column fast");  // by the numbers, not by the order
  CHECK(c.other == "column slow");
  const double first = (0.20 + 0.19 + 0.23) / 3 - (0.10 + 0.12 + 0.11) / 3;
  const double second = (0.18 + 0.22 + 0.21) / 3 - (0.09 + 0.13 + 0.10) / 3;
  const records::PairedTest plain = records::paired_t_test({first, second});
  CHECK(c.test.mean == doctest::Approx(plain.mean));
  CHECK(c.test.p == doctest::Approx(plain.p));
  CHECK(c.adjusted_p == doctest::Approx(plain.p));
}

TEST_CASE("folds of the same samples: the corrected test on all folds, with the ratio of the protocol") {
  const std::vector<double> d = {0.20 - 0.10, 0.19 - 0.12, 0.23 - 0.11,
                                 0.18 - 0.09, 0.22 - 0.13, 0.21 - 0.10};
  const auto rest = compare(table_of({"fast", "slow"}), reading(false, samples::TrainOn::the_rest));
  CHECK(rest[0].method ==
        "corrected resampled t-test (Nadeau and Bengio 2003) over 2 x 3 folds of the same samples, n_test / "
        "n_train = 0.5");
  CHECK(rest[0].comparisons[0].test.p == doctest::Approx(records::corrected_resampled_t_test(d, 0.5).p));
  const auto one = compare(table_of({"fast", "slow"}), reading(false, samples::TrainOn::one_fold));
  CHECK(one[0].comparisons[0].test.p == doctest::Approx(records::corrected_resampled_t_test(d, 2.0).p));
  CHECK(one[0].comparisons[0].test.p > rest[0].comparisons[0].test.p);
}

TEST_CASE("given folds: a repetition is no further draw, so that p is the same for 1, 2 and 20 copies") {
  study::Reading given = reading(false, samples::TrainOn::the_rest);
  given.protocol.given_folds = true;
  const std::vector<double> d = {0.20 - 0.10, 0.19 - 0.12, 0.23 - 0.11};
  const records::PairedTest expected = records::corrected_resampled_t_test(d, 0.5);
  for (const std::size_t repetitions : {1U, 2U, 20U}) {
    const auto copies = [&](const std::string&, const std::string& learner) {
      return FoldLosses(repetitions, losses_of("", learner).front());
    };
    ResultTable table = table_of({"fast", "slow"});
    table.head.same_splits = true;
    const auto rows = compare(table, given, copies);
    REQUIRE(rows[0].comparisons.size() == 1);
    CHECK(rows[0].comparisons[0].test.p == doctest::Approx(expected.p));
    CHECK(rows[0].comparisons[0].test.degrees_of_freedom == 2.0);
    const std::string averaged =
        repetitions == 1 ? "" : fmt::format(", each averaged over {} repetitions", repetitions);
    CHECK(rows[0].method == "corrected resampled t-test (Nadeau and Bengio 2003) over 3 given folds" +
                                averaged + ", n_test / n_train = 0.5");
  }
}

TEST_CASE("given folds whose inner folds differ: each fold's difference is averaged over repetitions") {
  study::Reading given = reading(false, samples::TrainOn::one_fold);
  given.protocol.given_folds = true;
  const std::vector<double> d = {0.5 * (0.20 - 0.10 + 0.18 - 0.09), 0.5 * (0.19 - 0.12 + 0.22 - 0.13),
                                 0.5 * (0.23 - 0.11 + 0.21 - 0.10)};
  ResultTable table = table_of({"fast", "slow"});
  table.head.same_splits = true;
  const auto rows = compare(table, given);
  CHECK(rows[0].comparisons[0].test.p == doctest::Approx(records::corrected_resampled_t_test(d, 2.0).p));
}

TEST_CASE(
    "one given fold, and random draws of methods: the paired t-test over repetitions, where a method draws "
    "some; one that draws nothing may have run once") {
  const study::Reading given = one_given_fold({"fast", "slow", "slower"});
  const ResultTable table = table_of({"fast", "slow", "slower"});
  const std::string no_chance = "one split of the data: nothing says how far chance reaches";
  for (const std::size_t repetitions : {std::size_t{3}, std::size_t{1}}) {
    CAPTURE(repetitions);
    const auto losses = [&](const std::string&, const std::string& learner) {
      if (learner == "fast") return FoldLosses{{0.10}, {0.13}, {0.11}};
      return FoldLosses(repetitions, {learner == "slow" ? 0.2 : 0.3});
    };
    const auto rows = compare_methods(table, given, losses, {5});
    CHECK(rows[0].none.empty());
    CHECK(rows[0].method ==
          "paired t-test over 3 repetitions on one split, each with the methods' own random draws drawn "
          "anew: about these draws, not about other data");
    REQUIRE(rows[0].comparisons.size() == 2);
    CHECK(rows[0].comparisons[0].test.p ==
          doctest::Approx(records::paired_t_test({0.2 - 0.10, 0.2 - 0.13, 0.2 - 0.11}).p));
    const auto without = compare_methods(table_of({"slow", "slower"}), given, losses, {5});
    CHECK(without[0].comparisons.empty());
    CHECK(without[0].none == no_chance);
    ResultTable one_draw = table;
    one_draw.head.same_splits = true;  // as where no learner draws anything
    CHECK(compare_methods(one_draw, given, losses, {5})[0].none == no_chance);
  }
}

TEST_CASE("a program outside: its config says what a repetition draws, and without that there is no test") {
  study::Reading outside = reading(false, samples::TrainOn::the_rest);
  outside.experiment.outside = study::OutsideCells{};
  const auto losses = [](const std::string&, const std::string& learner) {
    if (learner == "fast") return FoldLosses{{0.10}, {0.13}, {0.11}};
    return FoldLosses{{0.2}, {0.19}, {0.22}};
  };
  const std::vector<double> d = {0.2 - 0.10, 0.19 - 0.13, 0.22 - 0.11};
  const auto compared = [&] { return compare_methods(table_of({"fast", "slow"}), outside, losses, {0}); };
  CHECK(compared()[0].comparisons.empty());
  CHECK(
      compared()[0].none ==
      "the config does not say that repetitions draw new data or new splits (`draws`): nothing says how far "
      "chance reaches");
  outside.experiment.train_share = 0.8;
  REQUIRE(compared()[0].comparisons.size() == 1);
  CHECK(compared()[0].comparisons[0].test.p ==
        doctest::Approx(records::corrected_resampled_t_test(d, 0.25).p));
  outside.experiment.train_share.reset();
  outside.experiment.redraws_data = true;
  REQUIRE(compared()[0].comparisons.size() == 1);
  CHECK(compared()[0].comparisons[0].test.p == doctest::Approx(records::paired_t_test(d).p));
}

TEST_CASE("n_test / n_train is the mean of the folds' own ratios") {
  CHECK(mean_test_to_train({60, 15, 15}, false) == doctest::Approx((60.0 / 30 + 15.0 / 75 + 15.0 / 75) / 3));
  CHECK(mean_test_to_train({30, 75, 75}, true) == doctest::Approx((30.0 / 60 + 75.0 / 15 + 75.0 / 15) / 3));
  CHECK(mean_test_to_train({7, 7, 7, 7}, false) == doctest::Approx(1.0 / 3));
  CHECK(mean_test_to_train({21, 21, 21, 21}, true) == doctest::Approx(3.0));
  CHECK(mean_test_to_train({4, 4, 5}, false, {3, 8, 10}) ==
        doctest::Approx((4.0 / 3 + 4.0 / 8 + 5.0 / 10) / 3));
  study::Reading in_order = reading(false, samples::TrainOn::the_rest);
  in_order.protocol.ordered = true;
  ResultTable one_draw = table_of({"fast", "slow"});
  one_draw.head.same_splits = true;
  CHECK(compare_methods(one_draw, in_order, losses_of, {4, 4, 4}, {4, 8, 16})[0].method.ends_with(
      "over 3 ordered folds, each averaged over 2 repetitions, n_test / n_train = 0.5833"));
  const auto unequal = compare_methods(table_of({"fast", "slow"}), reading(false, samples::TrainOn::the_rest),
                                       losses_of, {60, 15, 15});
  CHECK(unequal[0].method.find("n_test / n_train = 0.8") != std::string::npos);
  const auto unknown = compare_methods(table_of({"fast", "slow"}), reading(false, samples::TrainOn::the_rest),
                                       losses_of, {60, 0, 15});
  CHECK(unknown[0].comparisons.empty());
  CHECK(unknown[0].none == "no record says how many samples each fold tests on");
}

TEST_CASE("three methods: each against the best, adjusted for two comparisons") {
  const auto rows = compare(table_of({"slow", "fast", "slow"}), reading(false, samples::TrainOn::the_rest));
  REQUIRE(rows[0].comparisons.size() == 2);
  for (const MethodComparison& c : rows[0].comparisons)
    CHECK(c.adjusted_p == doctest::Approx(2.0 * c.test.p));
}

TEST_CASE("no test where nothing says how far chance reaches, or there is no second method") {
  const auto single = [](const std::string&, const std::string& learner) {
    return FoldLosses{{learner == "fast" ? 0.1 : 0.2}};
  };
  const auto one_split =
      compare_methods(table_of({"fast", "slow"}), reading(true, samples::TrainOn::first_fold), single, {5});
  CHECK(one_split[0].comparisons.empty());
  CHECK(one_split[0].none == "one split of the data: nothing says how far chance reaches");
  const auto alone = compare(table_of({"fast"}), reading(true, samples::TrainOn::the_rest));
  CHECK(alone[0].none == "fewer than two methods have this number");
  ResultTable failed = table_of({"fast", "slow"});
  failed.rows[0].numbers[1].ours.reset();  // a fold of it is missing
  CHECK(compare(failed, reading(true, samples::TrainOn::the_rest))[0].none ==
        "fewer than two methods have this number");
}

TEST_CASE("of a gain the larger one is better; what is neither is not compared") {
  study::Reading gain = reading(false, samples::TrainOn::the_rest);
  gain.experiment.gains = {"loss"};
  const auto rows = compare(table_of({"slow", "fast"}), gain);
  CHECK(rows[0].comparisons[0].better == "column slow");
  CHECK(rows[0].comparisons[0].test.mean > 0.0);
  study::Reading fact = reading(false, samples::TrainOn::the_rest);
  fact.experiment.descriptive_measures = {"loss"};
  CHECK(compare(table_of({"fast", "slow"}), fact).empty());
}

TEST_CASE("a measure with a row per method: methods are compared in each column, settings never") {
  ResultTable table = table_of({"fast", "slow"});  // one method at two settings
  TableRow second = table.rows[0];
  table.rows[0].title = "method A";
  second.title = "method B";
  std::swap(second.numbers[0], second.numbers[1]);
  table.rows.push_back(second);
  const auto rows = compare(table, reading(false, samples::TrainOn::the_rest));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].row == "loss, column fast");
  CHECK(rows[0].comparisons[0].better == "method A");
  CHECK(rows[1].comparisons[0].better == "method B");
}
