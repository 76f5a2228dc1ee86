// The learners that tests run over: all there are.
#pragma once

#include <string>
#include <vector>

#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::testing {

inline const std::string kKde = "{method: kernel_dependency_estimation, bandwidth: {sigma: [1, 3]}, ";

/// Every row's example, and the branches of a learner that its example does not take.
inline std::vector<std::string> learner_examples() {
  std::vector<std::string> result;
  for (const suite::registry::LearnerRow& row : suite::registry::learner_table()) {
    if (!row.runs_program) result.push_back(row.example);  // which is tested with it: suite/command
  }
  for (const suite::registry::DecoderRow& row : suite::registry::decoder_table()) {
    result.push_back(kKde + "ridge: [0.01, 1], decoder: " + row.example + "}");
    result.push_back("{method: kernel_pca_denoising, n_components: 6, decoder: " + row.example + "}");
  }
  for (const char* rest :
       {"ridge: [0.01, 1, 10], ridge_form: squared}",
        "ridge: [0.01, 1], decoder: {name: closed_form}}",
        "ridge: [0.01, 1], decoder: {name: fixed_point}}",
        "ridge: [0.01, 1], n_components: 3}",
        "ridge: [0.01, 1], component_threshold: 0.05, decoder: {name: closed_form}}",
        "map: support_vector_regression, n_components: 4}",
        "map: support_vector_regression, decoder: {name: fixed_point}}",
        "ridge: [0.01, 1], decoder: {name: euler_path, order: 2, thresholds: leave_one_out, choice: "
        "language_model}}",
        "ridge: [0.01, 1], centred: false, decoder: {name: euler_path, order: 2}}",
        "ridge: [0.01, 1], decoder: {name: per_position, window: 3, k: 3, ties: all_tied}}",
        "ridge: 1, decoder: {name: per_position, window: 3, k: 3, ties: random, embeddings: fitted}}",
        "map: support_vector_regression, decoder: {name: per_position, window: 1, k: 1, ties: lowest_index, "
        "embeddings: fitted}}",
        "ridge: [0.01, 1], map: {landmarks: 20}}",
        "ridge: [0.01, 1], map: {landmarks: 12}, centred: false}",
        "ridge: 0.1, map: {landmarks: 15}, decoder: {name: closed_form}}",
        "ridge: [0.1, 1], map: {landmarks: 20, solve: conjugate_gradient}, output_sketch: "
        "{kind: subsample, size: 15}}",
        "ridge: 0.1, map: {landmarks: 20, seed: 2}, n_components: 3}",
        "ridge: 0.1, map: {landmarks: 20}, decoder: {name: euler_path, order: 2, thresholds: training}}",
        "ridge: [0.01, 1], output_sketch: {kind: subsample, size: 12}}",
        "ridge: 1, output_sketch: {kind: p_sparsified_gaussian, size: 15, density: 3}, decoder: {name: "
        "closed_form}}",
        "ridge: 0.1, map: {landmarks: 20}, output_sketch: {kind: p_sparsified_rademacher, size: 15}}"}) {
    result.push_back(kKde + rest);
  }
  result.push_back(
      "{method: kernel_dependency_estimation, ridge: [0.1, 1]}");  // the input Gram matrix itself
  result.push_back("{method: aligned_transduction, ridge: 0.1}");
  result.push_back("{method: aligned_transduction, map: support_vector_regression, C: 10, epsilon: 0.05}");
  result.push_back("{method: component_ridge, ridge: [0.01, 1], decoder: {name: euler_path, order: 2}}");
  for (const char* basis :
       {"random, fit: basis_only", "incomplete_cholesky", "largest_residual", "largest_drop", "random"}) {
    result.push_back("{method: aligned_transduction, ridge: 0.1, basis: {rule: " + std::string(basis) +
                     ", size: 20}}");
  }
  result.push_back("{method: one_vs_rest_svm, ridge: [0.1, 1]}");
  result.push_back("{method: joint_kernel_support_estimation, nu: [0.2, 1]}");
  result.push_back(
      "{method: localization_jkse, kernel: linear, histogram: counts, nu: [0.2, 1], noise: 0.2}");
  result.push_back(
      "{method: localization_jkse, kernel: linear, histogram: shares, nu: [0.5, 0.9], enclosure: ball}");
  result.push_back(
      "{method: localization_jkse, kernel: chi_square, nu: [0.2, 0.9], choose_by: cross_validation, folds: "
      "3, "
      "widths: [24, 30]}");
  result.push_back("{method: localization_ssvm, C: 1, scaling: mean, widths: 24, noise: 0.1, passes: 5}");
  result.push_back("{method: hopfield_network, steps: 20, compare_to: output}");
  return result;
}

}  // namespace preimage::testing
