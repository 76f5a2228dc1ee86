#include "preimage/losses/losses.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/fewest_edits.hpp"

namespace preimage::losses {

void require_as_many(const std::string& loss, std::size_t truth, std::size_t predicted) {
  if (truth != predicted) throw NumericalError(loss + ": as many predictions as truths expected");
}

arma::vec zero_one(const std::vector<int>& truth, const std::vector<int>& predicted) {
  require_as_many("zero-one loss", truth.size(), predicted.size());
  arma::vec loss(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) loss(i) = truth[i] == predicted[i] ? 0.0 : 1.0;
  return loss;
}

arma::vec squared_error(const arma::mat& truth, const arma::mat& predicted) {
  if (arma::size(truth) != arma::size(predicted)) throw NumericalError("squared error: shapes differ");
  return arma::sum(arma::square(truth - predicted), 1);
}

arma::vec absolute_error(const arma::mat& truth, const arma::mat& predicted) {
  if (arma::size(truth) != arma::size(predicted)) throw NumericalError("absolute error: shapes differ");
  if (truth.n_cols == 0) throw NumericalError("absolute error: at least one output expected");
  return arma::mean(arma::abs(truth - predicted), 1);
}

arma::vec wrong_symbols(const std::vector<std::string>& truth, const std::vector<std::string>& predicted,
                        samples::Tokens tokens) {
  require_as_many("wrong symbols", truth.size(), predicted.size());
  const samples::Alphabet alphabet({&truth, &predicted}, tokens);
  arma::vec loss(truth.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::u32string y = alphabet.numbers_of(truth[i]), other = alphabet.numbers_of(predicted[i]);
    const std::size_t shorter = std::min(y.size(), other.size());
    const std::size_t longer = std::max(y.size(), other.size());
    for (std::size_t p = 0; p < shorter; ++p) loss(i) += y[p] != other[p] ? 1.0 : 0.0;
    loss(i) += static_cast<double>(longer - shorter);
  }
  return loss;
}

arma::vec edits(const std::vector<std::string>& truth, const std::vector<std::string>& predicted,
                samples::Tokens tokens) {
  require_as_many("edits", truth.size(), predicted.size());
  const samples::Alphabet alphabet({&truth, &predicted}, tokens);
  arma::vec loss(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    loss(i) = static_cast<double>(
        base::fewest_edits(alphabet.numbers_of(truth[i]), alphabet.numbers_of(predicted[i])));
  }
  return loss;
}

arma::vec lengths(const std::vector<std::string>& strings, samples::Tokens tokens) {
  arma::vec result(strings.size());
  for (std::size_t i = 0; i < strings.size(); ++i)
    result(i) = static_cast<double>(samples::cut(strings[i], tokens).size());
  return result;
}

arma::vec peak_signal_to_noise_ratio(const arma::vec& mean_squared_errors, double peak) {
  for (double error : mean_squared_errors) {
    if (!(error > 0.0 && std::isfinite(error)))
      throw NumericalError(fmt::format("peak signal-to-noise ratio of a mean squared error of {}", error));
  }
  return 10.0 * arma::log10(peak * peak / mean_squared_errors);
}

}  // namespace preimage::losses
