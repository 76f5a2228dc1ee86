// Whether a factorised matrix is regular to working precision.
#include <algorithm>
#include <cmath>

#include "preimage/base/error.hpp"
#include "preimage/base/flush_subnormals.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/panel_cholesky.hpp"

namespace preimage::linalg {

/// The reciprocal condition number in the 1-norm is not below 2.2e-16. For a positive definite A, no entry is larger than the
/// largest of the diagonal, so |A|_1 <= n max A_ii; and |A^-1|_1 <= sqrt(n) / least eigenvalue. Where these two do not
/// answer it, |A^-1|_1 is estimated.
void PanelCholesky::require_regular(double least_eigenvalue) const {
  const base::FlushSubnormals flushed;
  const double n = static_cast<double>(n_), largest = diagonal().max();
  const bool is_bounded = least_eigenvalue / (n * std::sqrt(n) * largest) >= arma::datum::eps;
  // Every pivot is at least the least eigenvalue: one that is not says that A is no such matrix.
  if (is_bounded && smallest_pivot() >= 0.5 * least_eigenvalue) return;
  const double norm = std::max(largest, arma::abs(product(arma::vec(n_, arma::fill::ones))).max());
  if (!(1.0 / (norm * norm_of_inverse()) >= arma::datum::eps))
    throw NumericalError(what_ + ": singular to working precision");
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

/// By Hager's method, as LAPACK's lacn2: the largest sum of a column is sought by following the gradient of |A^-1 x|_1.
///     [Hager 1984; Higham 1988, algorithm 4.1]
double PanelCholesky::norm_of_inverse() const {
  constexpr int kMostSteps = 5;
  arma::vec x(n_);
  x.fill(1.0 / static_cast<double>(n_));
  double estimate = 0.0;
  for (int step = 0; step < kMostSteps; ++step) {
    const arma::vec y = solve(x);
    const double sum = arma::accu(arma::abs(y));
    if (step > 0 && !(sum > estimate)) break;
    estimate = sum;
    arma::vec signs(n_);
    for (arma::uword i = 0; i < n_; ++i) signs(i) = y(i) < 0.0 ? -1.0 : 1.0;
    const arma::vec z = solve(signs);
    const arma::uword steepest = arma::index_max(arma::abs(z));
    if (std::abs(z(steepest)) <= arma::dot(z, x)) break;
    x.zeros();
    x(steepest) = 1.0;
  }
  return estimate;
}

}  // namespace preimage::linalg
