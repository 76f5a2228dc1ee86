#include "preimage/linalg/triangular.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "preimage/linalg/block_blas.hpp"
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

}  // namespace preimage::linalg
