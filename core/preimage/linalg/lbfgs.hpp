// Minimisation of a smooth function by libLBFGS.
#pragma once

#include <armadillo>
#include <functional>

namespace preimage::linalg {

struct LbfgsLimits {
  double gradient = 0.0;  // the search ends where |gradient| is at most this part of max(1, |x|)
  int iterations = 0;     // from 1, at most
  /// Whether the search ends after an iteration, which are counted from 1; or empty.
  std::function<bool(int iteration)> is_done = {};
};

/// Where a search from `start` on ends: at a limit, or where a line search finds no better point. Its caller
/// judges what was reached.
/// f        the value at x, and the gradient there, both of start's shape; the last call before `is_done` is
///          at the iteration's point
/// start    not empty
/// throws   std::bad_alloc
/// cost     O(iterations x n) beside f
arma::mat lbfgs_minimum(const arma::mat& start,
                        const std::function<double(const arma::mat& x, arma::mat& gradient)>& f,
                        const LbfgsLimits& limits);

}  // namespace preimage::linalg
