// BLAS on blocks that lie in larger matrices: a block is its first number and the distance of its columns.
// All throw std::invalid_argument where a size or that distance is beyond BLAS' whole numbers (2^31 - 1 of 32
// bits).
#pragma once

#include <armadillo>

namespace preimage::linalg {

template <class Number>
struct ConstBlockOf {
  const Number* first;
  arma::uword leading;
};

template <class Number>
struct WritableBlockOf {
  Number* first;
  arma::uword leading;
  operator ConstBlockOf<Number>() const { return {first, leading}; }
};

using ConstBlock = ConstBlockOf<double>;
using WritableBlock = WritableBlockOf<double>;

enum class Transposed { no, yes };

struct ProductSize {
  arma::uword m, n, k;
};
/// C += alpha op(A) op(B);  op(A) m x k, op(B) k x n, C m x n
void add_product(ProductSize size, double alpha, ConstBlock A, Transposed A_is, ConstBlock B, Transposed B_is,
                 WritableBlock C);

/// C += A X for a symmetric A, n x n, whose lower triangle is read;  X, C n x k
void add_symmetric_product(arma::uword n, arma::uword k, ConstBlock A, ConstBlock X, WritableBlock C);

/// Y += A X, Z += A' W; with one or two columns in one pass over A, which is then read from memory once.
/// A m x n;  X, Z n x k;  W, Y m x k
void add_products_of_both(ProductSize size, ConstBlock A, ConstBlock X, WritableBlock Y, ConstBlock W,
                          WritableBlock Z);

/// The lower triangle of C -= A A';  A n x k
void subtract_square(arma::uword n, arma::uword k, ConstBlock A, WritableBlock C);

/// The lower triangle of C += A' A;  A k x n
void add_inner_products(arma::uword n, arma::uword k, ConstBlock A, WritableBlock C);

/// B = B L'^-1;  L n x n, its lower triangle is read; B m x n
void solve_transposed_right(arma::uword m, arma::uword n, ConstBlock L, WritableBlock B);

/// B = L^-1 B, or L'^-1 B;  L m x m, B m x n
void solve_left(arma::uword m, arma::uword n, ConstBlock L, Transposed L_is, WritableBlock B);

/// L with A = L L' in place of the lower triangle of A, n x n. False where A is not positive definite.
bool factorise_lower(arma::uword n, WritableBlock A);

// The same in single precision.
using SingleConstBlock = ConstBlockOf<float>;
using SingleBlock = WritableBlockOf<float>;
void add_product(ProductSize size, float alpha, SingleConstBlock A, Transposed A_is, SingleConstBlock B,
                 Transposed B_is, SingleBlock C);
void subtract_square(arma::uword n, arma::uword k, SingleConstBlock A, SingleBlock C);
void solve_transposed_right(arma::uword m, arma::uword n, SingleConstBlock L, SingleBlock B);
void solve_left(arma::uword m, arma::uword n, SingleConstBlock L, Transposed L_is, SingleBlock B);
bool factorise_lower(arma::uword n, SingleBlock A);

}  // namespace preimage::linalg
