// Logistic regression on precomputed Gram matrices.
#pragma once

#include <armadillo>
#include <vector>

#include "preimage/regression/support_vector_solver.hpp"

namespace preimage::regression {

/// Of the largest partial derivative at w = 0: a fit has converged where none is larger.
inline constexpr double kLogisticTolerance = 1e-6;

/// Of two classes, y_i = -1 or 1:
///   min 1/2 |w|^2 + C sum_i v_i log(1 + exp(-y_i g(x_i))),  g(x) = w . x + b
/// with functions -g / 2 of the first class and g / 2 of the second. Of more:
///   min 1/2 sum_c |w_c|^2 - C sum_i v_i log(exp(f_{y_i}(x_i)) / sum_c exp(f_c(x_i)))
///   f_c(x) = w_c . x + b_c,  sum_c b_c = 0
/// So exp(f_c) / sum_k exp(f_k) is the probability of class c, and scikit-learn's decision value of two
/// classes
/// is f_2 - f_1.                                                       [as in scikit-learn 1.2, solver lbfgs]
/// It is found by L-BFGS over coordinates z with K = Z Z', Z from K's eigenvectors. The search ends where it
/// finds no better point; kLogisticTolerance tells whether it has converged.
/// K           m x m
/// classes     the class of each training sample
/// class_list  all of them, at least two, ascending
/// Cs          each > 0
/// weights     v, one per training sample, > 0; empty: all 1
/// returns     for each C one function per entry of `class_list`
/// throws      NumericalError (not symmetric, not finite, one class alone, C, weights)
/// cost        O(m^3) once for all Cs, O(m^2 classes) an iteration, mostly some dozens, at most 10,000
std::vector<DualFunctions> logistic_regression(const arma::mat& K, const std::vector<int>& classes,
                                               const std::vector<int>& class_list,
                                               const std::vector<double>& Cs, const arma::vec& weights = {});

}  // namespace preimage::regression
