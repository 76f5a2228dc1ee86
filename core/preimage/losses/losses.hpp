// What is reported and minimised: one number per test sample.
#pragma once

#include <armadillo>
#include <string>
#include <vector>

namespace preimage::losses {

/// 1 where the classes differ, else 0.      [TR-098, sec. 2]
arma::vec zero_one(const std::vector<int>& truth, const std::vector<int>& predicted);

/// Distance in the output feature space, ||phi(y) - phi(y')|| = sqrt(l(y,y) + l(y',y') - 2 l(y,y')), or its
/// square (the paper's footnote 1: 2 - 2 exp(-||y - y'||^2 / 2 sigma^2) for a Gaussian kernel). truth_norms,
/// predicted_norms, inner: the three kernel values per sample. Rounding below 0 is clipped.
arma::vec feature_distance(const arma::vec& truth_norms, const arma::vec& predicted_norms,
                           const arma::vec& inner, bool squared);

/// ||y - y'||^2 per row.
arma::vec squared_error(const arma::mat& truth, const arma::mat& predicted);

/// Mean of |y_j - y'_j| over the outputs j, per row.
/// throws  NumericalError where the shapes differ, or there is no output
arma::vec absolute_error(const arma::mat& truth, const arma::mat& predicted);

/// Positions at which two strings differ, counting those that only one of them has.
arma::vec wrong_symbols(const std::vector<std::string>& truth, const std::vector<std::string>& predicted);

/// The edit distance (base/edit_distance.hpp) of each pair.
arma::vec edits(const std::vector<std::string>& truth, const std::vector<std::string>& predicted);

/// Peak signal-to-noise ratio in decibels, 10 log10(peak^2 / e) for a mean squared error e per pixel: larger
/// is better, so it is shown beside the squared error and never minimised.
/// throws  NumericalError where an error is 0 (the ratio is infinite), negative or not finite
arma::vec peak_signal_to_noise_ratio(const arma::vec& mean_squared_errors, double peak);

}  // namespace preimage::losses
