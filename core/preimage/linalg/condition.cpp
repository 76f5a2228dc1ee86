#include "preimage/linalg/condition.hpp"

#include <algorithm>
#include <cmath>

#include "preimage/base/error.hpp"
#include "preimage/linalg/triangular.hpp"

namespace preimage::linalg {

ScaledMatrix scaled_matrix(const arma::mat& A) {
  const arma::uword n = A.n_rows;
  ScaledMatrix result{arma::vec(n)};
  for (arma::uword i = 0; i < n; ++i)
    result.root_diagonal(i) = A.at(i, i) > 0.0 ? std::sqrt(A.at(i, i)) : 1.0;
  arma::vec sums(n, arma::fill::zeros);
  const arma::vec inverse = 1.0 / result.root_diagonal;
  for (arma::uword j = 0; j < n; ++j) {
    const double* column = A.colptr(j);
    double own = 0.0;
    for (arma::uword i = j; i < n; ++i) {
      const double size = std::abs(column[i]) * inverse[i] * inverse[j];
      own += size;
      if (i > j) sums[i] += size;
    }
    sums[j] += own;
  }
  for (const double sum : sums) result.norm = sum <= result.norm ? result.norm : sum;  // NaN stays
  if (!sums.is_finite()) result.norm = arma::datum::nan;
  return result;
}

double inverse_norm(arma::uword n, const std::function<arma::vec(const arma::vec&)>& solve) {
  constexpr int kMaxSteps = 5;
  if (n == 0) return 0.0;
  arma::vec x(n);
  x.fill(1.0 / static_cast<double>(n));
  double estimate = 0.0;
  for (int step = 0; step < kMaxSteps; ++step) {
    const arma::vec y = solve(x);
    const double sum = arma::accu(arma::abs(y));
    if (!std::isfinite(sum)) return arma::datum::inf;
    if (step > 0 && !(sum > estimate)) break;
    estimate = sum;
    arma::vec signs(n);
    for (arma::uword i = 0; i < n; ++i) signs(i) = y(i) < 0.0 ? -1.0 : 1.0;
    const arma::vec z = solve(signs);
    const arma::uword steepest = arma::index_max(arma::abs(z));
    if (std::abs(z(steepest)) <= arma::dot(z, x)) break;
    x.zeros();
    x(steepest) = 1.0;
  }
  const double last = std::max(1.0, static_cast<double>(n) - 1.0);
  for (arma::uword i = 0; i < n; ++i)
    x(i) = (i % 2 == 0 ? 1.0 : -1.0) * (1.0 + static_cast<double>(i) / last);
  const double alternating = 2.0 * arma::accu(arma::abs(solve(x))) / (3.0 * static_cast<double>(n));
  return std::max(estimate, alternating);
}

double reciprocal_condition(const ScaledMatrix& A, const std::function<arma::vec(const arma::vec&)>& solve) {
  const arma::vec& root = A.root_diagonal;
  if (root.is_empty()) return 1.0;
  const double norm_of_inverse = inverse_norm(
      root.n_elem, [&](const arma::vec& x) -> arma::vec { return root % solve(arma::vec(root % x)); });
  return 1.0 / (A.norm * norm_of_inverse);
}

double reciprocal_condition(const ScaledMatrix& A, const arma::mat& L) {
  return reciprocal_condition(A, [&](const arma::vec& x) -> arma::vec { return solved_by(L, x); });
}

double certain_condition(double found, arma::uword n, double floor) {
  const double rounding = 8.0 * static_cast<double>(n) * kSingular;
  return std::min(found, std::max(found - rounding, floor));
}

double regular_condition(const RidgeFactor& factor, const std::string& what) {
  const auto& [n, largest, smallest_pivot, ridge, scaled_of, solve] = factor;
  const double size = static_cast<double>(n), bound = ridge / (size * std::sqrt(size) * largest);
  const bool is_bounded = smallest_pivot >= 0.5 * ridge;
  if (bound >= kFewDigits && is_bounded) return bound;
  const ScaledMatrix scaled = scaled_of();
  const double floor = is_bounded ? ridge / (largest * scaled.norm) : 0.0;
  const double certain = certain_condition(reciprocal_condition(scaled, solve), n, floor);
  require_regular(certain, what);
  return certain;
}

void require_regular(double rcond, const std::string& what) {
  if (!(rcond >= kSingular)) fail_not_regular(what);
}

void fail_not_regular(const std::string& what) {
  throw NumericalError(what + " is not positive definite to working precision; raise the ridge");
}

}  // namespace preimage::linalg
