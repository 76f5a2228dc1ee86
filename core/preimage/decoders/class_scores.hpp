// Decision values of classes (outputs::Scores) behind a choice among candidates.
#pragma once

#include <armadillo>
#include <optional>
#include <vector>

#include "preimage/outputs/prediction.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::decoders {

/// One candidate for each class that candidates have: the first.
struct ClassCandidates {
  std::vector<int> classes;  // c, ascending
  arma::uvec positions;      // c, among the outputs
};

/// allowed  n entries, 0 = no candidate
/// returns  nothing where the outputs are no classes, or their kernel is not one on classes (what is predicted then differs
///          within a class)
/// throws   std::invalid_argument where classes have no kernel
std::optional<ClassCandidates> class_candidates(const samples::SampleSet& outputs, const arma::uvec& allowed);

/// inner  t x c, <f(x), phi(c)>;  norms  c, |phi(c)|^2, in the space in which candidates are compared
/// returns  (2 <f(x), phi(c)> - |phi(c)|^2 + M) / (2 M), M the largest |phi(c)|^2 (1 where all are 0)
outputs::Scores scores_by_products(const ClassCandidates& candidates, const arma::mat& inner,
                                   const arma::vec& norms);

/// The same in coordinates or explicit features of that space.
/// points  t x q;  candidate_points  c x q
outputs::Scores scores_by_coordinates(const ClassCandidates& candidates, const arma::mat& points,
                                      const arma::mat& candidate_points);

}  // namespace preimage::decoders
