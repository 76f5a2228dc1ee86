#include "linalg/symmetric.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"

namespace preimage::linalg {

void require_finite(const arma::mat& matrix, const std::string& what) {
  for (arma::uword j = 0; j < matrix.n_cols; ++j) {
    for (arma::uword i = 0; i < matrix.n_rows; ++i) {
      if (!std::isfinite(matrix(i, j))) {
        throw NumericalError(
            fmt::format("{}: entry ({}, {}) is {}, not a finite number", what, i, j, matrix(i, j)));
      }
    }
  }
}

void require_symmetric(const arma::mat& matrix, const std::string& what) {
  if (!matrix.is_square()) {
    throw NumericalError(fmt::format("{}: {} x {} is not square", what, matrix.n_rows, matrix.n_cols));
  }
  require_finite(matrix, what);
  if (matrix.is_empty()) return;
  const double largest = std::max(std::abs(matrix.max()), std::abs(matrix.min()));
  for (arma::uword j = 0; j < matrix.n_cols; ++j) {
    for (arma::uword i = j + 1; i < matrix.n_rows; ++i) {
      if (std::abs(matrix(i, j) - matrix(j, i)) > 1e-10 * largest) {
        throw NumericalError(fmt::format("{}: not symmetric, entry ({}, {}) is {} but ({}, {}) is {}", what,
                                         i, j, matrix(i, j), j, i, matrix(j, i)));
      }
    }
  }
}

Eigen symmetric_eigen(const arma::mat& matrix, const std::string& what) {
  require_symmetric(matrix, what);
  Eigen result;
  arma::vec ascending;
  arma::mat vectors;
  if (!arma::eig_sym(ascending, vectors, arma::symmatu(matrix))) {
    throw NumericalError(what + ": the eigendecomposition did not converge");
  }
  result.values = arma::reverse(ascending);
  result.vectors = arma::fliplr(vectors);
  return result;
}

namespace {
[[noreturn]] void fail_not_positive_definite(const std::string& what, double ridge) {
  throw NumericalError(fmt::format("{} + {} I is not positive definite; raise the ridge", what, ridge));
}
}  // namespace

arma::mat regularised_inverse(const arma::mat& matrix, double ridge, const std::string& what) {
  require_symmetric(matrix, what);
  arma::mat regularised = matrix;
  regularised.diag() += ridge;
  arma::mat inverse;
  if (!arma::inv_sympd(inverse, arma::symmatu(regularised))) fail_not_positive_definite(what, ridge);
  return arma::symmatu(inverse);
}

arma::mat inverse_cholesky_factor(const arma::mat& matrix, double ridge, const std::string& what) {
  arma::mat regularised = matrix;
  regularised.diag() += ridge;
  arma::mat factor;
  if (!arma::chol(factor, regularised, "lower")) fail_not_positive_definite(what, ridge);
  arma::mat inverse(arma::size(matrix), arma::fill::eye);
  // Columns in blocks: those from `begin` on are zero above row `begin`, and a triangular solve for them
  // needs the factor from there on only.
  constexpr arma::uword kBlock = 48;
  arma::blas_int leading = static_cast<arma::blas_int>(matrix.n_rows);
  for (arma::uword begin = 0; begin < matrix.n_rows; begin += kBlock) {
    arma::blas_int rows = static_cast<arma::blas_int>(matrix.n_rows - begin);
    arma::blas_int columns = std::min(static_cast<arma::blas_int>(kBlock), rows);
    arma::blas_int info = 0;
    char lower = 'L', no = 'N';
    arma::lapack::trtrs(&lower, &no, &no, &rows, &columns, &factor(begin, begin), &leading,
                        &inverse(begin, begin), &leading, &info);
    if (info != 0) fail_not_positive_definite(what, ridge);
  }
  return inverse;
}

arma::mat solve_positive_definite(const arma::mat& matrix, const arma::mat& right, const std::string& what) {
  require_finite(right, what + " (right-hand side)");
  arma::mat factor;
  if (!matrix.is_square() || matrix.has_nan() || !arma::chol(factor, matrix)) {
    throw NumericalError(what + ": not positive definite");
  }
  arma::mat half;
  arma::mat solution;
  // Both triangles have the condition of the factor, so it is estimated once; `fast` does not estimate it.
  const bool singular = !matrix.is_empty() && !(arma::rcond(arma::trimatu(factor)) >= arma::datum::eps);
  const auto options = arma::solve_opts::fast;
  if (singular || !arma::solve(half, arma::trimatl(factor.t()), right, options) ||
      !arma::solve(solution, arma::trimatu(factor), half, options)) {
    throw NumericalError(what + ": singular to working precision");
  }
  return solution;
}

arma::mat solve_square(const arma::mat& matrix, const arma::mat& right, const std::string& what) {
  require_finite(matrix, what);
  require_finite(right, what + " (right-hand side)");
  arma::mat solution;
  if (!matrix.is_square() || matrix.n_rows != right.n_rows) {
    throw NumericalError(
        fmt::format("{}: {} x {} with {} right-hand rows", what, matrix.n_rows, matrix.n_cols, right.n_rows));
  }
  if (!arma::solve(solution, matrix, right, arma::solve_opts::no_approx)) {
    throw NumericalError(what + ": singular to working precision");
  }
  return solution;
}

}  // namespace preimage::linalg
