#pragma once

#include <memory>

#include "kernels/kernel.hpp"
#include "validation/problem.hpp"

namespace preimage::experiments {

/// The kernel's Gram matrix of these samples, computed when it is first looked at.
template <class Samples>
validation::GramMatrix gram_on_demand(std::shared_ptr<const kernels::Kernel<Samples>> kernel,
                                      const Samples& samples) {
  arma::vec diagonal = kernel->diagonal(samples);
  return validation::GramMatrix::on_demand(std::move(diagonal),
                                           [kernel, samples] { return kernel->gram(samples); });
}

/// Fills K and its distances.
template <class Samples>
void set_inputs(validation::Problem& problem, std::shared_ptr<const kernels::Kernel<Samples>> kernel,
                const Samples& samples) {
  const validation::GramMatrix gram = gram_on_demand(std::move(kernel), samples);
  problem.input_gram = gram;
  problem.input_squared_distances = validation::GramMatrix::on_demand(
      arma::vec(gram.size(), arma::fill::zeros), [gram] { return kernels::squared_distances(gram.all()); });
}

/// Fills L, the explicit features where there are any, and who may be a pre-image: an output of zero norm has
/// no direction in feature space and is never a candidate (it can still be a truth, and a nearest neighbour's
/// output).
template <class Samples>
void set_outputs(validation::Problem& problem, std::shared_ptr<const kernels::Kernel<Samples>> kernel,
                 const Samples& samples) {
  problem.output_gram = gram_on_demand(kernel, samples);
  problem.output_features = kernel->features(samples);
  problem.is_candidate = arma::conv_to<arma::uvec>::from(problem.output_gram.diag() > 0.0);
}

}  // namespace preimage::experiments
