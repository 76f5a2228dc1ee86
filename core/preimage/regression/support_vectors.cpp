#include "preimage/regression/support_vectors.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/centred_dual.hpp"
#include "preimage/regression/hard_margin.hpp"
#include "preimage/regression/libsvm_model.hpp"

namespace preimage::regression {

namespace {

constexpr double kLargestOfLibsvm = 1e38;  // its rows are in single precision

/// libsvm would read past the end of the shorter one.
void require_one_target_each(const arma::mat& K, arma::uword targets, const char* method) {
  if (targets == 0 || targets != K.n_rows) {
    throw NumericalError(fmt::format("{}: {} targets for {} training samples", method, targets, K.n_rows));
  }
}

/// ridge / v_i
arma::vec diagonal_of(const arma::vec& weights, arma::uword count, double ridge) {
  if (weights.is_empty()) return arma::vec(count, arma::fill::value(ridge));
  if (weights.n_elem != count || !weights.is_finite() || weights.min() <= 0.0)
    throw NumericalError(fmt::format("one-vs-rest SVM: {} weights for {} training samples, each above 0",
                                     weights.n_elem, count));
  return ridge / weights;
}

/// f - f* with 0 <= f_i, f*_i <= C: m duals that raise a function and m that lower it.                       [Vapnik 1998]
///   1/2 (f - f*)'K(f - f*) + epsilon sum_i (f_i + f*_i) - y'(f - f*)
smo::Duals duals_of(const arma::vec& y, const SupportVectorRegressionOptions& options) {
  const arma::uword m = y.n_elem;
  std::vector<double> signs(2 * m, 1.0), linear(2 * m);
  for (arma::uword i = 0; i < m; ++i) {
    linear[i] = options.epsilon - y(i);
    signs[m + i] = -1.0;
    linear[m + i] = -options.epsilon - y(i);
  }
  return {signs, linear, options.C};
}

}  // namespace

FitQuality quality_of(const std::vector<DualFunction>& functions) {
  FitQuality quality;
  quality.machines = static_cast<double>(functions.size());
  for (const DualFunction& function : functions) quality.stopped += function.converged ? 0.0 : 1.0;
  return quality;
}

std::string not_converged(const FitQuality& quality, const std::string& method) {
  if (quality.stopped == 0.0) return "";
  return fmt::format("{}: the optimality conditions of {} of {} machines do not hold to 0.001", method,
                     quality.stopped, quality.machines);
}

std::vector<DualFunction> one_vs_rest_svm(const arma::mat& K, const std::vector<int>& classes,
                                          const std::vector<int>& class_list, double ridge,
                                          const arma::vec& weights) {
  linalg::require_symmetric(K, "input Gram matrix");
  require_one_target_each(K, classes.size(), "one-vs-rest SVM");
  if (!(ridge > 0.0)) throw NumericalError("one-vs-rest SVM: the squared penalty needs a ridge above 0");
  if (std::all_of(classes.begin(), classes.end(), [&](int c) { return c == classes.front(); })) {
    throw NumericalError("one-vs-rest SVM: the training samples are all of one class");
  }
  const HardMarginSolver solver(K, diagonal_of(weights, K.n_rows, ridge));
  std::vector<DualFunction> functions;
  for (int c : class_list) {
    if (std::find(classes.begin(), classes.end(), c) == classes.end()) {
      functions.push_back({arma::vec(classes.size(), arma::fill::zeros), -1.0});
      continue;
    }
    std::vector<int> signs(classes.size());
    std::transform(classes.begin(), classes.end(), signs.begin(),
                   [&](int other) { return other == c ? 1 : -1; });
    functions.push_back(solver.train(signs));
  }
  return functions;
}

std::vector<DualFunction> support_vector_regression(const arma::mat& K, const arma::mat& Y,
                                                    const SupportVectorRegressionOptions& options) {
  linalg::require_symmetric(K, "input Gram matrix");
  linalg::require_finite(Y, "regression targets");
  require_one_target_each(K, Y.n_rows, "support vector regression");
  if (!(options.C > 0.0) || !(options.epsilon >= 0.0)) {
    throw NumericalError("support vector regression: needs C > 0 and epsilon >= 0");
  }
  const CentredGram centred(K, arma::vec(K.n_rows, arma::fill::zeros));
  PrecomputedRows rows(centred, K.n_rows);
  const bool fits = arma::abs(K.diag()).max() < kLargestOfLibsvm;
  svm_parameter parameters = precomputed_parameters(EPSILON_SVR);
  parameters.C = options.C;
  parameters.p = options.epsilon;
  std::vector<DualFunction> functions;
  for (arma::uword column = 0; column < Y.n_cols; ++column) {
    smo::Duals duals = duals_of(Y.col(column), options);
    if (fits) {
      const arma::vec found =
          train_libsvm(rows, arma::conv_to<std::vector<double>>::from(Y.col(column)), parameters)
              .coefficients;
      for (arma::uword i = 0; i < K.n_rows; ++i) {
        duals.alpha[i] = std::max(found(i), 0.0);
        duals.alpha[i + K.n_rows] = std::max(-found(i), 0.0);
      }
    }
    functions.push_back(finish(centred, duals, 1.0, false, parameters.eps));
  }
  return functions;
}

FitQuality keep_functions(const KeptArrays& kept, arma::uword m, arma::uword count,
                          std::vector<DualFunction>& functions) {
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

arma::mat evaluate(const std::vector<DualFunction>& functions, const arma::mat& K_test_train) {
  linalg::require_finite(K_test_train, "input Gram matrix of the test samples");
  arma::mat values(K_test_train.n_rows, functions.size());
  for (arma::uword f = 0; f < functions.size(); ++f) {
    values.col(f) = K_test_train * functions[f].coefficients + functions[f].bias;
  }
  return values;
}

}  // namespace preimage::regression
