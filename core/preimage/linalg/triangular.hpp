// Products and solutions of BLAS that are to end where they begin: Armadillo's operators make a copy first.
#pragma once

#include <armadillo>
#include <optional>
#include <string>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// C += A'A on and below the diagonal; the rest of C is neither read nor written (BLAS's syrk).
/// C  m x m, A  b x m
/// throws  std::invalid_argument where they do not fit
/// cost    b m^2 flops, no memory
void add_inner_products(arma::mat& C, const arma::mat& A);

/// B <- L^-1 B, for a lower triangular L without zeros on its diagonal; the rest of L is not read (BLAS's
/// trsm).
/// L  m x m, B  m x q
/// throws  std::invalid_argument where they do not fit
/// cost    m^2 q flops
void solve_lower(const arma::mat& L, arma::mat& B);
/// B <- L^-T B, m x q
void solve_lower_transposed(const arma::mat& L, arma::mat& B);
/// B <- B L^-T, q x m
void solve_lower_from_right(const arma::mat& L, arma::mat& B);

/// L^-1 A L^-T for a symmetric A, both of them read on and below the diagonal (LAPACK's sygst).
/// A, L  m x m;  returns  m x m, exactly symmetric
/// throws  std::invalid_argument where they do not fit
/// cost    m^3 flops
arma::mat between_inverse_factors(arma::mat A, const arma::mat& L);

// The Cholesky factor of K + ridge I in place of the matrix: that of everything but panels
// (panel_cholesky.hpp).

/// L with A = L L' overwrites the lower triangle of A, which alone is read or written (LAPACK's potrf).
/// A        n x n, finite;  what  names it in messages
/// ridge    what is on A's diagonal beside a positive semidefinite matrix, 0 where it is not known; none: A
///          is a block of what was found regular as a whole, and its condition is not asked for again
/// returns  the certain reciprocal condition number (condition.hpp); 1 of such a block
/// throws   NumericalError where A is not positive definite to working precision
/// cost     n^3 / 3 flops, and at most 12 n^2 for the condition
double factorise_regular(arma::mat& A, std::optional<double> ridge, const std::string& what);

/// M = L^-1, so that A^-1 = M'M, in place of A's lower triangle; arguments and errors as above.
/// cost  2/3 n^3 flops
void invert_cholesky_in_place(arma::mat& A, std::optional<double> ridge, const std::string& what);

/// X with A X = B, the factor in place of A's lower triangle; arguments as above.
/// B        n x q
/// rcond    where it is given: the certain reciprocal condition number
/// returns  n x q
/// throws   NumericalError, also where the shapes do not fit or an entry is not finite
/// cost     n^3 / 3 + 2 n^2 q flops; no memory beyond X but O(n)
arma::mat solve_positive_definite_in_place(arma::mat& A, const arma::mat& B, const std::string& what,
                                           std::optional<double> ridge = 0.0, double* rcond = nullptr);
/// A^-1 B of a factor of A in its lower triangle.
/// cost  2 n^2 q flops
arma::mat solved_by(const arma::mat& L, arma::mat B);

}  // namespace preimage::linalg
