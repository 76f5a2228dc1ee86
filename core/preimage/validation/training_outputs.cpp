#include "preimage/validation/training_outputs.hpp"

#include <utility>

namespace preimage::validation {

namespace {

outputs::OutputSpace::Parts parts_of(const Problem& problem, const Indices& train) {
  outputs::OutputSpace::Parts parts{
      base::Lazy<arma::mat>([&problem, train] { return problem.output_gram.submat(train, train); }),
      base::Lazy<arma::mat>([&problem, train] {
        return problem.output_vectors.is_empty() ? arma::mat()
                                                 : arma::mat(problem.output_vectors.rows(train));
      }),
      std::nullopt,
      problem.is_candidate.elem(train),
      std::nullopt,
      std::nullopt};
  if (problem.output_features)
    parts.features.emplace([&problem, train] { return arma::mat(problem.output_features->rows(train)); });
  if (problem.output_kernel) {
    parts.gaussian = problem.output_kernel->gaussian_form();
    parts.polynomial = problem.output_kernel->polynomial_form();
  }
  return parts;
}

}  // namespace

TrainingOutputs::TrainingOutputs(const Problem& problem, Indices train, outputs::ComponentCut cut,
                                 outputs::Centring centring)
    : OutputSpace(parts_of(problem, train), cut, centring), problem_(problem), train_(std::move(train)) {}

}  // namespace preimage::validation
