// Block-coordinate Frank-Wolfe for machines of structured outputs: the max-margin Markov network and the
// structured support vector machine.    [Lacoste-Julien, Jaggi, Schmidt and Pletscher 2013, algorithm 4]
#pragma once

#include <algorithm>
#include <armadillo>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"

namespace preimage::regression {

/// How far to move one block towards its worst answer: the dual objective is a parabola on the way.
/// gap and curvature in the same units; 0 where the dual does not rise or there is no direction (the answer's
/// features are those that the block has already).
inline double frank_wolfe_step(double gap, double curvature) {
  return gap > 0.0 && curvature > 0.0 ? std::min(1.0, gap / curvature) : 0.0;
}

/// Differences of features psi = f(x_i, y_i) - f(x_i, y) and their loss, of one answer y or a mean of some.
template <class Features>
struct FrankWolfeCorner {
  Features difference;
  double loss = 0.0;
};

/// What is known of the machine that training returns.
struct FrankWolfeBounds {
  double primal = 0.0;     // the objective at its weights
  double dual = 0.0;       // a lower bound of the smallest objective
  std::size_t passes = 0;  // gone through
  double gap() const { return primal - dual; }
};
template <class Weights>
struct FrankWolfeResult {
  FrankWolfeBounds bounds;
  Weights weights;
};

/// throws  NumericalError "WHO: 0 passes, expected >= 1", and likewise of the tolerance
template <class Options>
void require_frank_wolfe_options(const Options& options, const std::string& who) {
  if (options.passes < 1) throw NumericalError(who + ": 0 passes, expected >= 1");
  if (!(options.tolerance >= 0.0))
    throw NumericalError(fmt::format("{}: tolerance is {}, expected >= 0", who, options.tolerance));
}

/// Minimises  lambda/2 |w|^2 + 1/n sum_i max_y [ loss(y_i, y) - <w, psi_i(y)> ]  by its dual, w = sum_i w_i
/// with w_i = sum_y alpha_i(y) psi_i(y) / (lambda n): for each block i the worst answer at the present
/// weights, and a step towards it as far as the dual rises, in closed form. The blocks' order is drawn anew
/// for every pass, at most options.passes times. Where the gaps summed over a pass, each as it was met, are
/// below options.tolerance, the true gap is computed, and below it training ends.
///
/// n      of the mean; as many blocks as are open, the others have one answer, at loss 0
/// scale  lambda n
/// space  the weights as they change, lambda n w_i of each block:
///          at(block)                          the weights as the block's worst answer needs them
///          worst_answer(block, at)            FrankWolfeCorner of one answer
///          hinge(corner, at)                  loss - <w, psi>
///          subtract(block, difference)        minus lambda n w_i
///          squared_norm(block, difference)
///          move(block, difference, gamma, k)  in step k = 1, 2, ...: lambda n w_i += gamma difference
///          squared_norm()                     of w
///          weights(k)                         what is returned after k steps, with squared_norm()
///          at(block, weights)
template <class Space, class Options>
auto block_frank_wolfe(Space& space, double n, arma::uword blocks, double scale, const Options& options) {
  const double half_lambda = 0.5 * scale / n;
  arma::vec losses(blocks, arma::fill::zeros);  // of the blocks' means of answers
  base::Random random(options.seed);
  double steps = 0.0;
  for (std::size_t pass = 1;; ++pass) {
    double gap = 0.0;
    for (const std::size_t block : random.permutation(blocks)) {
      const auto at = space.at(block);
      auto direction = space.worst_answer(block, at);
      space.subtract(block, direction.difference);
      direction.loss -= losses(block);
      const double of_block = space.hinge(direction, at);
      const double gamma =
          frank_wolfe_step(scale * of_block, space.squared_norm(block, direction.difference));
      steps += 1.0;
      gap += of_block / n;
      if (gamma == 0.0) continue;
      space.move(block, direction.difference, gamma, steps);
      losses(block) += gamma * direction.loss;
    }
    if (pass < options.passes && gap > options.tolerance) continue;
    auto weights = space.weights(steps);
    double slacks = 0.0;
    for (arma::uword block = 0; block < blocks; ++block) {
      const auto at = space.at(block, weights);
      slacks += space.hinge(space.worst_answer(block, at), at);
    }
    FrankWolfeResult<decltype(weights)> result{
        {half_lambda * weights.squared_norm() + slacks / n,
         arma::accu(losses) / n - half_lambda * space.squared_norm(), pass},
        std::move(weights)};
    if (pass == options.passes || result.bounds.gap() <= options.tolerance) return result;
  }
}

}  // namespace preimage::regression
