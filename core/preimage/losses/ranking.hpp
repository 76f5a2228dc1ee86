// Measures of a ranking by scores: area under the ROC curve, precision and recall, equal-error rate. Samples
// of equal score count alike, whatever their order.
#pragma once

#include <armadillo>
#include <cstddef>
#include <vector>

namespace preimage::losses {

/// Area under the receiver operating characteristic: the probability that a positive sample's score exceeds a
/// negative one's, plus half the probability that they are equal [Hanley and McNeil 1982].
/// errors  how much each score may be off by rounding: scores tie that it does not tell apart; empty: none is
/// throws  NumericalError where a score is NaN or one of the classes is missing
/// cost    O(n log n)
double roc_area(const arma::vec& scores, const std::vector<bool>& is_positive, const arma::vec& errors = {});

/// Point k belongs to the k-th largest distinct score t: of the retrieved, those with score >= t,
///   precision = correct / retrieved,  recall = correct / n_relevant.
struct PrecisionRecall {
  arma::vec thresholds, precision, recall;
};

/// n_relevant  all there was to find, at least the number of correct ones, from 1
/// throws      NumericalError where a score is NaN or n_relevant is too small
/// cost        O(n log n)
PrecisionRecall precision_recall(const arma::vec& scores, const std::vector<bool>& is_correct,
                                 std::size_t n_relevant);

/// 1 - recall where precision equals recall, which is where as many are retrieved as are relevant:
///   1 - (correct among the n_relevant largest scores) / n_relevant.
/// Where rank n_relevant falls inside a block of equal scores the block's correct ones are spread evenly over
/// it (the mean over all orders). Fewer detections than n_relevant count as followed by false ones.
/// throws  as precision_recall
double equal_error_rate(const arma::vec& scores, const std::vector<bool>& is_correct, std::size_t n_relevant);

}  // namespace preimage::losses
