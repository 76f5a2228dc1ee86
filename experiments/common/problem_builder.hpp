#pragma once

#include <memory>

#include "kernels/kernel.hpp"
#include "kernels/lost_digits.hpp"
#include "validation/problem.hpp"

namespace preimage::experiments {

/// The kernel's Gram matrix of these samples, computed when it is first looked at, with what its rounding
/// loses.
template <class Samples>
validation::GramMatrix gram_on_demand(std::shared_ptr<const kernels::Kernel<Samples>> kernel,
                                      const Samples& samples) {
  arma::vec diagonal = kernel->diagonal(samples);
  const auto lost = std::make_shared<arma::uvec>();
  const auto gram = validation::GramMatrix::on_demand(std::move(diagonal), [kernel, samples, lost] {
    arma::mat K = kernel->gram(samples);
    *lost = kernels::lost_digits(K);
    return K;
  });
  return gram.with_lost_digits([lost] { return *lost; });
}

/// Fills K and its distances: the kernel's own, or those of K, which lose what K has lost.
template <class Samples>
void set_inputs(validation::Problem& problem, std::shared_ptr<const kernels::Kernel<Samples>> kernel,
                const Samples& samples) {
  const validation::GramMatrix gram = gram_on_demand(kernel, samples);
  problem.input_gram = gram;
  const arma::vec diagonal(gram.size(), arma::fill::zeros);
  if (kernels::has_own_distances(*kernel)) {
    problem.input_squared_distances = validation::GramMatrix::on_demand(
        diagonal, [kernel, samples] { return kernels::squared_distances(*kernel, samples); });
  } else {
    const auto of_gram = validation::GramMatrix::on_demand(
        diagonal, [gram] { return kernels::squared_distances(gram.all()); });
    problem.input_squared_distances = of_gram.with_lost_digits([gram] { return gram.lost_digits().value(); });
  }
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
