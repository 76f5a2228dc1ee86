// The one rule by which a positive definite matrix counts as singular, and by which its solutions have lost
// digits.
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
/// The error of a Cholesky solution depends on the condition of A scaled to a unit diagonal, which no scaling
/// of samples changes.
///     [van der Sluis 1969; Demmel 1989; Higham 2002, sec. 10.1]
struct ScaledMatrix {
  arma::vec root_diagonal;  // sqrt(A_ii), n; 1 where A_ii <= 0, which no factorisation accepts
  double norm = 0.0;        // |S A S|_1; NaN or infinite where an entry is
};

/// A     n x n, its lower triangle is read
/// cost  2 n^2 flops
ScaledMatrix scaled_matrix(const arma::mat& A);

/// |A^-1|_1 of a symmetric A, estimated from below, at most by a factor of 3 in practice.
///     [Higham 1988, algorithm 4.1; LAPACK's lacn2]
/// solve  A^-1 x
/// cost  about 5 of these
double inverse_norm(arma::uword n, const std::function<arma::vec(const arma::vec&)>& solve);

/// 1 / (|S A S|_1 |(S A S)^-1|_1);  solve  A^-1 x
double reciprocal_condition(const ScaledMatrix& A, const std::function<arma::vec(const arma::vec&)>& solve);
/// The same of a Cholesky factor of A, of which the lower triangle is read.
/// cost  10 n^2 flops
double reciprocal_condition(const ScaledMatrix& A, const arma::mat& L);

/// A lower bound, in spite of rounding, of the reciprocal condition number of A = B + shift I with a positive
/// semidefinite B, whatever way A was solved:
///   max(found - 8 n eps, floor), at most found
/// Rounding may be 8 n eps of it (measured for Cholesky: up to 4 n eps on Gram matrices of samples that occur
/// twice).
/// found  by reciprocal_condition
/// floor  what the shift alone is certain to be of the largest eigenvalue
double certain_condition(double found, arma::uword n, double floor);

/// A Cholesky factor L of A = K + ridge I, in whatever form it is held.
struct RidgeFactor {
  arma::uword n;
  double largest_diagonal;  // max A_ii
  double smallest_pivot;    // min L_ii^2
  double ridge;
  std::function<ScaledMatrix()> scaled;  // of A; asked for where a bound does not answer the condition
  std::function<arma::vec(const arma::vec&)> solve;  // A^-1 x
};
/// The certain reciprocal condition number, its floor ridge / (max A_ii |S A S|_1); no eigenvalue of S A S is
/// below ridge / max A_ii. Where |S A S|_1 <= n, |(S A S)^-1|_1 <= sqrt(n) max A_ii / ridge show that it is
/// kFewDigits or more, this bound. A pivot is at least the least eigenvalue: one below half of the ridge says
/// that K is not positive semidefinite, and the ridge bounds nothing.
/// throws  NumericalError as require_regular
double regular_condition(const RidgeFactor& factor, const std::string& what);

/// throws  NumericalError "`what` is not positive definite to working precision; raise the ridge" where the
///         certain rcond is below kSingular, or NaN
void require_regular(double rcond, const std::string& what);
/// The same where a Cholesky factorisation ends at a pivot that is not above 0.
[[noreturn]] void fail_not_regular(const std::string& what);

}  // namespace preimage::linalg
