// What is minimised and reported, as a value: a loss of outputs of one type.
#pragma once

#include <armadillo>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/samples/label_indicators.hpp"
#include "preimage/samples/tokens.hpp"

namespace preimage::losses {

template <class Y>
struct Loss {
  std::string name;
  bool is_gain = false;  // more is better
  /// One value per sample; nothing where the samples define none (strings without a symbol). Requires as many
  /// of both.
  std::function<std::optional<arma::vec>(const Y& truth, const Y& predicted)> values;
  /// Where the loss depends on what outputs there are in the data (how many labels): the loss for these.
  /// `values` alone throws std::logic_error then. Where it does not take every output (texts of trees): itself,
  /// or std::invalid_argument for the first of these that it does not take.
  std::function<Loss(const Y& all)> of_data = {};
  /// How far rounding may have moved each value, beside its own last digits. Counts have none.
  /// moved  how far each prediction may have been moved (outputs::NewVectors::errors), or empty
  std::function<arma::vec(const Y& truth, const Y& predicted, const arma::vec& moved)> errors = {};

  std::optional<arma::vec> operator()(const Y& truth, const Y& predicted) const {
    return values(truth, predicted);
  }
};

/// The loss as it is on data with these outputs: itself, unless it has `of_data`.
template <class Y>
Loss<Y> loss_for(Loss<Y> loss, const Y& all) {
  return loss.of_data ? loss.of_data(all) : loss;
}

/// 1 where the classes differ, else 0.
Loss<kernels::Labels> zero_one_loss();

/// ||phi(y) - phi(y')|| = sqrt(l(y, y) + l(y', y') - 2 l(y, y')) in the output kernel's feature space, or its
/// square (TR-098, footnote 1: 2 - 2 exp(-||y - y'||^2 / 2 sigma^2) for a Gaussian kernel).
/// Points::paired_squared_distances says how.
Loss<kernels::Points> feature_distance_loss(bool squared);

/// ||y - y'||^2
Loss<kernels::Vectors> squared_error_loss();

/// Mean of |y_j - y'_j| over the outputs j.
Loss<kernels::Vectors> absolute_error_loss();

/// |A xor B| / q of label sets: the share of all q labels on which they differ. q is the data's number of
/// labels, those that no sample has among them: of_data takes it, so the loss has one scale on all folds.
/// throws  NumericalError where A and B together hold more than q labels
Loss<samples::LabelIndicators> hamming_loss();

/// 1 where the predicted label set is not the true one, else 0: its mean is 1 - the exact match ratio.
Loss<kernels::LabelSets> exact_match_error_loss();

/// 1 - |A and B| / |A or B| of label sets; 0 of two empty ones.
Loss<kernels::LabelSets> jaccard_distance_loss();

/// The wrong symbols of a predicted string, divided by the mean length of the true strings that it is tested
/// with: so the mean over a fold is exactly the share of the fold's symbols that are wrong, as papers count,
/// and not a mean of shares in which short strings weigh more. Nothing where the true strings have no symbol.
Loss<kernels::Strings> symbol_error_loss(samples::Tokens tokens = samples::Tokens::bytes);

/// What an edit distance is divided by: the symbols of the true strings, or of the longer one of each pair
/// (which no distance exceeds).
enum class EditUnit { true_string, longer_string };

/// The fewest insertions, deletions and substitutions that make the true string from the predicted one, as a
/// share: the mean over a fold is all edits over all units of the fold, as for symbol_error_loss.
Loss<kernels::Strings> edit_error_loss(EditUnit unit, samples::Tokens tokens = samples::Tokens::bytes);

/// The same edits per string, not divided.
Loss<kernels::Strings> edit_distance_loss(samples::Tokens tokens = samples::Tokens::bytes);

/// 1 where the predicted string is not the true one, else 0.
Loss<kernels::Strings> string_error_loss();

/// 100 (1 - error), for papers that print accuracies: a gain.
template <class Y>
Loss<Y> percent_correct(std::string name, Loss<Y> error) {
  Loss<Y> percent{name, true, {}};
  if (error.of_data)
    percent.of_data = [name, of_data = error.of_data](const Y& all) {
      return percent_correct(name, of_data(all));
    };
  if (error.errors)
    percent.errors = [errors = error.errors](const Y& truth, const Y& predicted, const arma::vec& moved) {
      return arma::vec(100.0 * errors(truth, predicted, moved));
    };
  percent.values = [error = std::move(error)](const Y& truth,
                                              const Y& predicted) -> std::optional<arma::vec> {
    const std::optional<arma::vec> values = error(truth, predicted);
    if (!values) return std::nullopt;
    return arma::vec(100.0 * (1.0 - *values));
  };
  return percent;
}

}  // namespace preimage::losses
