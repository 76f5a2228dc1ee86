#pragma once

#include <memory>
#include <optional>
#include <type_traits>

#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/lost_digits.hpp"
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

/// Which training outputs may be a pre-image: all, or those whose norm in feature space is above 0.
enum class Candidates { all, with_norm };

/// What a kernel calls for. Where it maps several outputs to the origin (strings shorter than the
/// subsequences that it counts), a prediction there names none of them, and a short prediction would always
/// be decoded as one: with_norm. Elsewhere an output at the origin (an empty label set, the vector 0) is an
/// output like any other: all.
template <class Samples>
Candidates candidates_for(const kernels::Kernel<Samples>& kernel) {
  return kernel.has_several_at_origin() ? Candidates::with_norm : Candidates::all;
}

/// 1 for every candidate of outputs with these l(y, y), else 0.
inline arma::uvec are_candidates(Candidates candidates, const arma::vec& squared_norms) {
  if (candidates == Candidates::all) return arma::uvec(squared_norms.n_elem, arma::fill::ones);
  return arma::conv_to<arma::uvec>::from(squared_norms > 0.0);
}

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
