#include "preimage/regression/greedy_basis.hpp"

#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/first_columns.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::regression {

namespace {

/// Of the coordinates: BLAS treats the last rows that fill no block apart, and a step must have the same bits whatever
/// size is asked for in the end.
constexpr arma::uword kRowBlock = 64;

constexpr const char* kBasisGram = "Gram matrix of the basis";

void require_rows(arma::uword rows, arma::uword expected, const char* what) {
  if (rows != expected) throw NumericalError(fmt::format("{}: {} rows, expected {}", what, rows, expected));
}

void require_ridge(double ridge) {
  if (!(ridge >= 0.0)) throw NumericalError(fmt::format("ridge is {}, expected >= 0", ridge));
}

void require_basis(const arma::mat& K_all_basis, const arma::uvec& basis, const arma::mat& Y) {
  require_rows(K_all_basis.n_rows, Y.n_rows, "Gram columns of the basis");
  if (basis.n_elem != K_all_basis.n_cols || (!basis.is_empty() && basis.max() >= K_all_basis.n_rows)) {
    throw NumericalError(fmt::format("a basis of {} samples does not fit {} x {} Gram columns", basis.n_elem,
                                     K_all_basis.n_rows, K_all_basis.n_cols));
  }
}

/// The samples that do not lie in the span of those before them.
arma::uvec independent_columns(const arma::mat& K) {
  linalg::PartialCholesky partial(K.diag(), K.n_rows);
  std::vector<arma::uword> kept;
  for (arma::uword j = 0; j < K.n_cols; ++j) {
    if (!partial.is_independent(j)) continue;
    partial.append(j, K.col(j));
    kept.push_back(j);
  }
  return arma::uvec(kept);
}

/// The independent sample of the largest score, the first of equals.
template <class Score>
std::optional<arma::uword> best_candidate(const BasisRegression& regression, arma::uword m,
                                          const Score& score) {
  std::optional<arma::uword> best;
  double largest = 0.0;
  for (arma::uword i = 0; i < m; ++i) {
    const double value = score(i);
    if ((!best || value > largest) && regression.is_independent(i)) {
      best = i;
      largest = value;
    }
  }
  return best;
}

}  // namespace

BasisRegression::BasisRegression(const arma::vec& diagonal, const arma::mat& Y, arma::uword max_size,
                                 double ridge)
    : partial_(diagonal, max_size), Y_(Y), residuals_(Y), ridge_(ridge) {
  require_rows(Y.n_rows, diagonal.n_elem, "outputs");
  linalg::require_finite(Y, "outputs");
  require_ridge(ridge);
  Q_.zeros(Y.n_rows, max_size);
  B_.zeros((max_size + kRowBlock - 1) / kRowBlock * kRowBlock, max_size);
}

void BasisRegression::append(arma::uword j, const arma::vec& column) {
  const arma::uword t = size();
  const arma::vec& g = partial_.append(j, column);
  direction_ = g;
  arma::vec coordinates(B_.n_rows, arma::fill::zeros);
  if (t > 0) {
    const arma::mat Q = linalg::first_columns(Q_, t);
    const arma::vec along = Q.t() * g;  // B's columns have no part along a new coordinate
    direction_ -= Q * along;
    coordinates -= linalg::first_columns(B_, t) * along;
  }
  coordinates(t) = std::sqrt(ridge_);
  const double norm = std::sqrt(arma::dot(direction_, direction_) +
                                arma::dot(coordinates.head(t + 1), coordinates.head(t + 1)));
  direction_ /= norm;
  Q_.col(t) = direction_;
  B_.col(t) = coordinates / norm;
  projection_ = direction_.t() * Y_;
  residuals_ -= direction_ * projection_;
}

arma::uvec greedy_basis_by_residual(const linalg::GramColumn& column, const arma::vec& diagonal,
                                    const arma::mat& Y, arma::uword size, double ridge) {
  BasisRegression regression(diagonal, Y, size, ridge);
  std::vector<arma::uword> basis;
  while (basis.size() < size) {
    const arma::vec squared = arma::sum(arma::square(regression.residuals()), 1);
    const auto next = best_candidate(regression, Y.n_rows, [&](arma::uword i) { return squared(i); });
    if (!next) break;
    regression.append(*next, column(*next));
    basis.push_back(*next);
  }
  return arma::uvec(basis);
}

arma::uvec greedy_basis_by_drop(const arma::mat& K, const arma::mat& Y, arma::uword size, double ridge) {
  linalg::require_symmetric(K, "input Gram matrix");
  BasisRegression regression(K.diag(), Y, size, ridge);
  // v_i begins as sample i itself: its column of K, and sqrt(ridge) times its image in feature space.
  arma::vec squared_norms = arma::sum(arma::square(K), 0).t() + ridge * K.diag();
  const arma::vec noise = static_cast<double>(K.n_rows) * arma::datum::eps * squared_norms;
  arma::mat products = K * Y;  // v_i' R
  std::vector<arma::uword> basis;
  while (basis.size() < size) {
    const arma::vec squared_products = arma::sum(arma::square(products), 1);
    const auto next = best_candidate(regression, K.n_rows, [&](arma::uword i) {
      return squared_norms(i) > noise(i) ? squared_products(i) / squared_norms(i) : 0.0;
    });
    if (!next) break;
    regression.append(*next, K.col(*next));
    basis.push_back(*next);
    const arma::vec& direction = regression.newest_direction();
    const arma::vec along = K * direction + ridge * direction;
    products -= along * regression.newest_projection();
    squared_norms -= arma::square(along);
  }
  return arma::uvec(basis);
}

arma::uvec random_basis(arma::uword m, arma::uword size, base::Random& random) {
  if (size > m) throw NumericalError(fmt::format("a basis of {} out of {} samples", size, m));
  const arma::uvec order = arma::conv_to<arma::uvec>::from(random.permutation(m));
  return order.head(size);
}

arma::mat basis_coefficients(const arma::mat& K_all_basis, const arma::uvec& basis, const arma::mat& Y,
                             double ridge) {
  require_basis(K_all_basis, basis, Y);
  require_ridge(ridge);
  const arma::uvec kept = independent_columns(K_all_basis.rows(basis));
  const arma::mat K_S = K_all_basis.cols(kept);
  // alpha = M' (G'G + ridge I)^-1 G'Y with M = L^-1, K_SS = L L', G = K_*S M': the same, but its condition is
  // that of K, not of K squared.
  const arma::mat M = linalg::inverse_cholesky_factor(K_S.rows(basis(kept)), 0.0, kBasisGram);
  const arma::mat G = K_S * M.t();
  arma::mat normal = G.t() * G;
  normal.diag() += ridge;
  arma::mat alpha(basis.n_elem, Y.n_cols, arma::fill::zeros);
  alpha.rows(kept) =
      M.t() * linalg::solve_positive_definite(normal, G.t() * Y, "normal equations of the basis");
  return alpha;
}

arma::mat printed_basis_coefficients(const arma::mat& K_all_basis, const arma::uvec& basis,
                                     const arma::mat& Y) {
  require_basis(K_all_basis, basis, Y);
  return linalg::solve_positive_definite(K_all_basis.rows(basis), K_all_basis.t() * Y, kBasisGram);
}

}  // namespace preimage::regression
