#pragma once

#include "kernels/kernel.hpp"
#include "validation/problem.hpp"

namespace preimage::experiments {

/// Fills K and its distances.
template <class Samples>
void set_inputs(validation::Problem& problem, const kernels::Kernel<Samples>& kernel,
                const Samples& samples) {
  problem.input_gram = kernel.gram(samples);
  problem.input_squared_distances = kernels::squared_distances(problem.input_gram);
}

/// Fills L, the explicit features where there are any, and who may be a pre-image: an output of zero norm has
/// no direction in feature space and is never a candidate (it can still be a truth, and a nearest neighbour's
/// output).
template <class Samples>
void set_outputs(validation::Problem& problem, const kernels::Kernel<Samples>& kernel,
                 const Samples& samples) {
  problem.output_gram = kernel.gram(samples);
  problem.output_features = kernel.features(samples);
  problem.is_candidate = arma::conv_to<arma::uvec>::from(problem.output_gram.diag() > 0.0);
}

}  // namespace preimage::experiments
