#include "suite/records/paired_differences.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"

using namespace preimage::suite;
using namespace preimage::suite::records;
using preimage::testing::is_close;

namespace {

const std::vector<double> kDifferences = {0.012, -0.003, 0.008, 0.015, 0.004,
                                          0.009, -0.001, 0.011, 0.006, 0.007};

void check(const PairedTest& found, const PairedTest& expected) {
  CHECK(is_close(found.mean, expected.mean, 1e-14));
  CHECK(is_close(found.standard_error, expected.standard_error, 1e-14));
  CHECK(found.degrees_of_freedom == expected.degrees_of_freedom);
  CHECK(is_close(found.t, expected.t, 1e-12));
  CHECK(is_close(found.p, expected.p, 1e-12));
  CHECK(is_close(found.low, expected.low, 1e-7));  // scipy's quantiles have ten digits
  CHECK(is_close(found.high, expected.high, 1e-7));
  CHECK(is_close(found.detectable, expected.detectable, 1e-9));
}

std::string refusal(const std::vector<double>& differences, double test_to_train) {
  try {
    corrected_resampled_t_test(differences, test_to_train);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// Expected values: scipy 1.10, stats.ttest_1samp, stats.t.ppf, and the root of
// nct.sf(c, df, x) + nct.cdf(-c, df, x) = power in x.
TEST_CASE("the paired t-test has scipy's values") {
  check(paired_t_test(kDifferences),
        {0.0068, 0.0017751369274259128, 9.0, 3.830690407562267, 0.004023466271704465, 0.002784361284777436,
         0.010815638715222564, 0.005591029644465686});
  check(paired_t_test({1.0, 2.5}), {1.75, 0.75, 1.0, 2.3333333333333335, 0.25776211681831307,
                                    -7.779653552324071, 11.27965355232407, 12.250506652687385});
}

TEST_CASE("with one degree of freedom the interval has a closed form") {
  const double critical = std::tan(std::acos(-1.0) * 0.475);  // Cauchy's distribution
  CHECK(is_close(paired_t_test({1.0, 2.5}).high, 1.75 + 0.75 * critical, 1e-14));
}

TEST_CASE("overlapping folds widen the standard error by the ratio of test to training samples") {
  check(corrected_resampled_t_test(kDifferences, 4.0),
        {0.0068, 0.011366422284762938, 9.0, 0.5982533315795968, 0.5644208476228174, -0.018912633586215307,
         0.03251263358621531, 0.03580005742868379});
  check(corrected_resampled_t_test({0.3, -0.1, 0.2}, 0.1),
        {0.13333333333333333, 0.13703203194062977, 2.0, 0.9730085108210398, 0.43317979873486423,
         -0.4562679129813063, 0.7229345796479729, 0.7747091217287382});
}

TEST_CASE("differences that are all the same") {
  const PairedTest none = paired_t_test({0.0, 0.0, 0.0});
  CHECK(none.t == 0.0);
  CHECK(none.p == 1.0);
  const PairedTest certain = paired_t_test({-0.5, -0.5});
  CHECK(certain.t == -std::numeric_limits<double>::infinity());
  CHECK(certain.p == 0.0);
  CHECK(certain.low == -0.5);
  CHECK(certain.high == -0.5);
  CHECK(certain.detectable == 0.0);
}

TEST_CASE("differences of .1 are all the same, also where their mean is rounded") {
  for (const std::size_t count : {3, 6, 7, 10, 1000}) {
    CAPTURE(count);
    const PairedTest test = paired_t_test(std::vector<double>(count, 0.1));
    CHECK(test.t == std::numeric_limits<double>::infinity());
    CHECK(test.standard_error == 0.0);
  }
  CHECK(std::isfinite(paired_t_test({0.1, 0.1, 0.1 + 1e-12}).t));
}

TEST_CASE("losses that differ by their rounding have no difference") {
  CHECK(difference_of_losses(0.3, 0.1 + 0.2) == 0.0);
  CHECK(difference_of_losses(0.4315, 0.4315 - 1.1e-13) == 0.0);
  CHECK(difference_of_losses(-0.1, 0.1) == -0.2);
  CHECK(difference_of_losses(0.3, 0.3 - 1e-6) > 0.0);
  CHECK(difference_of_losses(1e-14, 2e-14) == -1e-14);  // of their own size, however small
  CHECK(difference_of_losses(0.0, 0.0) == 0.0);
}

TEST_CASE("the sign of the differences is the sign of t, and nothing else") {
  std::vector<double> turned = kDifferences;
  for (double& d : turned) d = -d;
  const PairedTest a = paired_t_test(kDifferences), b = paired_t_test(turned);
  CHECK(a.t == -b.t);
  CHECK(a.p == b.p);
  CHECK(a.low == -b.high);
  CHECK(a.detectable == b.detectable);
}

TEST_CASE("what no test can be made of is refused") {
  CHECK(refusal({0.1}, 1.0) == "paired test: 1 differences, expected at least 2");
  CHECK(refusal({0.1, std::nan("")}, 1.0) == "paired test: a difference is nan");
  CHECK(refusal(kDifferences, 0.0) ==
        "corrected resampled t-test: 0 test samples per training sample, expected a positive number");
}

TEST_CASE("Holm's adjustment: values of statsmodels 0.13, order kept, never above 1") {
  CHECK(holm_adjusted({}).empty());
  CHECK(holm_adjusted({0.2}) == std::vector<double>{0.2});
  const std::vector<double> adjusted = holm_adjusted({0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected = {0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(adjusted[i] == doctest::Approx(expected[i]));
  CHECK(holm_adjusted({0.6, 0.7}) == std::vector<double>{1.0, 1.0});
  CHECK_THROWS_WITH(holm_adjusted({1.5}), "Holm: expected p-values in [0, 1]");
}
