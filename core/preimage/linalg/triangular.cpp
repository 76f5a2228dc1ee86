#include "preimage/linalg/triangular.hpp"

#include <stdexcept>

#include <fmt/format.h>

// Armadillo does not declare them.
extern "C" {
void dtrsm_(const char* side, const char* triangle, const char* transpose, const char* diagonal,
            const arma::blas_int* rows, const arma::blas_int* columns, const double* alpha, const double* L,
            const arma::blas_int* leading_L, double* B, const arma::blas_int* leading_B);
void dsygst_(const arma::blas_int* kind, const char* triangle, const arma::blas_int* n, double* A,
             const arma::blas_int* leading_A, const double* L, const arma::blas_int* leading_L,
             arma::blas_int* info);
}

namespace preimage::linalg {

namespace {

arma::blas_int blas(arma::uword size) {
  return static_cast<arma::blas_int>(size);
}

void require_fit(const arma::mat& square, arma::uword expected) {
  if (square.is_square() && square.n_rows == expected) return;
  throw std::invalid_argument(fmt::format("a triangle of {} x {} does not fit a matrix of {}", square.n_rows,
                                          square.n_cols, expected));
}

void solve_triangle(char side, char transpose, const arma::mat& L, arma::mat& B) {
  require_fit(L, side == 'L' ? B.n_rows : B.n_cols);
  if (B.is_empty()) return;
  const arma::blas_int rows = blas(B.n_rows), columns = blas(B.n_cols), leading = blas(L.n_rows);
  const double one = 1.0;
  dtrsm_(&side, "L", &transpose, "N", &rows, &columns, &one, L.memptr(), &leading, B.memptr(), &rows);
}

}  // namespace

void add_inner_products(arma::mat& C, const arma::mat& A) {
  require_fit(C, A.n_cols);
  if (A.is_empty()) return;
  const arma::blas_int columns = blas(A.n_cols), rows = blas(A.n_rows);
  const double one = 1.0;
  arma::blas::syrk("L", "T", &columns, &rows, &one, A.memptr(), &rows, &one, C.memptr(), &columns);
}

void solve_lower(const arma::mat& L, arma::mat& B) {
  solve_triangle('L', 'N', L, B);
}

void solve_lower_transposed(const arma::mat& L, arma::mat& B) {
  solve_triangle('L', 'T', L, B);
}

void solve_lower_from_right(const arma::mat& L, arma::mat& B) {
  solve_triangle('R', 'T', L, B);
}

arma::mat between_inverse_factors(arma::mat A, const arma::mat& L) {
  require_fit(A, A.n_cols);
  require_fit(L, A.n_rows);
  if (A.is_empty()) return A;
  const arma::blas_int kind = 1, n = blas(A.n_rows);
  arma::blas_int info = 0;
  dsygst_(&kind, "L", &n, A.memptr(), &n, L.memptr(), &n, &info);
  A = arma::symmatl(A);  // in place
  return A;
}

}  // namespace preimage::linalg
