// A Cholesky factorisation of a matrix so large that a second copy of it is not wanted.
#pragma once

#include <armadillo>
#include <string>

namespace preimage::linalg {

/// X with A X = B for a symmetric positive definite A of which the lower triangle is read. The Cholesky
/// factor L overwrites that triangle (LAPACK's potrf); the rest of A is neither read nor written.
/// A        n x n
/// B        n x q
/// returns  n x q
/// ridge    what is on A's diagonal beside a positive semidefinite matrix, 0 where it is not known
/// rcond    where it is given: the certain reciprocal condition number (condition.hpp)
/// throws   NumericalError where the shapes do not fit, an entry is not finite, A is not positive definite or
///          is singular to working precision by that number
/// cost     n^3 / 3 + 2 n^2 q flops, n^2 more for the condition; no memory beyond X but O(n)
arma::mat solve_positive_definite_in_place(arma::mat& A, const arma::mat& B, const std::string& what,
                                           double ridge = 0.0, double* rcond = nullptr);

}  // namespace preimage::linalg
