#include "preimage/linalg/triangular.hpp"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/symmetric.hpp"

// Armadillo does not declare it.
extern "C" void dsygst_(const arma::blas_int* kind, const char* triangle, const arma::blas_int* n, double* A,
                        const arma::blas_int* leading_A, const double* L, const arma::blas_int* leading_L,
                        arma::blas_int* info);

namespace preimage::linalg {

namespace {

void require_fit(const arma::mat& square, arma::uword expected) {
  if (square.is_square() && square.n_rows == expected) return;
  throw std::invalid_argument(fmt::format("a triangle of {} x {} does not fit a matrix of {}", square.n_rows,
                                          square.n_cols, expected));
}

ConstBlock whole(const arma::mat& matrix) {
  return {matrix.memptr(), matrix.n_rows};
}

WritableBlock whole(arma::mat& matrix) {
  return {matrix.memptr(), matrix.n_rows};
}

}  // namespace

void add_inner_products(arma::mat& C, const arma::mat& A) {
  require_fit(C, A.n_cols);
  add_inner_products(A.n_cols, A.n_rows, whole(A), whole(C));
}

void row_products(arma::fmat& C, const arma::fmat& A) {
  if (!C.is_square() || C.n_rows != A.n_rows)
    throw std::invalid_argument(
        fmt::format("a triangle of {} x {} does not fit a matrix of {}", C.n_rows, C.n_cols, A.n_rows));
  if (A.is_empty()) {
    C.zeros();
    return;
  }
  const arma::blas_int m = static_cast<arma::blas_int>(A.n_rows), b = static_cast<arma::blas_int>(A.n_cols);
  const float one = 1.0F, zero = 0.0F;
  arma::blas::syrk("L", "N", &m, &b, &one, A.memptr(), &m, &zero, C.memptr(), &m);
}

void solve_lower(const arma::mat& L, arma::mat& B) {
  require_fit(L, B.n_rows);
  solve_left(B.n_rows, B.n_cols, whole(L), Transposed::no, whole(B));
}

void solve_lower_transposed(const arma::mat& L, arma::mat& B) {
  require_fit(L, B.n_rows);
  solve_left(B.n_rows, B.n_cols, whole(L), Transposed::yes, whole(B));
}

void solve_lower_from_right(const arma::mat& L, arma::mat& B) {
  require_fit(L, B.n_cols);
  solve_transposed_right(B.n_rows, B.n_cols, whole(L), whole(B));
}

arma::mat between_inverse_factors(arma::mat A, const arma::mat& L) {
  require_fit(A, A.n_cols);
  require_fit(L, A.n_rows);
  if (A.is_empty()) return A;
  const arma::blas_int kind = 1, n = static_cast<arma::blas_int>(A.n_rows);
  arma::blas_int info = 0;
  dsygst_(&kind, "L", &n, A.memptr(), &n, L.memptr(), &n, &info);
  mirror_lower(A);
  return A;
}

arma::mat solve_positive_definite_in_place(arma::mat& A, const arma::mat& B, const std::string& what,
                                           std::optional<double> ridge, double* rcond) {
  require_finite(B, what + " (right-hand side)");
  if (!A.is_square() || A.n_rows != B.n_rows) {
    throw NumericalError(
        fmt::format("{}: {} x {} with {} right-hand rows", what, A.n_rows, A.n_cols, B.n_rows));
  }
  arma::mat X = B;
  if (X.is_empty()) return X;
  const ScaledMatrix scaled = scaled_matrix(A);  // OpenBLAS's potrf passes NaN on
  if (!std::isfinite(scaled.norm)) throw NumericalError(what + ": an entry is not a finite number");
  if (!factorise_lower(A.n_rows, {A.memptr(), A.n_rows}))
    throw NumericalError(what + ": not positive definite");
  const double largest = scaled.root_diagonal.max();
  double certain = ridge ? condition_bound(A.n_rows, largest * largest, *ridge) : 0.0;
  if (!(certain >= kFewDigits && has_pivots_of(A, *ridge))) {
    certain = reciprocal_condition(scaled, A);
    if (ridge) certain = certain_condition(certain, scaled, *ridge);
  }
  require_regular(certain, what);
  if (rcond != nullptr) *rcond = certain;
  solve_lower(A, X);
  solve_lower_transposed(A, X);
  return X;
}

}  // namespace preimage::linalg
