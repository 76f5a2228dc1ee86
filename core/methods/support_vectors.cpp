#include "methods/support_vectors.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <svm.h>

#include "base/error.hpp"
#include "linalg/symmetric.hpp"

namespace preimage::methods {

namespace {

/// libsvm's bound on a dual variable. With K + ridge I positive definite the hard-margin solution stays far
/// below.
constexpr double kNeverActive = 1e9;

/// The rows of a Gram matrix in libsvm's format: node 0 holds the 1-based sample number, node j holds K_ij.
class PrecomputedRows {
 public:
  explicit PrecomputedRows(const arma::mat& K) : rows_(K.n_rows), pointers_(K.n_rows) {
    for (arma::uword i = 0; i < K.n_rows; ++i) {
      std::vector<svm_node>& row = rows_[i];
      row.resize(K.n_cols + 2);
      row[0] = {0, static_cast<double>(i + 1)};
      for (arma::uword j = 0; j < K.n_cols; ++j) row[j + 1] = {static_cast<int>(j + 1), K(j, i)};
      row[K.n_cols + 1] = {-1, 0.0};
      pointers_[i] = row.data();
    }
  }
  svm_node** pointers() { return pointers_.data(); }

 private:
  std::vector<std::vector<svm_node>> rows_;
  std::vector<svm_node*> pointers_;
};

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

void silence(const char* /*message*/) {}

svm_parameter precomputed_parameters(int svm_type, double C, double epsilon) {
  svm_parameter parameters{};
  parameters.svm_type = svm_type;
  parameters.kernel_type = PRECOMPUTED;
  parameters.cache_size = 64;
  parameters.eps = 1e-3;
  parameters.C = C;
  parameters.p = epsilon;
  parameters.shrinking = 0;  // a few hundred samples: shrinking costs more than it saves
  return parameters;
}

DualFunction train(PrecomputedRows& rows, std::vector<double> targets, const svm_parameter& parameters) {
  svm_problem problem{};
  problem.l = static_cast<int>(targets.size());
  problem.y = targets.data();
  problem.x = rows.pointers();
  if (const char* complaint = svm_check_parameter(&problem, &parameters)) {
    throw NumericalError(std::string("libsvm: ") + complaint);
  }
  svm_set_print_string_function(silence);
  const std::unique_ptr<svm_model, FreeModel> model(svm_train(&problem, &parameters));
  // In a classification model the decision is positive for the label that libsvm met first.
  const double sign = parameters.svm_type == C_SVC && model->label[0] < 0 ? -1.0 : 1.0;
  DualFunction function;
  function.coefficients.zeros(targets.size());
  for (int s = 0; s < model->l; ++s) {
    function.coefficients(static_cast<arma::uword>(model->sv_indices[s] - 1)) = sign * model->sv_coef[0][s];
  }
  function.bias = -sign * model->rho[0];
  return function;
}

/// libsvm would read past the end of the shorter one.
void require_one_target_each(const arma::mat& K, arma::uword targets, const char* method) {
  if (targets == 0 || targets != K.n_rows) {
    throw NumericalError(fmt::format("{}: {} targets for {} training samples", method, targets, K.n_rows));
  }
}

}  // namespace

std::vector<DualFunction> one_vs_rest_svm(const arma::mat& K, const std::vector<int>& classes,
                                          const std::vector<int>& class_list, double ridge) {
  linalg::require_symmetric(K, "input Gram matrix");
  require_one_target_each(K, classes.size(), "one-vs-rest SVM");
  if (!(ridge > 0.0)) throw NumericalError("one-vs-rest SVM: the squared penalty needs a ridge above 0");
  if (std::all_of(classes.begin(), classes.end(), [&](int c) { return c == classes.front(); })) {
    throw NumericalError("one-vs-rest SVM: the training samples are all of one class");
  }
  arma::mat regularised = K;
  regularised.diag() += ridge;
  PrecomputedRows rows(regularised);
  const svm_parameter parameters = precomputed_parameters(C_SVC, kNeverActive, 0.0);
  std::vector<DualFunction> functions;
  for (int c : class_list) {
    if (std::find(classes.begin(), classes.end(), c) == classes.end()) {
      functions.push_back({arma::vec(classes.size(), arma::fill::zeros), -1.0});
      continue;
    }
    std::vector<double> targets(classes.size());
    std::transform(classes.begin(), classes.end(), targets.begin(),
                   [&](int other) { return other == c ? 1.0 : -1.0; });
    functions.push_back(train(rows, std::move(targets), parameters));
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
  PrecomputedRows rows(K);
  const svm_parameter parameters = precomputed_parameters(EPSILON_SVR, options.C, options.epsilon);
  std::vector<DualFunction> functions;
  for (arma::uword column = 0; column < Y.n_cols; ++column) {
    functions.push_back(train(rows, arma::conv_to<std::vector<double>>::from(Y.col(column)), parameters));
  }
  return functions;
}

arma::mat evaluate(const std::vector<DualFunction>& functions, const arma::mat& K_test_train) {
  linalg::require_finite(K_test_train, "input Gram matrix of the test samples");
  arma::mat values(K_test_train.n_rows, functions.size());
  for (arma::uword f = 0; f < functions.size(); ++f) {
    values.col(f) = K_test_train * functions[f].coefficients + functions[f].bias;
  }
  return values;
}

}  // namespace preimage::methods
