#pragma once

#include <armadillo>

#include "preimage/validation/prediction.hpp"
#include "preimage/validation/problem.hpp"

namespace preimage::validation {

/// The training outputs that may be a pre-image, in explicit output features, one of each kind: of equal
/// candidates the first is taken, so the others (say, all other samples of a class) need not be looked at.
class FeatureCandidates {
 public:
  /// Requires problem.output_features.
  FeatureCandidates(const Problem& problem, const Indices& train);

  /// The candidate nearest to each row of `predicted` (output features).
  /// throws  NumericalError (no candidate, not finite)
  Prediction nearest(const arma::mat& predicted) const;

 private:
  Indices samples_;
  arma::mat features_;
};

}  // namespace preimage::validation
