// What is said of classes beside the one that is predicted, and how good it is: of decision values the area
// under the ROC curve, of probabilities log loss and Brier score, of the predictions themselves the rates of
// a positive class.
#pragma once

#include <armadillo>
#include <functional>
#include <optional>
#include <string>

#include "preimage/losses/loss.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/samples/label_indicators.hpp"

namespace preimage::losses {

/// Of n samples. Truths have classes alone.
struct ClassForecasts {
  samples::NamedClasses classes;
  std::optional<outputs::Scores> scores = {}, probabilities = {};  // n rows each
};
inline std::size_t sample_count(const ClassForecasts& forecasts) {
  return forecasts.classes.classes.size();
}
ClassForecasts select(const ClassForecasts& forecasts, const arma::uvec& positions);

/// A number of a whole fold. Each, and each loss below, is that of scikit-learn's function, and throws
/// NumericalError where truth and predictions are not as many.
using FoldNumber =
    std::function<std::optional<double>(const ClassForecasts& truth, const ClassForecasts& predicted)>;

/// Area under the ROC curve (ranking.hpp) of decision values. Of two classes it is that of either, by s_1 -
/// s_0; of more each class against the rest, by its own values, averaged over the classes that the truth has.
/// Nothing without decision values, where the truth is of one class, and where it has a class without
/// decision values.
/// cost  O(c n log n)
std::optional<double> auc(const ClassForecasts& truth, const ClassForecasts& predicted);

/// The share of samples of the positive class that are predicted so; of the others the share that are not.
/// Nothing where there is none of them.
/// throws  DataError where the data have no class of this name, naming the nearest
FoldNumber sensitivity(const std::string& positive);
FoldNumber specificity(const std::string& positive);

/// The number as a loss, the same of each sample of the fold; of a gain 1 - the number. Its `of_data` asks it
/// of the truths, so that a class which the data do not have is found at once.
Loss<ClassForecasts> loss_of_fold(const std::string& name, bool is_gain, const FoldNumber& number);

/// -log p of the true class, where p < 2.2e-16 (the unit of doubles at 1) counts as that: at most 36.04.
/// Nothing without probabilities; so for brier_score_loss.
/// throws  NumericalError, here and below, where probabilities are not from 0 to 1 or do not sum to 1 (to
///         1e-9)
Loss<ClassForecasts> log_loss();

/// sum_c (p_c - 1[c is true])^2, of data of two classes half of it: from 0 to 1, of more to 2  [Brier 1950]
/// A class without probability has 0.
Loss<ClassForecasts> brier_score_loss();

}  // namespace preimage::losses
