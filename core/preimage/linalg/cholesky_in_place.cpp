#include "preimage/linalg/cholesky_in_place.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::linalg {

namespace {

char lower = 'L';  // LAPACK takes every argument by address, and Armadillo's wrappers want it writable

/// max_j sum_i |A_ij| from the lower triangle.
double one_norm(arma::mat& A, arma::blas_int n) {
  char norm = '1';
  arma::vec work(A.n_rows);
  return arma::lapack::lansy(&norm, &lower, &n, A.memptr(), &n, work.memptr());
}

double reciprocal_condition(const arma::mat& factor, arma::blas_int n, double norm) {
  arma::vec work(3 * factor.n_rows);
  arma::podarray<arma::blas_int> integers(factor.n_rows);
  double result = 0.0;
  arma::blas_int info = 0;
  arma::lapack::pocon(&lower, &n, factor.memptr(), &n, &norm, &result, work.memptr(), integers.memptr(),
                      &info);
  return result;
}

}  // namespace

arma::mat solve_positive_definite_in_place(arma::mat& A, const arma::mat& B, const std::string& what) {
  require_finite(B, what + " (right-hand side)");
  if (!A.is_square() || A.n_rows != B.n_rows) {
    throw NumericalError(
        fmt::format("{}: {} x {} with {} right-hand rows", what, A.n_rows, A.n_cols, B.n_rows));
  }
  arma::mat X = B;
  if (X.is_empty()) return X;
  arma::blas_int n = static_cast<arma::blas_int>(A.n_rows);
  const arma::blas_int columns = static_cast<arma::blas_int>(B.n_cols);
  arma::blas_int info = 0;
  const double norm = one_norm(A, n);  // OpenBLAS's potrf passes NaN on
  if (!std::isfinite(norm)) throw NumericalError(what + ": an entry is not a finite number");
  arma::lapack::potrf(&lower, &n, A.memptr(), &n, &info);
  if (info != 0) throw NumericalError(what + ": not positive definite");
  if (!(reciprocal_condition(A, n, norm) >= arma::datum::eps)) {
    throw NumericalError(what + ": singular to working precision");
  }
  arma::lapack::potrs(&lower, &n, &columns, A.memptr(), &n, X.memptr(), &n, &info);
  return X;
}

}  // namespace preimage::linalg
