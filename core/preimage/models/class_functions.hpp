// Classifiers by functions on the input kernel's feature space, f(x) = sum_i a_i k(x_i, x) + b: support
// vector machines, logistic regression, nearest centroid.
// A function for each class of the training samples. The class with the largest value is predicted, of
// equals the one that comes first in the data.
// Or a function for each pair of classes, above 0 where it votes for the first of the two. The class with
// most votes is predicted, of equals the one with the larger sum s of values. A score is votes + s / (3 (|s|
// + 1)), as with scikit-learn's `break_ties`; the scores of two classes are f and -f.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/models/estimator.hpp"

namespace preimage::models {

/// v_i of the loss of training sample i, by its own class.
struct BalancedClasses {};  // n / (c n_k): c classes in the training set, n_k samples of class k
using WeightsByName = std::map<std::string, double>;  // > 0; a class that is not named weighs 1
using ClassWeights = std::variant<std::monostate, BalancedClasses, WeightsByName>;

struct OneVsRestOptions {
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> ridges = {1.0};  // added to the diagonal of K, > 0; of equals the larger is preferred
  ClassWeights class_weights = {};     // all 1
};

/// A support vector machine with squared slack per class (regression/support_vectors.hpp).
MethodPtr one_vs_rest_method(OneVsRestOptions options);

struct SupportVectorMachineOptions {
  enum class Loss { hinge, squared_hinge };
  enum class Multiclass { one_vs_one, one_vs_rest };
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> Cs = {1.0};  // > 0; of equals the smaller is preferred
  Loss loss = Loss::hinge;
  Multiclass multiclass = Multiclass::one_vs_one;
  ClassWeights class_weights = {};  // all 1
};

///   min 1/2 |w|^2 + C sum_i v_i max(0, 1 - y_i f(x_i))^p,  p = 1 or 2            [Cortes and Vapnik 1995]
/// The bias is not penalised. With p = 1 and votes of pairs it is scikit-learn's SVC; p = 2 is that of
/// one_vs_rest_method with ridge 1 / (2 C).
MethodPtr support_vector_machine_method(SupportVectorMachineOptions options);

struct LogisticRegressionOptions {
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> Cs = {1.0};   // > 0; of equals the smaller is preferred
  ClassWeights class_weights = {};  // all 1
};

/// Logistic regression (regression/logistic_regression.hpp): under a linear kernel scikit-learn's
/// LogisticRegression. Probabilities are exp(f_c) / sum_k exp(f_k).
MethodPtr logistic_regression_method(LogisticRegressionOptions options);

/// The class whose samples' mean in feature space is nearest: under a linear kernel scikit-learn's
/// NearestCentroid. With mu_c the mean of class c, and mu that of all samples,
///   f_c(x) = |x - mu|^2 - |x - mu_c|^2 = 2 <mu_c - mu, x> - |mu_c|^2 + |mu|^2
MethodPtr nearest_centroid_method(kernels::BandwidthGrid bandwidths = {});

/// One-vs-rest support vector machines with a kernel on inputs, by value or by pointer.
template <class InputKernel>
auto one_vs_rest_svm(InputKernel input, OneVsRestOptions options = {}) {
  return estimator(std::move(input), kernels::ClassKernel(), one_vs_rest_method(std::move(options)));
}

}  // namespace preimage::models
