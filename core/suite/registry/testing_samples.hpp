// The samples of the toy problem with kernels that can be evaluated on new ones, where toy_problem() gives
// Gram matrices.
#pragma once

#include <memory>

#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/testing_problem.hpp"

namespace preimage::testing {

using VectorKernel = std::shared_ptr<const kernels::Kernel<kernels::Vectors>>;

inline samples::SampleSet inputs_anew(const Problem& problem, const arma::uvec& rows) {
  const auto strings = samples::select(problem.input_strings, rows);
  const auto points = std::make_shared<const arma::mat>(problem.input_points.rows(rows));
  const VectorKernel affine = std::make_shared<kernels::PolynomialKernel>(1, 1.0);
  const VectorKernel of_elements = std::make_shared<kernels::PolynomialKernel>(2, 1.0);
  const auto elements =
      std::make_shared<const arma::mat>(problem.elements.vectors.rows(elements_of(problem, rows)));
  samples::Offsets offsets;
  for (const std::string& input : strings) offsets.append(input.size());
  const auto observed = std::make_shared<const arma::mat>(problem.observed_outputs.rows(rows));
  samples::SampleSet set =
      samples::SampleSet(rows)
          .with(kernels::Points::of<arma::mat>(affine, points))
          .with(arma::mat(problem.input_vectors.rows(rows)))
          .with(strings)
          .with(sequences::Elements{offsets, kernels::Points::by_block<arma::mat>(of_elements, elements)})
          .with(outputs::Observed{*observed, kernels::Points::of<arma::mat>(problem.output_kernel, observed)})
          .with(select(experiments::car_localization::all_images(problem.localization.images,
                                                                 problem.localization.seed),
                       rows));
  if (!problem.partial_patterns.is_empty())
    set = set.with(
        experiments::half_digit_reconstruction::PartialPatterns{problem.partial_patterns.rows(rows)});
  return set;
}

inline samples::SampleSet outputs_anew(const Problem& problem, const arma::uvec& rows) {
  const auto vectors = std::make_shared<const arma::mat>(problem.output_vectors.rows(rows));
  samples::SampleSet set = samples::SampleSet(rows)
                               .with(vectors)
                               .with(kernels::Points::of<arma::mat>(problem.output_kernel, vectors))
                               .with(samples::select(problem.classes, rows))
                               .with(samples::select(problem.output_strings, rows))
                               .with(samples::select(problem.localization.boxes, rows));
  if (problem.output_features)
    set =
        set.with(outputs::ExplicitFeatures{problem.output_features->rows(rows), problem.output_ngrams, '#'});
  if (!problem.complete_patterns.is_empty())
    set = set.with(
        experiments::half_digit_reconstruction::CompletePatterns{problem.complete_patterns.rows(rows)});
  return set;
}

/// Some samples of the problem, which keep their numbers, as a data set of their own.
inline samples::DataSet anew(const Problem& problem, const arma::uvec& rows) {
  return {inputs_anew(problem, rows), outputs_anew(problem, rows)};
}

}  // namespace preimage::testing
