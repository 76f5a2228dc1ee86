// Products and solutions of BLAS that are to end where they begin: Armadillo's operators make a copy first.
#pragma once

#include <armadillo>
#include <optional>
#include <string>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// C += A'A on and below the diagonal; the rest of C is neither read nor written (BLAS's syrk).
/// C  m x m, A  b x m;  throws std::invalid_argument where they do not fit;  cost b m^2 flops, no memory
void add_inner_products(arma::mat& C, const arma::mat& A);

/// C = A A' on and below the diagonal, in single precision; the rest of C is not read, and is written only where A has no entries.
/// C  m x m, A  m x b;  throws, cost as above, at half the time of double precision
void row_products(arma::fmat& C, const arma::fmat& A);

/// B <- L^-1 B, for a lower triangular L without zeros on its diagonal; the rest of L is not read (BLAS's trsm).
/// L  m x m, B  m x q;  throws std::invalid_argument where they do not fit;  cost m^2 q flops
void solve_lower(const arma::mat& L, arma::mat& B);
/// B <- L^-T B, m x q
void solve_lower_transposed(const arma::mat& L, arma::mat& B);
/// B <- B L^-T, q x m
void solve_lower_from_right(const arma::mat& L, arma::mat& B);

/// L^-1 A L^-T for a symmetric A, both of them read on and below the diagonal (LAPACK's sygst).
/// A, L  m x m;  returns  m x m, exactly symmetric
/// throws  std::invalid_argument where they do not fit;  cost m^3 flops
arma::mat between_inverse_factors(arma::mat A, const arma::mat& L);

// A Cholesky factorisation of a matrix so large that a second copy of it is not wanted.

/// X with A X = B for a symmetric positive definite A of which the lower triangle is read. The Cholesky
/// factor L overwrites that triangle (LAPACK's potrf); the rest of A is neither read nor written.
/// A        n x n
/// B        n x q
/// returns  n x q
/// ridge    what is on A's diagonal beside a positive semidefinite matrix, 0 where it is not known; none: the condition number is taken
///          as it is found, of a block of a matrix that was judged as a whole
/// rcond    where it is given: the certain reciprocal condition number (condition.hpp)
/// throws   NumericalError where the shapes do not fit, an entry is not finite, A is not positive definite or
///          is singular to working precision by that number
/// cost     n^3 / 3 + 2 n^2 q flops, n^2 more for the condition; no memory beyond X but O(n)
arma::mat solve_positive_definite_in_place(arma::mat& A, const arma::mat& B, const std::string& what,
                                           std::optional<double> ridge = 0.0, double* rcond = nullptr);

}  // namespace preimage::linalg
