#include "preimage/linalg/block_blas.hpp"

#include <limits>
#include <stdexcept>

#include <fmt/format.h>

// X A = alpha B or A X = alpha B for a triangular A, X in place of B; Armadillo does not declare it.
extern "C" void dtrsm_(const char* side, const char* triangle, const char* transpose, const char* diagonal,
                       const arma::blas_int* rows, const arma::blas_int* columns, const double* alpha,
                       const double* A, const arma::blas_int* leading_A, double* B,
                       const arma::blas_int* leading_B);

namespace preimage::linalg {

namespace {

/// throws  std::invalid_argument beyond what this BLAS can count
arma::blas_int blas(arma::uword number) {
  constexpr auto kLargest = static_cast<arma::uword>(std::numeric_limits<arma::blas_int>::max());
  if (number > kLargest)
    throw std::invalid_argument(
        fmt::format("a matrix of {} rows or columns: BLAS takes {}", number, kLargest));
  return static_cast<arma::blas_int>(number);
}

const char* letter(Transposed is) {
  return is == Transposed::yes ? "T" : "N";
}

void solve(const char* side, Transposed L_is, arma::uword m, arma::uword n, ConstBlock L, WritableBlock B) {
  if (m == 0 || n == 0) return;
  const arma::blas_int rows = blas(m), columns = blas(n), leading_L = blas(L.leading),
                       leading_B = blas(B.leading);
  const double one = 1.0;
  dtrsm_(side, "L", letter(L_is), "N", &rows, &columns, &one, L.first, &leading_L, B.first, &leading_B);
}

/// The lower triangle of C += alpha A A', or A' A where `transposed` is "T".
void square(const char* transposed, arma::uword n, arma::uword k, double alpha, ConstBlock A,
            WritableBlock C) {
  if (n == 0 || k == 0) return;
  const arma::blas_int order = blas(n), width = blas(k), leading_A = blas(A.leading),
                       leading_C = blas(C.leading);
  const double one = 1.0;
  arma::blas::syrk("L", transposed, &order, &width, &alpha, A.first, &leading_A, &one, C.first, &leading_C);
}

}  // namespace

void add_product(ProductSize size, double alpha, ConstBlock A, Transposed A_is, ConstBlock B, Transposed B_is,
                 WritableBlock C) {
  if (size.m == 0 || size.n == 0 || size.k == 0) return;
  const arma::blas_int m = blas(size.m), n = blas(size.n), k = blas(size.k);
  const arma::blas_int leading_A = blas(A.leading), leading_B = blas(B.leading), leading_C = blas(C.leading);
  const double one = 1.0;
  arma::blas::gemm(letter(A_is), letter(B_is), &m, &n, &k, &alpha, A.first, &leading_A, B.first, &leading_B,
                   &one, C.first, &leading_C);
}

void subtract_square(arma::uword n, arma::uword k, ConstBlock A, WritableBlock C) {
  square("N", n, k, -1.0, A, C);
}

void add_inner_products(arma::uword n, arma::uword k, ConstBlock A, WritableBlock C) {
  square("T", n, k, 1.0, A, C);
}

void solve_transposed_right(arma::uword m, arma::uword n, ConstBlock L, WritableBlock B) {
  solve("R", Transposed::yes, m, n, L, B);
}

void solve_left(arma::uword m, arma::uword n, ConstBlock L, Transposed L_is, WritableBlock B) {
  solve("L", L_is, m, n, L, B);
}

bool factorise_lower(arma::uword n, WritableBlock A) {
  char lower = 'L';
  arma::blas_int order = blas(n), leading = blas(A.leading), info = 0;
  arma::lapack::potrf(&lower, &order, A.first, &leading, &info);
  return info == 0;
}

}  // namespace preimage::linalg
