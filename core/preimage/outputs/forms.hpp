// Forms of output samples (samples/sample_set.hpp) that decoders may ask for.
#pragma once

#include <armadillo>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/samples/sample_set.hpp"
#include "preimage/samples/tokens.hpp"

namespace preimage::outputs {

// Which training outputs are candidates.

/// Which training outputs may be a pre-image: all, or those whose norm in feature space is above 0.
enum class Candidates { all, with_norm };

/// What a kernel calls for. Where it maps several outputs to the origin (strings shorter than the
/// subsequences that it counts), a prediction there names none of them, and a short prediction would always
/// be decoded as one: with_norm. Elsewhere an output at the origin (an empty label set, the vector 0) is an
/// output like any other: all.
template <class Samples>
Candidates candidates_for(const kernels::Kernel<Samples>& kernel) {
  return kernel.maps_several_to_zero() ? Candidates::with_norm : Candidates::all;
}

/// 1 for every candidate of outputs with these l(y, y), else 0.
inline arma::uvec are_candidates(Candidates candidates, const arma::vec& squared_norms) {
  if (candidates == Candidates::all) return arma::uvec(squared_norms.n_elem, arma::fill::ones);
  return arma::conv_to<arma::uvec>::from(squared_norms > 0.0);
}

/// Explicit features F of outputs, n x q, with L = F F'.
struct ExplicitFeatures {
  arma::mat values;
  /// What the columns count, where they are n-grams of the output strings with boundary symbols around them
  /// (samples::with_boundary of each order): one n-gram per column; several orders may stand side by side.
  std::vector<std::string> ngrams = {};
  char boundary = '#';
  /// Where a symbol may have several bytes: the n-grams are packed by it.
  std::optional<samples::Alphabet> alphabet = {};
};
/// For messages to those who have strings without counts.
inline constexpr const char* kHowStringsAreCounted =
    ": an output kernel n_gram or spectrum with `boundary: true` makes them";
inline std::size_t sample_count(const ExplicitFeatures& features) {
  return features.values.n_rows;
}
inline ExplicitFeatures select(const ExplicitFeatures& features, const arma::uvec& positions) {
  return {features.values.rows(positions), features.ngrams, features.boundary, features.alphabet};
}

/// Which outputs are candidates; of outputs without this form all are.
struct CandidateMask {
  arma::uvec marks;  // n; 0: never
};
inline std::size_t sample_count(const CandidateMask& candidacy) {
  return candidacy.marks.n_elem;
}
inline CandidateMask select(const CandidateMask& candidacy, const arma::uvec& positions) {
  return {candidacy.marks.elem(positions)};
}

/// Outputs as they were observed, with noise: a form of inputs.
struct Observed {
  arma::mat vectors;       // n x d
  kernels::Points points;  // of them, under the outputs' kernel
};
inline std::size_t sample_count(const Observed& observed) {
  return observed.vectors.n_rows;
}
inline Observed select(const Observed& observed, const arma::uvec& positions) {
  return {observed.vectors.rows(positions), observed.points.subset(positions)};
}

/// Outputs in their own units, as losses see them, where methods learn them brought to scale.
struct Unscaled {
  samples::SampleSet outputs;  // n, with vectors and points
};
inline std::size_t sample_count(const Unscaled& unscaled) {
  return unscaled.outputs.size();
}
inline Unscaled select(const Unscaled& unscaled, const arma::uvec& positions) {
  return {unscaled.outputs.subset(positions)};
}
/// Outputs as losses see them.
inline samples::SampleSet in_own_units(const samples::SampleSet& outputs) {
  return outputs.has<Unscaled>() ? outputs.get<Unscaled>().outputs : outputs;
}

/// n; 0: never a pre-image.
inline arma::uvec candidate_marks(const samples::SampleSet& outputs) {
  if (outputs.has<CandidateMask>()) return outputs.get<CandidateMask>().marks;
  return arma::uvec(outputs.size(), arma::fill::ones);
}

/// Outputs with their kernel: as they are, as points, with explicit features where the kernel has them, and
/// who may be a pre-image (the kernel's own choice, unless another is given). What is no candidate can still
/// be a truth.
template <class Y>
samples::SampleSet with_output_kernel(std::shared_ptr<const kernels::Kernel<Y>> kernel, Y outputs,
                                      std::optional<Candidates> candidates = std::nullopt) {
  const auto y = std::make_shared<const Y>(std::move(outputs));
  using samples::sample_count;
  kernels::Points points = kernels::Points::of<Y>(kernel, y);
  arma::uvec marks = are_candidates(candidates.value_or(candidates_for(*kernel)), points.squared_norms());
  samples::SampleSet set = samples::SampleSet(sample_count(*y)).with(y).with(CandidateMask{std::move(marks)});
  if (std::optional<arma::mat> F = kernel->features(*y)) set = set.with(ExplicitFeatures{std::move(*F)});
  return set.with(std::move(points));
}

/// Inputs with their kernel: as they are, and as points.
template <class X>
samples::SampleSet with_input_kernel(std::shared_ptr<const kernels::Kernel<X>> kernel, X inputs) {
  const auto x = std::make_shared<const X>(std::move(inputs));
  using samples::sample_count;
  return samples::SampleSet(sample_count(*x)).with(x).with(kernels::Points::of<X>(std::move(kernel), x));
}

}  // namespace preimage::outputs
