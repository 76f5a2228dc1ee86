#pragma once

#include <memory>
#include <optional>
#include <type_traits>

#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/lost_digits.hpp"
#include "preimage/outputs/candidates.hpp"
#include "preimage/validation/problem.hpp"

namespace preimage::experiments::shared {

/// The kernel's Gram matrix of these samples, computed when it is first looked at, with what its rounding
/// loses.
template <class Samples>
validation::PairMatrix gram_on_demand(std::shared_ptr<const kernels::Kernel<Samples>> kernel,
                                      const Samples& samples) {
  arma::vec diagonal = kernel->diagonal(samples);
  const auto lost = std::make_shared<arma::uvec>();
  const auto gram = validation::PairMatrix::on_demand(std::move(diagonal), [kernel, samples, lost] {
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
  const validation::PairMatrix gram = gram_on_demand(kernel, samples);
  problem.input_gram = gram;
  const arma::vec diagonal(gram.size(), arma::fill::zeros);
  if (kernels::has_own_distances(*kernel)) {
    problem.input_squared_distances = validation::PairMatrix::on_demand(
        diagonal, [kernel, samples] { return kernels::squared_distances(*kernel, samples); });
  } else {
    const auto of_gram = validation::PairMatrix::on_demand(
        diagonal, [gram] { return kernels::squared_distances(gram.all()); });
    problem.input_squared_distances = of_gram.with_lost_digits([gram] { return gram.lost_digits().value(); });
  }
}

using outputs::Candidates, outputs::candidates_for, outputs::are_candidates;

/// Fills L, the explicit features where there are any, and who may be a pre-image (the kernel's own choice,
/// unless another is given). What is no candidate can still be a truth.
template <class Samples>
void set_outputs(validation::Problem& problem, std::shared_ptr<const kernels::Kernel<Samples>> kernel,
                 const Samples& samples, std::optional<Candidates> candidates = std::nullopt) {
  problem.output_gram = gram_on_demand(kernel, samples);
  problem.output_features = kernel->features(samples);
  if constexpr (std::is_same_v<Samples, kernels::Vectors>) problem.output_kernel = kernel;
  problem.is_candidate =
      are_candidates(candidates.value_or(candidates_for(*kernel)), problem.output_gram.diag());
}

}  // namespace preimage::experiments::shared
