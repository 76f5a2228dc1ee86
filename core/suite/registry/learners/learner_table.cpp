#include "suite/registry/learners/learner_table.hpp"

#include <algorithm>

#include "suite/registry/learners/kernel_choice_learner.hpp"
#include "suite/registry/learners/learners.hpp"

namespace preimage::suite::registry {

const std::vector<LearnerRow>& learner_table() {
  static const std::vector<LearnerRow> table = {
      {"kernel_dependency_estimation", 2,
       "bandwidth, ridge, ridge_form (plain | squared), map (ridge | support_vector_regression), C, epsilon, "
       "n_components, component_threshold, centred, decoder: a decoder {name, ...}",
       "{method: kernel_dependency_estimation, bandwidth: {sigma: [1, 2]}, ridge: [0.01, 1]}",
       parse_kernel_dependency_estimation},
      {"nearest_neighbours", 3,
       "k, one_neighbour (candidate | any: k = 1 may answer with an output that is no candidate)",
       "{method: nearest_neighbours, k: [1, 3]}", parse_nearest_neighbours},
      {"window_nearest_neighbours", 1, "k, window (odd), ties (all_tied | random | lowest_index), seed",
       "{method: window_nearest_neighbours, window: 3, k: [1, 3], ties: all_tied}",
       parse_window_nearest_neighbours},
      {"aligned_transduction", 1,
       "map (ridge | support_vector_regression), ridge, basis {rule, size, fit, seed}, C, epsilon, "
       "language_model {order, delta}, weight (of the model)",
       "{method: aligned_transduction, ridge: 0.1, language_model: {order: 2}, weight: [0.01, 0.1]}",
       parse_aligned_transduction, true},
      {"component_ridge", 1, "ridge, decoder: a decoder {name, ...} of explicit output features",
       "{method: component_ridge, ridge: [0.01, 1]}", parse_component_ridge, true},
      {"max_margin_markov_network", 1, "lambda, passes, tolerance (on the duality gap), averaged",
       "{method: max_margin_markov_network, lambda: [0.1, 0.01], passes: 30}",
       parse_max_margin_markov_network, true},
      {"joint_kernel_support_estimation", 2, "bandwidth, nu (0 < nu <= 1)",
       "{method: joint_kernel_support_estimation, bandwidth: {sigma: [1, 2]}, nu: [0.1, 0.5]}",
       parse_joint_kernel_support_estimation},
      {"localization_jkse", 2,
       "kernel (linear | chi_square), histogram (of the linear: counts | shares), enclosure (hyperplane | "
       "ball), nu (0 < nu <= 1), choose_by (crops | cross_validation with folds, widths), noise (share of "
       "boxes that are swapped), step, outside, max_overlap, max_boxes (of the scan)",
       "{method: localization_jkse, kernel: chi_square, nu: [0.2, 0.8]}", parse_localization_jkse},
      {"localization_ssvm", 1,
       "C, scaling (of C: sum | mean), widths (of the boxes that training images are searched for), passes, "
       "tolerance (on the duality gap), noise (share of boxes that are swapped), step, outside, max_overlap, "
       "max_boxes (of the scan)",
       "{method: localization_ssvm, C: [0.01, 1], widths: [24, 30]}", parse_localization_ssvm},
      {"one_vs_rest_svm", 2, "bandwidth, ridge",
       "{method: one_vs_rest_svm, bandwidth: {sigma: [1, 2]}, ridge: 0.1}", parse_one_vs_rest_svm},
      {"hopfield_network", 2, "tau, h, steps, compare_to (complete | output)",
       "{method: hopfield_network, steps: 50}", parse_hopfield_network},
      {"output_alignment", 2, "clusters, sigma, per_coordinate",
       "{method: output_alignment, clusters: 3, sigma: [0.5, 1, 2]}", parse_output_alignment},
      {"kernel_pca_denoising", 1,
       "n_components, component_threshold, centred, decoder: a decoder {name, ...}",
       "{method: kernel_pca_denoising, n_components: 5, decoder: {name: fixed_point}}",
       parse_kernel_pca_denoising},
      {"pca_denoising", 1, "n_components, component_threshold, centred",
       "{method: pca_denoising, n_components: 2}", parse_pca_denoising},
      {"linear_interpolation", 1, "", "{method: linear_interpolation}", parse_linear_interpolation},
      {"cubic_spline", 1, "", "{method: cubic_spline}", parse_cubic_spline},
  };
  return table;
}

ParsedLearner parse_learner(const std::string& name, const config::Reader& reader) {
  const std::vector<LearnerRow>& table = learner_table();
  std::vector<std::string> names;
  for (const LearnerRow& row : table) names.push_back(row.name);
  const std::string method = reader.choice("method", names);
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const LearnerRow& r) { return r.name == method; });
  const LearnerBuilder build = row->parse(reader);
  const bool uses_all = row->takes_all_kernels;
  return {name, row->name, row->version, [build, uses_all](const validation::Problem& problem) {
            return uses_all || problem.input_kernels.empty() ? build(problem)
                                                             : choose_among_kernels(build, problem);
          }};
}

}  // namespace preimage::suite::registry
