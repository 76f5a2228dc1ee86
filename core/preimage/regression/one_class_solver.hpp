// The solver of one-class machines on precomputed Gram matrices.
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::regression {

struct Shares {
  arma::vec coefficients;  // a, m
  bool converged =
      true;  // else the conditions did not hold after max(10^7, 100 m) steps, or hold only to the rounding of single
             // precision after 10^5 + 100 m: a singular matrix rounded to it may be indefinite
};

/// Machines that share a Gram matrix:
///   min 1/2 a'Ka   s.t.  0 <= a_i <= 1, sum_i a_i = nu m
/// by sequential minimal optimisation (smo_steps.hpp) until the optimality conditions hold to a tolerance. With libsvm's start,
/// single precision of rows and order of equals every bit is that of ONE_CLASS without shrinking.
class OneClassSolver {
 public:
  /// K     m x m, symmetric, finite
  /// cost  O(m^2), 4 m^2 bytes
  explicit OneClassSolver(const arma::mat& K);

  /// nu         in (0, 1);  tolerance  > 0
  /// cost       O(m) a step, and O(nu m^2) to begin with
  Shares train(double nu, double tolerance) const;

 private:
  const float* row(arma::uword i) const { return rows_.data() + i * stride_; }

  arma::uword m_, stride_;
  std::vector<float> rows_;  // m x stride
  std::vector<double> diagonal_;
};

}  // namespace preimage::regression
