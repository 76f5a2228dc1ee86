#include "preimage/validation/feature_candidates.hpp"

#include <set>
#include <vector>

#include "preimage/decoders/candidate_search.hpp"

namespace preimage::validation {

FeatureCandidates::FeatureCandidates(const Problem& problem, const Indices& train) {
  const arma::mat& F = problem.output_features.value();
  std::set<std::vector<double>> seen;
  std::vector<arma::uword> samples;
  for (const arma::uword sample : train) {
    if (problem.is_candidate(sample) == 0) continue;
    const arma::rowvec features = F.row(sample);
    if (seen.insert(arma::conv_to<std::vector<double>>::from(features)).second) samples.push_back(sample);
  }
  samples_ = arma::conv_to<Indices>::from(samples);
  features_ = F.rows(samples_);
}

Prediction FeatureCandidates::nearest(const arma::mat& predicted) const {
  const arma::uvec all(samples_.n_elem, arma::fill::ones);
  return {Chosen{samples_.elem(decoders::nearest_by_coordinates(predicted, features_, all))}, {}};
}

}  // namespace preimage::validation
