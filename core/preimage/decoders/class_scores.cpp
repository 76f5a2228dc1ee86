#include "preimage/decoders/class_scores.hpp"

#include <map>

#include "preimage/kernels/points.hpp"

namespace preimage::decoders {

std::optional<ClassCandidates> class_candidates(const samples::SampleSet& outputs,
                                                const arma::uvec& allowed) {
  if (!outputs.has<kernels::Labels>() || !kernels::points_of(outputs).are_of<kernels::Labels>())
    return std::nullopt;
  const auto& labels = outputs.get<kernels::Labels>();
  std::map<int, arma::uword> first;
  for (arma::uword i = 0; i < allowed.n_elem; ++i) {
    if (allowed(i) != 0) first.emplace(labels[i], i);
  }
  ClassCandidates candidates{{}, arma::uvec(first.size())};
  for (const auto& [label, position] : first) {
    candidates.positions(candidates.classes.size()) = position;
    candidates.classes.push_back(label);
  }
  return candidates;
}

outputs::Scores scores_by_products(const ClassCandidates& candidates, const arma::mat& inner,
                                   const arma::vec& norms) {
  const double largest = norms.is_empty() || !(norms.max() > 0.0) ? 1.0 : norms.max();
  arma::mat values = 2.0 * inner;
  if (!values.is_empty()) values.each_row() += largest - norms.t();
  return {values / (2.0 * largest), candidates.classes};
}

outputs::Scores scores_by_coordinates(const ClassCandidates& candidates, const arma::mat& points,
                                      const arma::mat& candidate_points) {
  return scores_by_products(candidates, points * candidate_points.t(),
                            arma::sum(arma::square(candidate_points), 1));
}

}  // namespace preimage::decoders
