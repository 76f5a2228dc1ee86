// libsvm on precomputed Gram matrices, as an oracle.
#pragma once

#include <armadillo>
#include <memory>
#include <vector>

#include <svm.h>

#include "preimage/regression/support_vector_solver.hpp"

namespace preimage::testing {

/// Without shrinking: with a few hundred samples it costs more than it saves.
inline svm_parameter libsvm_parameters(int svm_type) {
  svm_parameter parameters{};
  parameters.svm_type = svm_type;
  parameters.kernel_type = PRECOMPUTED;
  parameters.cache_size = 64;
  parameters.eps = 1e-3;
  parameters.C = 1.0;
  parameters.shrinking = 0;
  return parameters;
}

/// The bias is minus libsvm's rho.
inline regression::DualFunction by_libsvm(const arma::mat& K, arma::vec targets,
                                          const svm_parameter& parameters) {
  const arma::uword m = K.n_rows;
  std::vector<std::vector<svm_node>> rows(m);  // node 0: the sample's number from 1 on; node j: K_ij
  std::vector<svm_node*> pointers;
  for (arma::uword i = 0; i < m; ++i) {
    rows[i].push_back({0, static_cast<double>(i + 1)});
    for (arma::uword j = 0; j < m; ++j) rows[i].push_back({static_cast<int>(j + 1), K(j, i)});
    rows[i].push_back({-1, 0.0});
    pointers.push_back(rows[i].data());
  }
  svm_problem problem{};
  problem.l = static_cast<int>(m);
  problem.y = targets.memptr();
  problem.x = pointers.data();
  svm_set_print_string_function([](const char*) {});
  const auto free = [](svm_model* model) { svm_free_and_destroy_model(&model); };
  const std::unique_ptr<svm_model, decltype(free)> model(svm_train(&problem, &parameters), free);
  // In a classification model the decision is positive for the label that libsvm met first.
  const double sign = parameters.svm_type == C_SVC && model->label[0] < 0 ? -1.0 : 1.0;
  regression::DualFunction function{arma::vec(m, arma::fill::zeros), -sign * model->rho[0]};
  for (int s = 0; s < model->l; ++s)
    function.coefficients(static_cast<arma::uword>(model->sv_indices[s] - 1)) = sign * model->sv_coef[0][s];
  return function;
}

/// The same machine to the last bit; where compilers may fuse a multiplication with an addition, to
/// `tolerance` of the largest function value.
inline bool is_same_machine(const regression::DualFunction& a, const regression::DualFunction& b,
                            [[maybe_unused]] const arma::mat& K) {
#if defined(__x86_64__)
  return arma::all(a.coefficients == b.coefficients) && a.bias == b.bias;
#else
  return arma::abs(K * (a.coefficients - b.coefficients) + (a.bias - b.bias)).max() < 0.01;
#endif
}

}  // namespace preimage::testing
