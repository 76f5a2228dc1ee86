// The solver of all support vector machines on precomputed Gram matrices: two classes, regression, one class;
// with a bound on the dual variables or without, with a bias or without.
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::regression {

/// f(x) = sum_i coefficients_i k(x_i, x) + bias
struct DualFunction {
  arma::vec coefficients;  // one per training sample, 0 where it is no support vector
  double bias = 0.0;
  // The optimality conditions hold to 1.5 times the tolerance, and the rounding of K is less than half of it.
  bool converged = true;
};

using DualFunctions = std::vector<DualFunction>;

/// A quadratic programme over a box, of g groups of m dual variables:
///   min 1/2 c'Kc + sum_ig linear_ig b_ig,   c_i = sum_g b_ig
///   s.t.  lower_ig <= b_ig <= upper_ig,  sum_ig b_ig = sum_ig start_ig
/// c are the coefficients of a function whose bias is the multiplier of the sum. Without a bias the sum is
/// free.
struct BoxDual {
  arma::mat linear, lower, upper;  // m x g; bounds may be infinite
  arma::mat start;                 // m x g, within the bounds
  double tolerance = 1e-3;  // of the optimality conditions, in the units of the gradient Kc + linear; > 0
};

/// c_i = mean_j K_ij - mean_jk K_jk / 2, what a Gram matrix has in common; 0 where to take it off, c_i + c_j
/// of K_ij, leaves more than a quarter of the largest K_ii, which gains less than two bits. What is left of a
/// linear kernel does not change where all inputs are shifted.
/// cost  O(m^2)
arma::vec common_part(const arma::mat& K);

/// Machines that share a Gram matrix. It is used as
///   K'_ij = K_ij - c_i - c_j + d_i [i = j]
/// Where the coefficients b sum to s, b'K'b = b'(K + diag(d))b - 2 s c'b. So to take off a common part
/// changes no machine with s = 0, as all with a bias and start 0 are; c'b goes into the bias. A linear
/// kernel's K grows with the square of a shift, and single precision then has no digit for what tells samples
/// apart. Trained by sequential minimal optimisation, a pair at a time: the largest violation i and the j of
/// the largest second-order decrease [Fan, Chen, Lin 2005, "WSS 2"]. Rows of K' are kept in single precision,
/// gradients in double; with libsvm's order of equals every bit is libsvm's on the same matrix without
/// shrinking. A matrix that leaves the range where single precision has its digits is scaled by a power of 2
/// first. Where duals are so large that the rounding of rows may reach a quarter of the tolerance, the
/// conditions are judged by gradients computed anew in double, and where these do not hold to 1.5 times the
/// tolerance, it is trained on in double.
class SupportVectorSolver {
 public:
  /// K       m x m, symmetric, finite, not empty; it has to outlive this
  /// added   d, m;  common  c, m
  /// has_bias  of the functions; else it is 0
  /// cost    O(m^2), 4 m^2 bytes
  SupportVectorSolver(const arma::mat& K, arma::vec added, arma::vec common, bool has_bias = true);

  /// max |K'_ij|
  double largest() const { return largest_ / scale_; }
  /// Of equals the duals decide that libsvm takes. Not converged after max(10^7, 100 m) steps in double, or
  /// where K itself has too few digits.
  /// throws  NumericalError: a coefficient or the bias is no finite number
  /// cost    O(m) a step, about m steps
  DualFunction train(const BoxDual& problem) const;

 private:
  struct Duals;
  class RowsInDouble;
  double value(arma::uword i, arma::uword j) const { return K_.at(i, j) - (common_.at(i) + common_.at(j)); }
  void renew_gradient(Duals& duals) const;
  void train_in_double(Duals& duals, double tolerance) const;
  const float* row(arma::uword i) const { return rows_.data() + i * stride_; }

  const arma::mat& K_;
  arma::vec added_, common_;
  double scale_;  // of K': a power of 2
  bool has_bias_;
  // m, and 1 without a bias for a sample whose kernel values are 0, rounded up to whole blocks of the loops
  arma::uword stride_;
  std::vector<float> rows_;       // so many x stride: scale K', and zeros
  std::vector<double> diagonal_;  // of scale K'
  double largest_ = 0.0;          // max |scale K'_ij|
};

}  // namespace preimage::regression
