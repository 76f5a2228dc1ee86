// Monotone maps from decision values to probabilities of one class against the rest.
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::regression {

/// How decision values become probabilities.
enum class Calibration {
  /// p(f) = 1 / (1 + exp(A f + B))                                              [Platt 1999]
  sigmoid,
  /// p the nondecreasing step values nearest to the outcomes, linear between them, constant beyond the last
  ///                                                                          [Zadrozny and Elkan 2002]
  isotonic
};

/// What `calibrator_fit` finds and `calibrated` reads, 2 x k: of a sigmoid one column (A, B); of isotonic
/// regression columns (f, p), f ascending, p from 0 to 1 and never falling.
///
/// sigmoid   the only minimum over A and B of  -sum_i t_i log p(f_i) + (1 - t_i) log(1 - p(f_i)),
///           t_i = (n_1 + 1) / (n_1 + 2) of the n_1 positive and 1 / (n_0 + 2) of the n_0 other samples, by
///           Newton's method until rounding ends it          [Lin, Lin and Weng 2007]. Of equal values A is 0
/// isotonic  least squares by pooling adjacent violators; samples of one value, to rounding (base/ties.hpp),
///           are one point of their mean outcome. Points inside of a step are left out
/// scores    n, one at least;  is_positive  n
/// throws    NumericalError for no sample, another number of outcomes, or a score that is not finite
/// cost      O(n log n)
arma::mat calibrator_fit(Calibration kind, const arma::vec& scores, const std::vector<bool>& is_positive);

/// The probabilities at these values.  calibrator  as above
/// cost  O(n log k)
arma::vec calibrated(Calibration kind, const arma::mat& calibrator, const arma::vec& scores);

}  // namespace preimage::regression
