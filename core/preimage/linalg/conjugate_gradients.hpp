// Preconditioned conjugate gradients for several right-hand sides, each of which has its own.
#pragma once

#include <armadillo>
#include <functional>

namespace preimage::linalg {

struct ConjugateGradients {
  arma::mat X;                  // n x q, so far
  arma::mat residual;           // B - A X by recurrence
  arma::rowvec first, squares;  // r' P^-1 r of each column, of B and of the residual
  arma::uword iterations = 0;
};

/// A X = B for a symmetric positive definite A and a preconditioner P, from X = 0.
///                                                          [Hestenes and Stiefel 1952; Saad 2003, alg. 9.1]
/// times       V -> A V;  precondition  R -> P^-1 R
/// is_solved   asked before each iteration. The residual of what is returned is known by recurrence only
/// cost        `times` and `precondition` once for each iteration, and the latter once before
ConjugateGradients conjugate_gradients(const std::function<arma::mat(const arma::mat&)>& times,
                                       const std::function<arma::mat(const arma::mat&)>& precondition,
                                       const arma::mat& B,
                                       const std::function<bool(const ConjugateGradients&)>& is_solved,
                                       arma::uword max_iterations);

/// sqrt(squares / first) of the column where it is largest, 0 where first is 0: of outputs that are all alike
/// B is 0, and solved before anything begins. No number where one of them is none.
double largest_part(const arma::rowvec& squares, const arma::rowvec& first);

}  // namespace preimage::linalg
