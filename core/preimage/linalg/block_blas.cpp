#include "preimage/linalg/block_blas.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

// X A = alpha B or A X = alpha B for a triangular A, X in place of B, and C = beta C + alpha A B for a
// symmetric A; Armadillo does not declare them.
extern "C" {
void dsymm_(const char* side, const char* triangle, const arma::blas_int* rows, const arma::blas_int* columns,
            const double* alpha, const double* A, const arma::blas_int* leading_A, const double* B,
            const arma::blas_int* leading_B, const double* beta, double* C, const arma::blas_int* leading_C);
void dtrsm_(const char* side, const char* triangle, const char* transpose, const char* diagonal,
            const arma::blas_int* rows, const arma::blas_int* columns, const double* alpha, const double* A,
            const arma::blas_int* leading_A, double* B, const arma::blas_int* leading_B);
void strsm_(const char* side, const char* triangle, const char* transpose, const char* diagonal,
            const arma::blas_int* rows, const arma::blas_int* columns, const float* alpha, const float* A,
            const arma::blas_int* leading_A, float* B, const arma::blas_int* leading_B);
}

namespace preimage::linalg {

namespace {

constexpr auto trsm(double) {
  return &dtrsm_;
}
constexpr auto trsm(float) {
  return &strsm_;
}

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

template <class Number>
void solve(const char* side, Transposed L_is, arma::uword m, arma::uword n, ConstBlockOf<Number> L,
           WritableBlockOf<Number> B) {
  if (m == 0 || n == 0) return;
  const arma::blas_int rows = blas(m), columns = blas(n), leading_L = blas(L.leading),
                       leading_B = blas(B.leading);
  const Number one = 1;
  trsm(one)(side, "L", letter(L_is), "N", &rows, &columns, &one, L.first, &leading_L, B.first, &leading_B);
}

/// The lower triangle of C += alpha A A', or A' A where `transposed` is "T".
template <class Number>
void square(const char* transposed, arma::uword n, arma::uword k, Number alpha, ConstBlockOf<Number> A,
            WritableBlockOf<Number> C) {
  if (n == 0 || k == 0) return;
  const arma::blas_int order = blas(n), width = blas(k), leading_A = blas(A.leading),
                       leading_C = blas(C.leading);
  const Number one = 1;
  arma::blas::syrk("L", transposed, &order, &width, &alpha, A.first, &leading_A, &one, C.first, &leading_C);
}

template <class Number>
void add(ProductSize size, Number alpha, ConstBlockOf<Number> A, Transposed A_is, ConstBlockOf<Number> B,
         Transposed B_is, WritableBlockOf<Number> C) {
  if (size.m == 0 || size.n == 0 || size.k == 0) return;
  const arma::blas_int m = blas(size.m), n = blas(size.n), k = blas(size.k);
  const arma::blas_int leading_A = blas(A.leading), leading_B = blas(B.leading), leading_C = blas(C.leading);
  const Number one = 1;
  arma::blas::gemm(letter(A_is), letter(B_is), &m, &n, &k, &alpha, A.first, &leading_A, B.first, &leading_B,
                   &one, C.first, &leading_C);
}

template <class Number>
bool factorise(arma::uword n, WritableBlockOf<Number> A) {
  char lower = 'L';
  arma::blas_int order = blas(n), leading = blas(A.leading), info = 0;
  arma::lapack::potrf(&lower, &order, A.first, &leading, &info);
  return info == 0;
}

}  // namespace

void add_product(ProductSize size, double alpha, ConstBlock A, Transposed A_is, ConstBlock B, Transposed B_is,
                 WritableBlock C) {
  add(size, alpha, A, A_is, B, B_is, C);
}
void add_product(ProductSize size, float alpha, SingleConstBlock A, Transposed A_is, SingleConstBlock B,
                 Transposed B_is, SingleBlock C) {
  add(size, alpha, A, A_is, B, B_is, C);
}

void add_symmetric_product(arma::uword n, arma::uword k, ConstBlock A, ConstBlock X, WritableBlock C) {
  const arma::blas_int rows = blas(n), columns = blas(k), leading_A = blas(A.leading),
                       leading_X = blas(X.leading), leading_C = blas(C.leading);
  const double one = 1.0;
  dsymm_("L", "L", &rows, &columns, &one, A.first, &leading_A, X.first, &leading_X, &one, C.first,
         &leading_C);
}

void add_products_of_both(ProductSize size, ConstBlock A, ConstBlock X, WritableBlock Y, ConstBlock W,
                          WritableBlock Z) {
  constexpr arma::uword kFewColumns = 2;  // with more, two products that read A twice are faster
  if (size.k > kFewColumns) {
    add_product({size.m, size.k, size.n}, 1.0, A, Transposed::no, X, Transposed::no, Y);
    add_product({size.n, size.k, size.m}, 1.0, A, Transposed::yes, W, Transposed::no, Z);
    return;
  }
  constexpr arma::uword kRows = 128;  // with 768 columns they stay in the cache for all columns of X and W
  const arma::blas_int n = blas(size.n), leading = blas(A.leading), step = 1;
  const double one = 1.0;
  for (arma::uword begin = 0; begin < size.m; begin += kRows) {
    const arma::blas_int m = blas(std::min(kRows, size.m - begin));
    const double* rows = A.first + begin;
    for (arma::uword k = 0; k < size.k; ++k) {
      arma::blas::gemv("N", &m, &n, &one, rows, &leading, X.first + k * X.leading, &step, &one,
                       Y.first + k * Y.leading + begin, &step);
      arma::blas::gemv("T", &m, &n, &one, rows, &leading, W.first + k * W.leading + begin, &step, &one,
                       Z.first + k * Z.leading, &step);
    }
  }
}

void subtract_square(arma::uword n, arma::uword k, ConstBlock A, WritableBlock C) {
  square("N", n, k, -1.0, A, C);
}
void subtract_square(arma::uword n, arma::uword k, SingleConstBlock A, SingleBlock C) {
  square("N", n, k, -1.0F, A, C);
}

void add_inner_products(arma::uword n, arma::uword k, ConstBlock A, WritableBlock C) {
  square("T", n, k, 1.0, A, C);
}

void solve_transposed_right(arma::uword m, arma::uword n, ConstBlock L, WritableBlock B) {
  solve("R", Transposed::yes, m, n, L, B);
}
void solve_transposed_right(arma::uword m, arma::uword n, SingleConstBlock L, SingleBlock B) {
  solve("R", Transposed::yes, m, n, L, B);
}

void solve_left(arma::uword m, arma::uword n, ConstBlock L, Transposed L_is, WritableBlock B) {
  solve("L", L_is, m, n, L, B);
}
void solve_left(arma::uword m, arma::uword n, SingleConstBlock L, Transposed L_is, SingleBlock B) {
  solve("L", L_is, m, n, L, B);
}

bool factorise_lower(arma::uword n, WritableBlock A) {
  return factorise(n, A);
}
bool factorise_lower(arma::uword n, SingleBlock A) {
  return factorise(n, A);
}

}  // namespace preimage::linalg
