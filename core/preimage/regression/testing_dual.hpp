// The slow oracle of support vector machines.
#pragma once

#include <armadillo>
#include <cmath>
#include <vector>

#include "preimage/regression/support_vector_solver.hpp"

namespace preimage::testing {

/// The minimum by trying of every dual whether it is at the lower bound, the upper one or between: of each
/// choice the stationary point is a set of linear equations, and the best feasible one is the answer. In
/// double, by nothing that the solver has.
inline regression::DualFunction by_enumeration(const arma::mat& K, const regression::BoxDual& dual,
                                               bool has_bias = true) {
  const arma::uword m = K.n_rows, n = dual.linear.n_elem, extra = has_bias ? 1 : 0;
  const arma::mat Q = arma::repmat(K, dual.linear.n_cols, dual.linear.n_cols);
  const arma::vec linear = arma::vectorise(dual.linear), lower = arma::vectorise(dual.lower),
                  upper = arma::vectorise(dual.upper);
  const double sum = arma::accu(dual.start);
  regression::DualFunction best;
  double smallest = arma::datum::inf;
  for (arma::uword code = 0; code < static_cast<arma::uword>(std::pow(3.0, static_cast<double>(n))); ++code) {
    arma::vec b(n, arma::fill::zeros);
    std::vector<arma::uword> between;
    arma::uword rest = code;
    for (arma::uword t = 0; t < n; ++t, rest /= 3) {
      if (rest % 3 < 2) b(t) = rest % 3 == 0 ? lower(t) : upper(t);
      if (rest % 3 == 2) between.push_back(t);
    }
    if (!b.is_finite() || between.empty()) continue;
    const arma::uvec set(between);
    const arma::uword s = set.n_elem;
    arma::mat A(s + extra, s + extra, arma::fill::zeros);
    A.submat(0, 0, s - 1, s - 1) = Q.submat(set, set);
    arma::vec right(s + extra);
    right.head(s) = -linear.elem(set) - arma::vec(Q.rows(set) * b);
    if (has_bias) {
      A.col(s).head(s).ones();
      A.row(s).head(s).ones();
      right(s) = sum - arma::accu(b);
    }
    arma::vec solution;
    if (!arma::solve(solution, A, right, arma::solve_opts::no_approx)) continue;
    b.elem(set) = solution.head(s);
    const double value = arma::as_scalar(0.5 * b.t() * Q * b) + arma::dot(linear, b);
    if (arma::any(b < lower - 1e-9) || arma::any(b > upper + 1e-9) || value >= smallest) continue;
    smallest = value;
    best = {arma::sum(arma::reshape(b, m, dual.linear.n_cols), 1), has_bias ? solution(s) : 0.0};
  }
  return best;
}

}  // namespace preimage::testing
