// Support vector machines on precomputed Gram matrices, each by support_vector_solver.hpp: several classes
// with a squared hinge or a plain one, and regression (one class: one_class_svm.hpp). Each says whether it
// converged. Inputs are checked. Functions are plain coefficients, so that prediction is one matrix product.
#pragma once

#include <armadillo>
#include <functional>
#include <string>
#include <vector>

#include "preimage/regression/kept_arrays.hpp"
#include "preimage/regression/support_vector_solver.hpp"

namespace preimage::regression {

/// How many of them converged.
FitQuality quality_of(const DualFunctions& functions);
/// "one-vs-rest SVM: the optimality conditions of 2 of 10 machines do not hold to 0.001"; empty where all
/// converged.
std::string not_converged(const FitQuality& quality, const std::string& method, double tolerance = 1e-3);

/// One-vs-rest support vector machines with squared slack:
///   min 1/2 ||w||^2 + 1/(2 ridge) sum_i xi_i^2   s.t.  y_i (w . x_i + b) >= 1 - xi_i
/// whose dual is the hard-margin machine on K + ridge I:
///   min 1/2 a'Qa - sum_i a_i   s.t.  y'a = 0, a >= 0,  Q_ij = y_i y_j (K + ridge I)_ij
///   [NIPS 2002, sec. 4.2: "we employed a ridge also to the SVM method, resulting in a squared error
///   penalization term"]
/// With weights v_i > 0 of the samples, sum_i v_i xi_i^2 in its place, and ridge / v_i on the diagonal of the
/// dual.
/// K        m x m
/// classes  the class of each training sample, at least two different
/// ridges   each > 0
/// weights  one per training sample; empty: all 1
/// returns  for each ridge one function per entry of `class_list`; that of a class that no training sample
///          has is always -1
/// throws   NumericalError
/// Functions do not depend on a shift of all samples (K is centred) but for the digits that K itself has
/// lost: where these decide, or after max(10^7, 100 m) steps in double, a function is not converged. One
/// whose dual variables leave the range of doubles is an error.
/// cost     about O(m^2) per class and support vector
std::vector<DualFunctions> one_vs_rest_svm(const arma::mat& K, const std::vector<int>& classes,
                                           const std::vector<int>& class_list,
                                           const std::vector<double>& ridges, const arma::vec& weights = {});

/// The same with a plain hinge, whose dual has a bound in place of the ridge:
///   min 1/2 ||w||^2 + C sum_i xi_i;   0 <= a_i <= C,  Q of K alone  [Cortes and Vapnik 1995]
/// With weights C sum_i v_i xi_i.
/// Cs  each > 0; they share the rows of K
std::vector<DualFunctions> one_vs_rest_hinge_svm(const arma::mat& K, const std::vector<int>& classes,
                                                 const std::vector<int>& class_list,
                                                 const std::vector<double>& Cs,
                                                 const arma::vec& weights = {});

struct SupportVectorRegressionOptions {
  double C = 1.0;
  double epsilon = 0.1;
};

/// epsilon-insensitive support vector regression, one output at a time.
///                                                             [Vapnik 1998; TR-098, sec. 3 step 2]
/// K        m x m
/// Y        m x q
/// returns  for each of the options, which share the rows of K, q functions as those of one_vs_rest_svm
/// throws   NumericalError (not symmetric, not finite)
std::vector<DualFunctions> support_vector_regression(
    const arma::mat& K, const arma::mat& Y, const std::vector<SupportVectorRegressionOptions>& options);

/// Functions as the fields of a fit: "functions", one matrix with a column per function, its coefficients
/// above its bias, and how many converged.
/// m      training samples
/// count  of functions
/// throws  DataError where given arrays are of another number
FitQuality keep_functions(const KeptArrays& kept, arma::uword m, arma::uword count, DualFunctions& functions);

/// Values of all functions on new samples: t x |functions|.
/// throws  NumericalError where K_test_train is not finite
arma::mat evaluate(const DualFunctions& functions, const arma::mat& K_test_train);

}  // namespace preimage::regression
