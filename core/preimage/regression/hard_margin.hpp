// The solver of support vector machines without a bound on their dual variables, on precomputed Gram matrices.
#pragma once

#include <armadillo>
#include <vector>

#include "preimage/regression/support_vectors.hpp"

namespace preimage::regression {

/// Hard-margin machines that share a Gram matrix:
///   min 1/2 a'Qa - sum_i a_i   s.t.  y'a = 0, a >= 0,  Q_ij = y_i y_j (K + diag(d))_ij
/// by sequential minimal optimisation: of the pair of the largest violation i and the j of the largest second-order decrease,
/// until the optimality conditions hold to `tolerance`.       [Fan, Chen, Lin 2005, "WSS 2"; what libsvm does]
/// Rows of K are kept in single precision, as libsvm's are, gradients in double. A matrix whose diagonal leaves the range where
/// single precision has its digits is scaled by a power of 2 first, which changes no decision. With libsvm's order of equals every bit is
/// that of C_SVC with a bound C that is never reached and without shrinking; loops over samples are vectorised.
class HardMarginSolver {
 public:
  /// K         m x m, symmetric, finite
  /// diagonal  m, added to K's; with it K is positive definite
  /// cost      O(m^2), 4 m^2 bytes
  HardMarginSolver(const arma::mat& K, const arma::vec& diagonal, double tolerance = 1e-3);

  /// The machine of classes `signs` (m, each 1 or -1, both there); not converged after max(10^7, 100 m) steps, or where a gradient is
  /// no number.
  /// cost  O(m) a step, about m steps
  DualFunction train(const std::vector<int>& signs) const;

 private:
  arma::uword m_;
  arma::uword stride_;       // m, rounded up to whole blocks of the loops
  std::vector<float> rows_;  // m x stride: K + diag(d)
  std::vector<double> diagonal_;
  double tolerance_;
  double scale_ = 1.0;  // of K and its diagonal: a power of 2
};

}  // namespace preimage::regression
