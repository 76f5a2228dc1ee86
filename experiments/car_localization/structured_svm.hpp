// The structured support vector machine with margin rescaling, linear in explicit joint features phi(x, y).
//                                                       [Tsochantaridis, Joachims, Hofmann and Altun 2005]
#pragma once

#include <armadillo>
#include <cstdint>
#include <functional>

#include "preimage/regression/frank_wolfe.hpp"

namespace preimage::experiments::car_localization {

/// An output y as an answer to training sample i: its joint features phi(x_i, y) and its loss against y_i.
struct JointAnswer {
  arma::vec features;  // d
  double loss = 0.0;   // >= 0
};

/// The answer of the largest  loss(y_i, y) + w . phi(x_i, y)  over all outputs y. Must be a pure function; it
/// need not search y_i itself, which is always allowed, at loss 0 (so no slack is below 0). Where it does not
/// find the largest, the primal value is too small by what it misses, and the gap with it.
using LossAugmentedArgmax = std::function<JointAnswer(arma::uword sample, const arma::vec& w)>;

/// What C multiplies. For n samples C of one is C n of the other.
enum class SlackScaling {
  sum,   // 1/2 |w|^2 + C sum_i xi_i
  mean,  // 1/2 |w|^2 + C/n sum_i xi_i
};

struct StructuredSvmOptions {
  double C = 1.0;  // > 0
  SlackScaling scaling = SlackScaling::sum;
  std::size_t passes = 25;  // at most so many steps per sample, >= 1
  double tolerance = 0.02;  // on the duality gap, in the objective's units: loss per sample; >= 0
  std::uint64_t seed = 1;   // of the orders in which the passes go through the samples
};

struct StructuredSvm : regression::FrankWolfeBounds {
  arma::vec w;                   // d
  std::size_t oracle_calls = 0;  // n per pass, and n whenever the true gap is computed, at least once
};

/// Minimises over w    lambda/2 |w|^2 + 1/n sum_i xi_i,
///   xi_i = max_y [ loss(y_i, y) - w . (phi(x_i, y_i) - phi(x_i, y)) ],
/// which is the objective of C, divided by C n (sum: lambda = 1 / (C n)) or by C (mean: lambda = 1 / C).
/// Solves the dual by block-coordinate Frank-Wolfe (regression/frank_wolfe.hpp), one oracle call per step and
/// no step size to choose; max_margin_markov_network.hpp is the same for chains, through a kernel.
///
/// truth    d x n, column i is phi(x_i, y_i): a column, because it is read whole
/// throws   NumericalError: no samples, features not finite, options out of bounds, an oracle's answer that
///          has not d finite features and a finite loss >= 0
/// cost     of a pass: n oracle calls and O(n d); memory O(n d)
StructuredSvm structured_svm(const arma::mat& truth, const LossAugmentedArgmax& oracle,
                             const StructuredSvmOptions& options = {});

}  // namespace preimage::experiments::car_localization
