#include "suite/results/fold_losses.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"

using namespace preimage::suite;
using namespace preimage::suite::results;
using preimage::suite::study::Repeats;
using preimage::testing::is_close;

namespace {

const FoldLosses kTwoByTwo = {{0.1, 0.3}, {0.4, 0.4}};  // means 0.2 and 0.4
const FoldLosses kOneMissing = {{0.1, std::nullopt}, {0.4, 0.4}};

}  // namespace

TEST_CASE("ours: the mean over repetitions and both spreads") {
  const std::optional<records::Estimate> error = summarise(kTwoByTwo, records::SpreadKind::standard_error);
  REQUIRE(error.has_value());
  CHECK(is_close(error->mean, 0.3, 1e-15));
  CHECK(is_close(error->sd, std::sqrt(0.02), 1e-14));  // of 0.2 and 0.4
  CHECK(error->repetitions == 2);
  const double fold_sd = 0.5 * std::sqrt(0.02);  // sqrt(0.02) in the first repetition, 0 in the second
  CHECK(is_close(error->fold_spread, fold_sd / std::sqrt(2.0), 1e-14));
  CHECK(is_close(summarise(kTwoByTwo, records::SpreadKind::standard_deviation)->fold_spread, fold_sd, 1e-14));
}

TEST_CASE("with one repetition the SD is estimated from the folds") {
  const records::Estimate ours = *summarise({{0.1, 0.3}}, records::SpreadKind::standard_deviation);
  CHECK(is_close(ours.sd, std::sqrt(0.02) / std::sqrt(2.0), 1e-14));
  CHECK(is_close(ours.fold_spread, std::sqrt(0.02), 1e-14));
}

TEST_CASE("repetitions of the same splits are one draw: both spreads are over folds, after averaging") {
  const FoldLosses copies(20, {0.1, 0.3, 0.8});
  const records::Estimate once = *summarise({{0.1, 0.3, 0.8}}, records::SpreadKind::standard_error, true);
  const records::Estimate often = *summarise(copies, records::SpreadKind::standard_error, true);
  CHECK(is_close(often.mean, once.mean, 1e-15));
  CHECK(is_close(often.sd, once.sd, 1e-14));
  CHECK(is_close(often.fold_spread, once.fold_spread, 1e-14));
  CHECK(often.repetitions == 20);
  CHECK(often.draws() == 1);
  CHECK(once.draws() == 1);
  const records::Estimate varied =
      *summarise(kTwoByTwo, records::SpreadKind::standard_deviation, true);  // fold means .25 and .35
  CHECK(is_close(varied.mean, 0.3, 1e-15));
  CHECK(is_close(varied.fold_spread, std::sqrt(0.005), 1e-14));
  CHECK(is_close(varied.sd, std::sqrt(0.005) / std::sqrt(2.0), 1e-14));
  CHECK_FALSE(summarise(kOneMissing, records::SpreadKind::standard_error, true).has_value());
  CHECK(summarise(kTwoByTwo, records::SpreadKind::standard_error)->draws() == 2);
}

TEST_CASE("claims are held against paired repetitions") {
  const auto losses = [](std::vector<double> means) {
    FoldLosses result;
    for (double value : means) result.push_back({value, value});
    return result;
  };
  // The repetitions differ far more among each other than the methods do; paired differences do not.
  const FoldLosses low = losses({1.0, 5.0, 9.0});
  const FoldLosses high = losses({1.2, 5.3, 9.1});
  CHECK(judge_claim(low, high) == ClaimVerdict::holds);
  CHECK(judge_claim(high, low) == ClaimVerdict::fails);
  CHECK(judge_claim(low, losses({1.2, 4.8, 9.1})) == ClaimVerdict::tie);
  CHECK(judge_claim(low, low) == ClaimVerdict::tie);
  CHECK_FALSE(judge_claim(low, losses({1.2, 5.3})).has_value());
  CHECK_FALSE(judge_claim(losses({1.0}), losses({2.0})).has_value());
  CHECK(judge_claim(losses({1.0}), losses({2.0}), Repeats::identical) == ClaimVerdict::holds);
  CHECK(judge_claim(losses({2.0}), losses({1.0}), Repeats::identical) == ClaimVerdict::fails);
  CHECK(judge_claim(losses({1.0}), losses({1.0}), Repeats::identical) == ClaimVerdict::tie);
  CHECK_FALSE(judge_claim(kOneMissing, kTwoByTwo).has_value());
}

TEST_CASE("a claim about losses that differ by their rounding is a tie") {
  const FoldLosses a = {{0.1 + 0.2}, {0.1 + 0.2}, {0.1 + 0.2}}, b = {{0.3}, {0.3}, {0.3}};
  for (const Repeats repeats : {Repeats::draws, Repeats::identical}) {
    CHECK(judge_claim(b, a, repeats) == ClaimVerdict::tie);
    CHECK(judge_claim(a, b, repeats) == ClaimVerdict::tie);
  }
  CHECK(judge_claim({{0.4315, 0.25}}, {{0.4315 + 1.1e-13, 0.25 + 1.1e-13}}, Repeats::one_draw) ==
        ClaimVerdict::tie);
  CHECK(judge_claim({{0.3}, {0.3}}, {{0.3 + 1e-6}, {0.3 + 1e-6}}) == ClaimVerdict::holds);
}

TEST_CASE(
    "a claim counts copies no more than a verdict does: folds of one draw, however often they were "
    "repeated") {
  const FoldLosses low = {{0.1, 0.2, 0.3, 0.2}}, high = {{0.3, 0.1, 0.5, 0.3}};
  // d = .2, -.1, .2, .1: mean .1, SD .1414, and 2 SD / sqrt(4) = .1414.
  CHECK(judge_claim(low, high, Repeats::one_draw) == ClaimVerdict::tie);
  CHECK(judge_claim(repeated(low, 100), repeated(high, 100), Repeats::one_draw) == ClaimVerdict::tie);
  CHECK(judge_claim(low, repeated(high, 100), Repeats::one_draw) == ClaimVerdict::tie);
  CHECK(judge_claim(low, {{0.3, 0.3, 0.5, 0.3}}, Repeats::one_draw) == ClaimVerdict::holds);
  CHECK(judge_claim({{0.3, 0.3, 0.5, 0.3}}, repeated(low, 9), Repeats::one_draw) == ClaimVerdict::fails);
  CHECK_FALSE(judge_claim(FoldLosses(9, {0.1}), FoldLosses(9, {0.2}), Repeats::one_draw).has_value());
}

TEST_CASE("one repetition of a learner that draws nothing stands beside each of another") {
  const FoldLosses fixed = {{0.2}}, drawn = {{0.30}, {0.31}, {0.33}};
  CHECK(judge_claim(fixed, drawn) == ClaimVerdict::holds);
  CHECK(judge_claim(drawn, fixed) == ClaimVerdict::fails);
  CHECK_FALSE(judge_claim({{0.2}, {0.2}}, drawn).has_value());
  const records::Estimate ours = *summarise(fixed, records::SpreadKind::standard_error, true);
  CHECK_FALSE(ours.has_spread);
  CHECK(ours.draws() == 1);
  CHECK(summarise(drawn, records::SpreadKind::standard_error)->has_spread);
  CHECK(summarise({{0.2, 0.3}}, records::SpreadKind::standard_error)->has_spread);
  CHECK_FALSE(summarise(FoldLosses(3, {0.2}), records::SpreadKind::standard_error, true)->has_spread);
}
