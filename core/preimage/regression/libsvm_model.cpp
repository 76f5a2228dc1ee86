#include "preimage/regression/libsvm_model.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "preimage/base/error.hpp"

namespace preimage::regression {

namespace {

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

/// What libsvm prints of its steps: "optimization finished, #iter = 93".
thread_local std::string printed;

void keep_printed(const char* message) {
  printed += message;
}

/// The most steps of what was printed; 0 where there is none.
std::size_t steps_in(const std::string& text) {
  constexpr std::string_view kWord = "#iter = ";
  std::size_t most = 0;
  for (std::size_t at = text.find(kWord); at != std::string::npos; at = text.find(kWord, at + 1))
    most = std::max<std::size_t>(most, std::strtoull(text.c_str() + at + kWord.size(), nullptr, 10));
  return most;
}

}  // namespace

PrecomputedRows::PrecomputedRows(const arma::mat& K) : rows_(K.n_rows), pointers_(K.n_rows) {
  for (arma::uword i = 0; i < K.n_rows; ++i) {
    std::vector<svm_node>& row = rows_[i];
    row.resize(K.n_cols + 2);
    row[0] = {0, static_cast<double>(i + 1)};
    for (arma::uword j = 0; j < K.n_cols; ++j) row[j + 1] = {static_cast<int>(j + 1), K(j, i)};
    row[K.n_cols + 1] = {-1, 0.0};
    pointers_[i] = row.data();
  }
}

svm_parameter precomputed_parameters(int svm_type) {
  svm_parameter parameters{};
  parameters.svm_type = svm_type;
  parameters.kernel_type = PRECOMPUTED;
  parameters.cache_size = 64;
  parameters.eps = 1e-3;
  parameters.shrinking = 0;
  return parameters;
}

DualFunction train_libsvm(PrecomputedRows& rows, std::vector<double> targets,
                          const svm_parameter& parameters) {
  svm_problem problem{};
  problem.l = static_cast<int>(targets.size());
  problem.y = targets.data();
  problem.x = rows.pointers();
  if (const char* complaint = svm_check_parameter(&problem, &parameters)) {
    throw NumericalError(std::string("libsvm: ") + complaint);
  }
  svm_set_print_string_function(keep_printed);
  printed.clear();
  const std::unique_ptr<svm_model, FreeModel> model(svm_train(&problem, &parameters));
  // In a classification model the decision is positive for the label that libsvm met first.
  const double sign = parameters.svm_type == C_SVC && model->label[0] < 0 ? -1.0 : 1.0;
  DualFunction function;
  function.coefficients.zeros(targets.size());
  for (int s = 0; s < model->l; ++s) {
    function.coefficients(static_cast<arma::uword>(model->sv_indices[s] - 1)) = sign * model->sv_coef[0][s];
  }
  function.bias = -sign * model->rho[0];
  const std::size_t duals = targets.size() * (parameters.svm_type == EPSILON_SVR ? 2 : 1);
  function.converged = steps_in(printed) < std::max<std::size_t>(10000000, 100 * duals);
  return function;
}

}  // namespace preimage::regression
