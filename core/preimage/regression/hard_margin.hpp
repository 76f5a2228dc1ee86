// The solver of support vector machines without a bound on their dual variables, on precomputed Gram matrices.
#pragma once

#include <armadillo>
#include <vector>

#include "preimage/regression/centred_dual.hpp"

namespace preimage::regression {

/// Hard-margin machines that share a Gram matrix:
///   min 1/2 a'Qa - sum_i a_i   s.t.  y'a = 0, a >= 0,  Q_ij = y_i y_j (K + diag(d))_ij
/// by sequential minimal optimisation (smo_steps.hpp) until the optimality conditions hold to `tolerance`. K is centred first
/// (centred_dual.hpp). Its rows are kept in single precision, as libsvm's are, gradients in double. A matrix that leaves the range where
/// single precision has its digits is scaled by a power of 2 first, which changes no decision. With libsvm's order of equals every bit
/// is that of C_SVC on the centred matrix with a bound C that is never reached and without shrinking. Where the duals are so large that
/// the rounding of rows may reach a quarter of the tolerance, the conditions are judged in double, and what fails is trained in double.
class HardMarginSolver {
 public:
  /// K         m x m, symmetric, finite, not empty; it has to outlive this
  /// diagonal  m, added to K's; with it K is positive definite
  /// cost      O(m^2), 4 m^2 bytes
  HardMarginSolver(const arma::mat& K, const arma::vec& diagonal, double tolerance = 1e-3);

  /// The machine of classes `signs` (m, each 1 or -1, both there); not converged (DualFunction::converged) after max(10^7, 100 m) steps
  /// in double, or where K itself has too few digits.
  /// cost    O(m) a step, about m steps
  /// throws  NumericalError: a dual variable is no finite number
  DualFunction train(const std::vector<int>& signs) const;

 private:
  CentredGram K_;
  double scale_;             // of K and its diagonal: a power of 2
  arma::uword stride_;       // m, rounded up to whole blocks of the loops
  std::vector<float> rows_;  // m x stride: scale (K' + diag(d))
  std::vector<double> diagonal_;
  double tolerance_;
};

}  // namespace preimage::regression
