#include "preimage/regression/landmark_ridge.hpp"

#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/cholesky_in_place.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/linalg/triangular.hpp"
#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::regression {

namespace {

constexpr double kShareOfRidge = 1e-4;

/// Whether rounding of K_Mn K_nM, eps of its largest eigenvalue, is too much in the landmarks' own coordinates. That eigenvalue is
/// about n / M times the square of K_MM's, where landmarks are like samples.
bool rounding_is_too_much(const linalg::IndependentCholesky& own, arma::uword n_samples, double ridge) {
  const double n = static_cast<double>(n_samples), m = static_cast<double>(own.kept.n_elem);
  const double rounding = arma::datum::eps * n / m * own.norm * own.norm * own.inverse_norm;
  return !(rounding <= kShareOfRidge * ridge);
}

}  // namespace

LandmarkRidge::LandmarkRidge(arma::mat L, arma::mat normal, arma::mat right)
    : L_(std::move(L)), normal_(std::move(normal)), right_(std::move(right)) {
  linalg::require_symmetric(normal_, "normal equations of the landmarks");
}

arma::mat LandmarkRidge::solved(double ridge, arma::mat right, double* rcond) const {
  require_ridge(ridge);
  arma::mat factor = normal_;
  factor.diag() += ridge;
  right = linalg::solve_positive_definite_in_place(
      factor, right, fmt::format("normal equations of the landmarks + {} I (raise the ridge)", ridge), ridge,
      rcond);
  linalg::solve_lower_transposed(L_, right);
  linalg::require_finite(right, "coefficients of the landmarks");
  return right;
}

arma::mat LandmarkRidge::coefficients(double ridge, double* rcond) const {
  return solved(ridge, right_, rcond);
}

arma::mat LandmarkRidge::coefficients(double ridge, arma::mat right, double* rcond) const {
  if (right.n_rows != L_.n_rows)
    throw NumericalError(fmt::format("right-hand side of {} rows for {} landmarks", right.n_rows, L_.n_rows));
  linalg::solve_lower(L_, right);
  return solved(ridge, std::move(right), rcond);
}

LandmarkNormalEquations::LandmarkNormalEquations(const arma::mat& K_MM, arma::uword n_samples,
                                                 arma::uword n_outputs, double smallest_ridge) {
  require_ridge(smallest_ridge);
  linalg::IndependentCholesky own = linalg::independent_cholesky(K_MM, "Gram matrix of the landmarks");
  if (own.kept.is_empty()) throw NumericalError("Gram matrix of the landmarks: nothing but zeros");
  solves_blocks_ = rounding_is_too_much(own, n_samples, smallest_ridge);
  kept_ = std::move(own.kept);
  L_ = std::move(own.L);
  normal_.zeros(L_.n_rows, L_.n_rows);
  right_.zeros(L_.n_rows, n_outputs);
}

void LandmarkNormalEquations::add(arma::mat K_rows, const arma::mat& Y_rows) {
  if (K_rows.n_cols != L_.n_rows || K_rows.n_rows != Y_rows.n_rows || Y_rows.n_cols != right_.n_cols)
    throw NumericalError(fmt::format(
        "landmarks: kernel values of {} x {} and outputs of {} x {}, expected {} landmarks and {} outputs",
        K_rows.n_rows, K_rows.n_cols, Y_rows.n_rows, Y_rows.n_cols, L_.n_rows, right_.n_cols));
  linalg::require_finite(Y_rows, "outputs");
  if (solves_blocks_) linalg::solve_lower_from_right(L_, K_rows);
  linalg::add_inner_products(normal_, K_rows);
  if (!right_.is_empty()) right_ += K_rows.t() * Y_rows;
}

LandmarkRidge LandmarkNormalEquations::solved() && {
  if (solves_blocks_) {
    normal_ = arma::symmatl(normal_);
  } else {
    normal_ = linalg::between_inverse_factors(std::move(normal_), L_);
    linalg::solve_lower(L_, right_);
  }
  return {std::move(L_), std::move(normal_), std::move(right_)};
}

}  // namespace preimage::regression
