// The one-class support vector machine: where most of a sample lies, without a density. In joint kernel
// support estimation the samples are (input, output) pairs and K the joint kernel.
//                                        [Schoelkopf et al. 2001; Lampert and Blaschko 2008, sec. 2.2
//                                        and 2.3]
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::regression {

/// What encloses the samples in feature space.
enum class Enclosure {
  /// The hyperplane farthest from the origin that has the samples beyond it:
  ///   min 1/2 sum_ij a_i a_j K_ij                       [Schoelkopf et al. 2001, eq. (11)]
  hyperplane,
  /// The smallest ball around the samples:
  ///   min sum_ij a_i a_j K_ij - sum_i a_i K_ii          [ibid., sec. 3; Tax and Duin]
  /// DEVIATION: the paper [Lampert and Blaschko 2008, eq. (3)] prints this objective with "max". Every K of a
  /// constant diagonal has the hyperplane's coefficients.
  ball,
};

struct OneClassOptions {
  double nu = 0.5;  // in (0, 1]: at most so large a share of samples is outside, at least so large a share
                    // has coefficients above 0
  Enclosure enclosure = Enclosure::hyperplane;
  double tolerance =
      1e-6;  // on the optimality conditions, in units of the largest entry of the quadratic form; > 0
};

struct OneClassSvm {
  arma::vec coefficients;  // m, in [0, 1 / (nu m)], their sum is 1
  double rho = 0.0;        // the offset, below
  double nu = 0.0;
  bool converged = true;  // else the solver stopped before the optimality conditions held
};

/// Minimises the objective of the enclosure s.t. 0 <= a_i <= 1 / (nu m), sum_i a_i = 1 (one_class_svm.hpp).
/// With
///   f(x) = sum_i a_i k(x_i, x):
/// a sample is inside where f(x) >= rho (hyperplane), where f(x) - k(x, x) / 2 >= rho (ball); with
/// coefficients strictly inside their bounds it lies on the edge. Where none does, rho is the middle of the
/// values that are optimal; for nu = 1, where all a_i are 1 / m and they have no upper end, the smallest.
/// K        m x m, positive semi-definite, m >= 1
/// throws   NumericalError: K not symmetric and finite, a negative diagonal, options out of bounds
/// cost     about O(m^2) per support vector; memory 4 m^2 bytes
OneClassSvm one_class_svm(const arma::mat& K, const OneClassOptions& options);
/// The machines of several nu, in their order, in place of options.nu: the same bits.
std::vector<OneClassSvm> one_class_svms(const arma::mat& K, const std::vector<double>& nus,
                                        const OneClassOptions& options);

/// How far f(x) / sum_i a_i |k(x_i, x)| of two samples may lie apart, in units of the largest |k|, though
/// both are equal for the exact coefficients. The optimality conditions hold to `tolerance`, which bounds
/// what f is off at the samples that carry the machine; at other samples it was up to 35 times that in 36
/// mirror-symmetric machines (narrow and wide kernels, nu from .05 to .8, tolerances from 1e-6 to 1e-12), so
/// 100 times it is allowed for.
double score_accuracy(const OneClassOptions& options);

/// f(x) - rho of new samples, t values.
/// throws  NumericalError where K_test_train is not t x m and finite
arma::vec evaluate(const OneClassSvm& machine, const arma::mat& K_test_train);

}  // namespace preimage::regression
