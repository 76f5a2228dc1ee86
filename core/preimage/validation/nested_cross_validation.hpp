// Nested cross-validation over an index-only learner: it knows no kernel and no data type.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "preimage/validation/learner.hpp"

namespace preimage::validation {

/// The loss of a prediction on the samples that it is for, one value each.
using Criterion = std::function<arma::vec(const outputs::Prediction&, const arma::uvec& test)>;

/// The position of the smallest loss, known to 1e-12 of itself: a mean of losses, each of which rounding moves by some units in its
/// thirteenth digit. Counts are exact, and equal where they are equal. Among losses that rounding does not tell apart the first (base/ties.hpp): of a grid the one that
/// the learner prefers, for methods sort their grids by what they prefer.
/// losses  one at least, finite
std::size_t first_smallest_loss(const std::vector<double>& losses);

/// All positions whose losses rounding does not tell from the smallest, ascending.
std::vector<std::size_t> equal_to_smallest_loss(const std::vector<double>& losses);

struct Choice {
  std::size_t grid_point = 0;
  double inner_loss = 0.0;  // of that point; 0 where the grid has one point only
};

/// The mean loss of every grid point over all inner validation samples. Only the samples of `inner` are
/// looked at.
/// throws  NumericalError where one is not finite, or where there is no inner fold
std::vector<double> inner_losses(const Learner& learner, const std::vector<samples::Split>& inner,
                                 const Criterion& criterion);

/// The grid point with the smallest inner loss; of equals (first_smallest_loss) the one the learner prefers, whatever the order in
/// which its values were given. A grid of one point is returned unjudged.
/// throws  as inner_losses, where there is a choice
Choice choose(const Learner& learner, const std::vector<samples::Split>& inner, const Criterion& criterion);

struct OuterFold {
  Choice choice;
  outputs::Prediction prediction;  // of the outer test samples
};

/// Chooses on `inner` (a partition of outer.train into splits), refits on outer.train, predicts outer.test.
/// throws  NumericalError where an inner fold holds a sample that is not in outer.train
OuterFold run_outer_fold(const Learner& learner, const samples::Split& outer,
                         const std::vector<samples::Split>& inner, const Criterion& criterion);

}  // namespace preimage::validation
