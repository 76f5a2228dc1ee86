// What is said of classes beside the one that is predicted, and how good it is: of decision values the area under the ROC
// curve, of probabilities log loss and Brier score, of the predictions themselves the rates of a positive class.
#pragma once

#include <armadillo>
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

// Each measure is that of scikit-learn's function. All throw NumericalError where truth and predictions are not as many.

/// Area under the ROC curve (ranking.hpp) of decision values. Of two classes it is that of either, by s_1 - s_0; of more each class
/// against the rest, by its own values, averaged over the classes that the truth has. Nothing without decision values, where
/// the truth is of one class, and where it has a class without decision values.
/// cost  O(c n log n)
std::optional<double> roc_area(const ClassForecasts& truth, const ClassForecasts& predicted);

/// throws  std::invalid_argument where the data have no class of this name, naming those there are; so do all that take `positive`
void require_class(const ClassForecasts& data, const std::string& positive);

/// The share of samples of the positive class that are predicted so; of the others the share that are not. Nothing where there is
/// none of them.
std::optional<double> sensitivity(const ClassForecasts& truth, const ClassForecasts& predicted,
                                  const std::string& positive);
std::optional<double> specificity(const ClassForecasts& truth, const ClassForecasts& predicted,
                                  const std::string& positive);

/// -log p of the true class, where p < 2.2e-16 (the unit of doubles at 1) counts as that: at most 36.04.
/// Nothing without probabilities; so for brier_score_loss.
/// throws  NumericalError, here and below, where probabilities are not from 0 to 1 or do not sum to 1 (to 1e-9)
Loss<ClassForecasts> log_loss();

/// sum_c (p_c - 1[c is true])^2, of data of two classes half of it: from 0 to 1, of more classes to 2       [Brier 1950]
/// A class without probability has 0.
Loss<ClassForecasts> brier_score_loss();

/// A measure of a fold as a loss: of each sample the fold's number; of a gain 1 - that.
///   auc_error            1 - roc_area
///   balanced_error       as in fold_measures.hpp
///   false_negative_rate  1 - sensitivity;  false_positive_rate  1 - specificity
Loss<ClassForecasts> auc_error_loss();
Loss<ClassForecasts> balanced_error_loss();
Loss<ClassForecasts> false_negative_rate_loss(const std::string& positive);
Loss<ClassForecasts> false_positive_rate_loss(const std::string& positive);

}  // namespace preimage::losses
