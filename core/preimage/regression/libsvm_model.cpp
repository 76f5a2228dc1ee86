#include "preimage/regression/libsvm_model.hpp"

#include <memory>
#include <string>

#include "preimage/base/error.hpp"

namespace preimage::regression {

namespace {

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

}  // namespace

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
  svm_set_print_string_function([](const char*) {});
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

}  // namespace preimage::regression
