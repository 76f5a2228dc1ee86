// Whether two methods differ, from the differences of their losses on the same draws.
#pragma once

#include <vector>

namespace preimage::suite::records {

/// How well a mean loss is known, relative to it: the bound within which two machines agree on the numbers of
/// the reference (results/reference_update.hpp), where nothing depends on a tie.
inline constexpr double kRoundingOfLosses = 1e-9;

/// a - b of two mean losses; 0 where rounding does not tell them apart: where they differ by
/// kRoundingOfLosses of the larger at most.
double difference_of_losses(double a, double b);

struct PairedTest {
  double mean = 0.0;                // m = sum_j d_j / J
  double standard_error = 0.0;      // of m
  double degrees_of_freedom = 0.0;  // J - 1
  double t = 0.0;  // m / standard_error; +-infinity where all differences are the same, 0 where they are 0
  double p = 1.0;  // two-sided, Student's distribution
  double low = 0.0, high = 0.0;  // two-sided 95 % confidence interval of the mean difference
  /// The true difference that the test of level 5 % would find with a power of 80 %; 0 where the standard
  /// error is 0.
  double detectable = 0.0;
};

/// Student's paired t-test, for independent draws.
///   standard_error^2 = s^2 / J,  s^2 = sum_j (d_j - m)^2 / (J - 1)
/// Differences that are equal to the last digits of the largest are all the same.
/// throws  std::invalid_argument for fewer than 2 differences, and for one that is not finite
/// cost    O(J)
PairedTest paired_t_test(const std::vector<double>& differences);

/// The corrected resampled t-test, for overlapping draws: their losses go together, and the plain test takes
/// that for certainty.
///   standard_error^2 = (1/J + n_test / n_train) s^2                      [Nadeau and Bengio 2003, sec. 3.2]
/// test_to_train  n_test / n_train, the samples of an outer fold's two parts
/// throws  as paired_t_test; also for a ratio that is not positive and finite
PairedTest corrected_resampled_t_test(const std::vector<double>& differences, double test_to_train);

/// p-values of m tests that are looked at together, adjusted so that any of them below a level is wrong with
/// at most that probability: of the j-th smallest, max over i <= j of (m - i + 1) p_(i), at most 1.   [Holm
/// 1979] In the order given.
/// throws  std::invalid_argument for a value outside [0, 1]
/// cost    O(m log m)
std::vector<double> holm_adjusted(const std::vector<double>& p);

}  // namespace preimage::suite::records
