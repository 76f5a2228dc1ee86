#include "preimage/regression/support_vectors.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::regression {

namespace {

/// The solver would read past the end of the shorter one.
void require_one_target_each(const arma::mat& K, arma::uword targets, const char* method) {
  if (targets == 0 || targets != K.n_rows) {
    throw NumericalError(fmt::format("{}: {} targets for {} training samples", method, targets, K.n_rows));
  }
}

/// What all one-vs-rest machines require.  returns  the weights, or ones
/// needs  what the values are: "the hinge needs a C"
arma::vec checked_weights(const arma::mat& K, const std::vector<int>& classes,
                          const std::vector<double>& values, const arma::vec& weights, const char* needs) {
  linalg::require_symmetric(K, "input Gram matrix");
  require_one_target_each(K, classes.size(), "one-vs-rest SVM");
  for (const double value : values) {
    if (!(value > 0.0)) throw NumericalError(fmt::format("one-vs-rest SVM: {} above 0", needs));
  }
  if (std::all_of(classes.begin(), classes.end(), [&](int c) { return c == classes.front(); }))
    throw NumericalError("one-vs-rest SVM: the training samples are all of one class");
  if (weights.is_empty()) return arma::vec(K.n_rows, arma::fill::ones);
  if (weights.n_elem != K.n_rows || !weights.is_finite() || weights.min() <= 0.0)
    throw NumericalError(fmt::format("one-vs-rest SVM: {} weights for {} training samples, each above 0",
                                     weights.n_elem, K.n_rows));
  return weights;
}

/// Coefficients y_i a_i.  bounds  of a_i
BoxDual two_class_dual(const arma::vec& y, const arma::vec& bounds) {
  const arma::vec none(y.n_elem, arma::fill::zeros);
  BoxDual dual{-y, none, none, none};
  for (arma::uword i = 0; i < y.n_elem; ++i) (y(i) > 0.0 ? dual.upper : dual.lower)(i) = y(i) * bounds(i);
  return dual;
}

/// f - f* with 0 <= f_i, f*_i <= C: a group of duals that raises a function and one that lowers it.
///     [Vapnik 1998]
///   1/2 (f - f*)'K(f - f*) + epsilon sum_i (f_i + f*_i) - y'(f - f*)
BoxDual regression_dual(const arma::vec& y, const SupportVectorRegressionOptions& options) {
  const arma::vec none(y.n_elem, arma::fill::zeros), most(y.n_elem, arma::fill::value(options.C));
  return {arma::join_rows(options.epsilon - y, -options.epsilon - y), arma::join_rows(none, -most),
          arma::join_rows(most, none), arma::join_rows(none, none)};
}

/// bounds  of dual variables
DualFunctions one_vs_rest(const SupportVectorSolver& solver, const std::vector<int>& classes,
                          const std::vector<int>& class_list, const arma::vec& bounds) {
  DualFunctions functions;
  for (int c : class_list) {
    if (std::find(classes.begin(), classes.end(), c) == classes.end()) {
      functions.push_back({arma::vec(classes.size(), arma::fill::zeros), -1.0});
      continue;
    }
    arma::vec y(classes.size());
    std::transform(classes.begin(), classes.end(), y.begin(),
                   [&](int other) { return other == c ? 1.0 : -1.0; });
    functions.push_back(solver.train(two_class_dual(y, bounds)));
  }
  return functions;
}

}  // namespace

FitQuality quality_of(const DualFunctions& functions) {
  FitQuality quality;
  quality.machines = static_cast<double>(functions.size());
  for (const DualFunction& function : functions) quality.stopped += function.converged ? 0.0 : 1.0;
  return quality;
}

std::string not_converged(const FitQuality& quality, const std::string& method, double tolerance) {
  if (quality.stopped == 0.0) return "";
  return fmt::format("{}: the optimality conditions of {} of {} machines do not hold to {}", method,
                     quality.stopped, quality.machines, tolerance);
}

std::vector<DualFunctions> one_vs_rest_svm(const arma::mat& K, const std::vector<int>& classes,
                                           const std::vector<int>& class_list,
                                           const std::vector<double>& ridges, const arma::vec& weights) {
  const arma::vec v = checked_weights(K, classes, ridges, weights, "the squared penalty needs a ridge");
  const arma::vec common = common_part(K), unbounded(K.n_rows, arma::fill::value(arma::datum::inf));
  std::vector<DualFunctions> all;
  for (const double ridge : ridges)
    all.push_back(one_vs_rest(SupportVectorSolver(K, ridge / v, common), classes, class_list, unbounded));
  return all;
}

std::vector<DualFunctions> one_vs_rest_hinge_svm(const arma::mat& K, const std::vector<int>& classes,
                                                 const std::vector<int>& class_list,
                                                 const std::vector<double>& Cs, const arma::vec& weights) {
  const arma::vec v = checked_weights(K, classes, Cs, weights, "the hinge needs a C");
  const SupportVectorSolver solver(K, arma::vec(K.n_rows, arma::fill::zeros), common_part(K));
  std::vector<DualFunctions> all;
  for (const double C : Cs) all.push_back(one_vs_rest(solver, classes, class_list, C * v));
  return all;
}

std::vector<DualFunctions> support_vector_regression(
    const arma::mat& K, const arma::mat& Y, const std::vector<SupportVectorRegressionOptions>& options) {
  linalg::require_symmetric(K, "input Gram matrix");
  linalg::require_finite(Y, "regression targets");
  require_one_target_each(K, Y.n_rows, "support vector regression");
  const SupportVectorSolver solver(K, arma::vec(K.n_rows, arma::fill::zeros), common_part(K));
  std::vector<DualFunctions> all;
  for (const SupportVectorRegressionOptions& one : options) {
    if (!(one.C > 0.0) || !(one.epsilon >= 0.0))
      throw NumericalError("support vector regression: needs C > 0 and epsilon >= 0");
    DualFunctions& functions = all.emplace_back();
    for (arma::uword column = 0; column < Y.n_cols; ++column)
      functions.push_back(solver.train(regression_dual(Y.col(column), one)));
  }
  return all;
}

FitQuality keep_functions(const KeptArrays& kept, arma::uword m, arma::uword count,
                          DualFunctions& functions) {
  FitQuality quality = quality_of(functions);
  arma::mat columns(m + 1, functions.size());
  for (arma::uword f = 0; f < columns.n_cols; ++f)
    columns.col(f) = arma::join_cols(functions[f].coefficients, arma::vec{functions[f].bias});
  kept.field("functions", {m + 1, count}, columns);
  kept.field(quality);
  for (arma::uword f = functions.size(); f < columns.n_cols; ++f)
    functions.push_back({columns.submat(0, f, m - 1, f), columns(m, f)});
  return quality;
}

arma::mat evaluate(const DualFunctions& functions, const arma::mat& K_test_train) {
  linalg::require_finite(K_test_train, "input Gram matrix of the test samples");
  arma::mat values(K_test_train.n_rows, functions.size());
  for (arma::uword f = 0; f < functions.size(); ++f) {
    values.col(f) = K_test_train * functions[f].coefficients + functions[f].bias;
  }
  return values;
}

}  // namespace preimage::regression
