#include "suite/records/verdict.hpp"

#include <cmath>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

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

/// A mean over 16 repetitions with SD 4: SD sqrt(1 + 1/16) = sqrt(17).
Ours ours(double mean) {
  return {mean, 4.0, 0.0, 16};
}

const double kUnit = std::sqrt(17.0);

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
  const Ours exact{9e-4, 0.0, 0.0, 20};
  for (const char* printed : {"0.0005", "5e-4", "5E-04"}) {
    const Verdict verdict = judge(exact, published(printed, 5e-4), {});
    CHECK(is_close(verdict.z, 8.0, 1e-12));
    CHECK(verdict.agreement == Agreement::not_reproduced);
  }
  for (const char* printed : {"1200", "1.200e3"})
    CHECK(is_close(judge({1204.0, 0.0, 0.0, 20}, published(printed, 1200.0), {}).z, 8.0, 1e-12));
  CHECK(is_close(judge({1204.0, 0.0, 0.0, 20}, published("1.20e3", 1200.0), {}).z, 0.8, 1e-12));
}

TEST_CASE("the printed standard error, or the printed SD over sqrt(folds)") {
  Published number = published("0.1250", 0.125);
  CHECK(published_standard_error(number) == 0.0);
  number.spread = 0.02;
  number.spread_kind = SpreadKind::standard_error;
  number.folds = 5;
  CHECK(published_standard_error(number) == 0.02);
  number.spread_kind = SpreadKind::unstated;
  CHECK(published_standard_error(number) == *number.spread);
  number.spread_kind = SpreadKind::standard_deviation;
  number.folds = 4;
  CHECK(is_close(published_standard_error(number), 0.01, 1e-15));
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

TEST_CASE("z counts in the largest of three units") {
  CHECK(is_close(judge(ours(kUnit), published("0", 0.0), {}).z, 1.0, 1e-15));  // ours

  Published wide = published("0", 0.0);
  wide.spread = 10.0;
  wide.spread_kind = SpreadKind::standard_error;
  CHECK(is_close(judge(ours(-5.0), wide, {}).z, -0.5, 1e-15));  // the paper's

  const Ours exact{0.081, 0.0, 0.0, 20};
  CHECK(is_close(judge(exact, published("0.08", 0.08), {}).z, 0.2, 1e-12));  // half a digit
}

TEST_CASE("the verdict: 2 and 3 units are the borders") {
  const auto agreement = [](double z) { return judge(ours(z * kUnit), published("0", 0.0), {}).agreement; };
  CHECK(agreement(0.0) == Agreement::reproduced);
  CHECK(agreement(1.99) == Agreement::reproduced);
  CHECK(agreement(-1.99) == Agreement::reproduced);
  CHECK(agreement(2.01) == Agreement::marginal);
  CHECK(agreement(-2.99) == Agreement::marginal);
  CHECK(agreement(3.01) == Agreement::not_reproduced);
  CHECK(agreement(-100.0) == Agreement::not_reproduced);
}

TEST_CASE("rounding does not push a number over a border") {
  Published number = published("0.32", 0.32);
  number.spread = 0.02;
  number.spread_kind = SpreadKind::standard_error;
  const Verdict verdict = judge({0.25999999999999995, 0.0, 0.0, 16}, number, std::nullopt);
  CHECK(verdict.z < -3.0);  // by 3e-15
  CHECK(verdict.agreement == Agreement::marginal);
}

TEST_CASE("a comparison that could not have told the methods apart is inconclusive, whatever its z") {
  for (double mean : {0.0, 100.0}) {
    CHECK(judge(ours(mean), published("0", 0.0), 2.0 * kUnit - 0.01).agreement == Agreement::inconclusive);
    CHECK(judge(ours(mean), published("0", 0.0), 2.0 * kUnit + 0.01).agreement != Agreement::inconclusive);
  }
}

TEST_CASE("an inconclusive verdict says which uncertainty was larger than what") {
  const Published printed = published("0", 0.0);
  const Verdict inconclusive = judge(ours(0.0), printed, 0.5);
  REQUIRE(inconclusive.agreement == Agreement::inconclusive);
  CHECK(inconclusive.why_inconclusive() == fmt::format("u {:.3g} > D/2 0.25", inconclusive.unit));
  CHECK(judge(ours(0.0), printed, 100.0).why_inconclusive() == "");
  CHECK(judge(ours(0.0), printed, {}).why_inconclusive() == "");
}

TEST_CASE("below ten repetitions a verdict is provisional, unless there is no chance to repeat") {
  CHECK(judge({1.0, 1.0, 0.0, 1, false}, published("1", 1.0), {}).text() == "reproduced");
  CHECK(judge({1.0, 1.0, 0.0, 9}, published("1", 1.0), {}).text() == "reproduced (provisional)");
  CHECK(judge({1.0, 1.0, 0.0, 10}, published("1", 1.0), {}).text() == "reproduced");
  CHECK(judge({1.0, 0.0, 0.0, 1}, published("9", 9.0), {}).text() == "not reproduced (provisional)");
  CHECK(Verdict{2.5, Agreement::marginal, false}.text() == "marginal");
  CHECK(Verdict{0.0, Agreement::inconclusive, false}.text() == "inconclusive");
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
}

TEST_CASE("kinds of spread as words") {
  CHECK(spread_name(SpreadKind::standard_error) == "SE");
  CHECK(spread_name(SpreadKind::standard_deviation) == "SD");
  CHECK(spread_name(SpreadKind::unstated) == "unstated");
  CHECK(spread_name(SpreadKind::none) == "");
}
