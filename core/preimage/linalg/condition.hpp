// The one rule by which a positive definite matrix counts as singular, and by which its solutions have lost digits.
#pragma once

#include <armadillo>
#include <functional>
#include <string>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// Below this reciprocal condition number a matrix is singular to working precision: NumericalError.
inline constexpr double kSingular = 2.220446049250313e-16;
/// Below this one a solution may have lost all but four of its digits: a note on the number.
inline constexpr double kFewDigits = 1e-12;

/// What the condition of a symmetric A needs to know before A is factorised.
///   S A S,  S = diag(A_ii^-1/2)
/// The error of a Cholesky solution depends on the condition of A scaled to a unit diagonal, which no scaling of samples changes.
///                                                                      [van der Sluis 1969; Demmel 1989; Higham 2002, sec. 10.1]
struct ScaledMatrix {
  arma::vec root_diagonal;  // sqrt(A_ii), n; 1 where A_ii <= 0, which no factorisation accepts
  double norm = 0.0;        // |S A S|_1; NaN or infinite where an entry is
};

/// A     n x n, its lower triangle is read
/// cost  2 n^2 flops
ScaledMatrix scaled_matrix(const arma::mat& A);

/// |A^-1|_1 of a symmetric A, estimated from below, at most by a factor of 3 in practice.      [Higham 1988, algorithm 4.1; LAPACK's lacn2]
/// solve  A^-1 x;  cost  about 5 of these
double inverse_norm(arma::uword n, const std::function<arma::vec(const arma::vec&)>& solve);

/// 1 / (|S A S|_1 |(S A S)^-1|_1);  solve  A^-1 x
double reciprocal_condition(const ScaledMatrix& A, const std::function<arma::vec(const arma::vec&)>& solve);
/// The same of a Cholesky factor of A, of which the lower triangle is read.  cost  10 n^2 flops
double reciprocal_condition(const ScaledMatrix& A, const arma::mat& L);

/// What is certain of it for A = K + ridge I with a positive semidefinite K:
///   max(found - 8 n eps, ridge / (max A_ii |S A S|_1)), at most found
/// Cholesky's own rounding may be 8 n eps of it (measured: up to 4 n eps on Gram matrices of samples that occur twice). No
/// eigenvalue of S A S is below ridge / max A_ii.
double certain_condition(double found, const ScaledMatrix& A, double ridge);

/// A lower bound of the same that costs nothing: |S A S|_1 <= n, |(S A S)^-1|_1 <= sqrt(n) max A_ii / ridge. Where it is kFewDigits or
/// more, nothing has to be estimated.
double condition_bound(arma::uword n, double largest_diagonal, double ridge);
/// Whether the factor L of K + ridge I shows that K is positive semidefinite: every pivot L_ii^2 is at least the least eigenvalue,
/// which is then at least the ridge.
bool has_pivots_of(const arma::mat& L, double ridge);

/// throws  NumericalError "`what`: singular to working precision" where rcond is below kSingular, or NaN
void require_regular(double rcond, const std::string& what);

}  // namespace preimage::linalg
