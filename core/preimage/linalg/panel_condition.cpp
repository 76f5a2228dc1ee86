// Whether a factorised matrix is regular to working precision.
#include <algorithm>
#include <cmath>

#include "preimage/base/error.hpp"
#include "preimage/base/flush_subnormals.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/panel_cholesky.hpp"

namespace preimage::linalg {

/// Where the bound does not answer it, norms are estimated.
double PanelCholesky::certain_condition(double least_eigenvalue) const {
  const base::FlushSubnormals flushed;
  ScaledMatrix scaled{arma::sqrt(diagonal())};
  const double largest = scaled.root_diagonal.max() * scaled.root_diagonal.max();
  const double bound = condition_bound(n_, largest, least_eigenvalue);
  // Every pivot is at least the least eigenvalue: one that is not says that A is no such matrix.
  const bool is_bounded = smallest_pivot() >= 0.5 * least_eigenvalue;
  if (bound >= kFewDigits && is_bounded) return bound;
  const arma::vec ones = 1.0 / scaled.root_diagonal;
  scaled.norm = std::max(1.0, arma::vec(arma::abs(product(ones)) / scaled.root_diagonal).max());
  const double found =
      reciprocal_condition(scaled, [&](const arma::vec& x) -> arma::vec { return solve(x); });
  return linalg::certain_condition(found, scaled, is_bounded ? least_eigenvalue : 0.0);
}

double PanelCholesky::smallest_pivot() const {
  double smallest = arma::datum::inf;
  for (const Panel& panel : panels_) {
    for (arma::uword i = 0; i < panel.values.n_cols; ++i)
      smallest = std::min(smallest, panel.values.at(i, i) * panel.values.at(i, i));
  }
  return smallest;
}

arma::vec PanelCholesky::diagonal() const {
  arma::vec sums(n_, arma::fill::zeros);
  for (const auto& [begin, values] : panels_) {
    for (arma::uword j = 0; j < values.n_cols; ++j) {
      const double* column = values.colptr(j);
      double* sum = sums.memptr() + begin;
      for (arma::uword i = j; i < values.n_rows; ++i) sum[i] += column[i] * column[i];
    }
  }
  return sums;
}

/// L (L' x), column of L by column.
arma::vec PanelCholesky::product(const arma::vec& x) const {
  arma::vec result(n_, arma::fill::zeros);
  for (const auto& [begin, values] : panels_) {
    for (arma::uword j = 0; j < values.n_cols; ++j) {
      const auto column = values.col(j).tail(values.n_rows - j);
      result.subvec(begin + j, n_ - 1) += column * arma::dot(column, x.subvec(begin + j, n_ - 1));
    }
  }
  return result;
}

}  // namespace preimage::linalg
