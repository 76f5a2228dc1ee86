#include "suite/records/paired_differences.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/roots.hpp>
#include <fmt/format.h>

namespace preimage::suite::records {

namespace {

using boost::math::cdf;
using boost::math::complement;
using boost::math::students_t;

constexpr double kLevel = 0.05, kPower = 0.8;

void require_differences(const std::vector<double>& differences) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument("paired test: " + why); };
  if (differences.size() < 2) refuse(fmt::format("{} differences, expected at least 2", differences.size()));
  for (const double d : differences) {
    if (!std::isfinite(d)) refuse(fmt::format("a difference is {}", d));
  }
}

/// The probability that |T| exceeds `critical` where the true difference is `delta` standard errors.
double power_at(double delta, double degrees_of_freedom, double critical) {
  if (delta == 0.0) return 2.0 * cdf(complement(students_t(degrees_of_freedom), critical));
  const boost::math::non_central_t distribution(degrees_of_freedom, delta);
  return cdf(complement(distribution, critical)) + cdf(distribution, -critical);
}

/// The true difference in standard errors that is found with the power.
double detectable_in_errors(double degrees_of_freedom, double critical) {
  double high = critical + 1.0;
  while (power_at(high, degrees_of_freedom, critical) < kPower) high *= 2.0;
  std::uintmax_t steps = 200;
  const std::pair<double, double> bracket = boost::math::tools::toms748_solve(
      [&](double delta) { return power_at(delta, degrees_of_freedom, critical) - kPower; }, 0.0, high,
      boost::math::tools::eps_tolerance<double>(40), steps);
  return 0.5 * (bracket.first + bracket.second);
}

/// overlap  what s^2 is multiplied by beside 1/J
PairedTest t_test(const std::vector<double>& differences, double overlap) {
  require_differences(differences);
  const double count = static_cast<double>(differences.size());
  PairedTest test;
  test.degrees_of_freedom = count - 1.0;
  test.mean = std::accumulate(differences.begin(), differences.end(), 0.0) / count;
  double squares = 0.0, spread = 0.0, largest = 0.0;
  for (const double d : differences) {
    squares += (d - test.mean) * (d - test.mean);
    spread = std::max(spread, std::abs(d - test.mean));
    largest = std::max(largest, std::abs(d));
  }
  const bool are_the_same =
      spread <= count * std::numeric_limits<double>::epsilon() * largest;  // but for their sum
  test.standard_error = are_the_same ? 0.0 : std::sqrt((1.0 / count + overlap) * squares / (count - 1.0));
  const students_t distribution(test.degrees_of_freedom);
  const double critical = quantile(complement(distribution, 0.5 * kLevel));
  test.low = test.mean - critical * test.standard_error;
  test.high = test.mean + critical * test.standard_error;
  if (test.standard_error == 0.0) {
    if (test.mean == 0.0) return test;
    test.t = std::copysign(std::numeric_limits<double>::infinity(), test.mean);
    test.p = 0.0;
    return test;
  }
  test.t = test.mean / test.standard_error;
  test.p = 2.0 * cdf(complement(distribution, std::abs(test.t)));
  test.detectable = test.standard_error * detectable_in_errors(test.degrees_of_freedom, critical);
  return test;
}

}  // namespace

double difference_of_losses(double a, double b) {
  return std::abs(a - b) <= kRoundingOfLosses * std::max(std::abs(a), std::abs(b)) ? 0.0 : a - b;
}

PairedTest paired_t_test(const std::vector<double>& differences) {
  return t_test(differences, 0.0);
}

PairedTest corrected_resampled_t_test(const std::vector<double>& differences, double test_to_train) {
  if (!(test_to_train > 0.0 && std::isfinite(test_to_train))) {
    throw std::invalid_argument(fmt::format(
        "corrected resampled t-test: {} test samples per training sample, expected a positive number",
        test_to_train));
  }
  return t_test(differences, test_to_train);
}

std::vector<double> holm_adjusted(const std::vector<double>& p) {
  for (const double value : p) {
    if (!(value >= 0.0 && value <= 1.0)) throw std::invalid_argument("Holm: expected p-values in [0, 1]");
  }
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0.0;
  for (std::size_t j = 0; j < order.size(); ++j) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(p.size() - j) * p[order[j]]));
    adjusted[order[j]] = largest;
  }
  return adjusted;
}

}  // namespace preimage::suite::records
