// The interval of nested cross-validation.
#pragma once

#include <vector>

#include "suite/results/number.hpp"

namespace preimage::suite::results {

/// Losses of one cut of n samples into K folds.
struct NestedLosses {
  std::vector<std::vector<double>> folds;  // [k]: on fold k, trained without it
  /// [p]: on fold i, then on fold j, trained without both; i and j as study::fold_pairs has them.
  std::vector<std::vector<double>> pairs;
};

/// The 95 % interval of the error of the model that is fitted to all n samples, from R cuts of them:
///   estimate +- z(.975) SE                                 [Bates, Hastie and Tibshirani 2023, sec. 4]
///   SE^2     = (K - 1)/K mean_k (a_k - b_k), not below s^2/n nor above K s^2/n
///   a_k      = (mean loss on the folds j != k, trained without k and j, - mean loss on k)^2
///   b_k      = variance of the losses on k / their number
///   estimate = m - (1 + (K - 2)/K) (m - mean loss on all k)
/// over all folds k of all cuts, m and s the mean and the standard deviation of the losses of all pairs. The
/// factor of the bias is the one that the paper prints; the authors' program has 1 + ((K - 2)/K)^1.5 and cuts
/// of its own there, and leaves out n mod K samples. On cuts into folds of one size SE is the same. Losses of
/// different samples must be independent: not those of copies, groups or times.
/// Requires    at least one cut, all into the same number K >= 3 of folds, each with 2 samples at least
/// cost        O(R K n)
Interval nested_interval(const std::vector<NestedLosses>& cuts);

}  // namespace preimage::suite::results
