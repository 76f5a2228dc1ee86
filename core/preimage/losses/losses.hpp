// What is reported and minimised: one number per test sample.
#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <vector>

#include "preimage/samples/tokens.hpp"

namespace preimage::losses {

/// throws  NumericalError "zero-one loss: as many predictions as truths expected", as all losses
void require_as_many(const std::string& loss, std::size_t truth, std::size_t predicted);

/// 1 where the classes differ, else 0.      [TR-098, sec. 2]
arma::vec zero_one(const std::vector<int>& truth, const std::vector<int>& predicted);

/// ||y - y'||^2 per row.
arma::vec squared_error(const arma::mat& truth, const arma::mat& predicted);

/// Mean of |y_j - y'_j| over the outputs j, per row.
/// throws  NumericalError where the shapes differ, or there is no output
arma::vec absolute_error(const arma::mat& truth, const arma::mat& predicted);

/// Positions at which two strings differ, counting those that only one of them has.
/// throws  std::invalid_argument for a string that cannot be cut (samples::cut), as the next two
arma::vec wrong_symbols(const std::vector<std::string>& truth, const std::vector<std::string>& predicted,
                        samples::Tokens tokens = samples::Tokens::bytes);

/// The edit distance (base/fewest_edits.hpp) of each pair.
arma::vec edits(const std::vector<std::string>& truth, const std::vector<std::string>& predicted,
                samples::Tokens tokens = samples::Tokens::bytes);

/// How many symbols each string has.
arma::vec lengths(const std::vector<std::string>& strings, samples::Tokens tokens);

/// Peak signal-to-noise ratio in decibels, 10 log10(peak^2 / e) for a mean squared error e per pixel: larger
/// is better, so it is shown beside the squared error and never minimised.
/// throws  NumericalError where an error is 0 (the ratio is infinite), negative or not finite
arma::vec peak_signal_to_noise_ratio(const arma::vec& mean_squared_errors, double peak);

}  // namespace preimage::losses
