// The candidate search as a decoder.
#pragma once

#include "preimage/decoders/decoder.hpp"

namespace preimage::decoders {

/// The training output nearest to the point (candidate_search.hpp), by whatever is cheapest: coordinates, explicit
/// features or the Gram matrix. Takes points in any form.
DecoderRecipe candidate_decoder();

/// The training outputs that may be a pre-image, in explicit features, one of each kind: of equal candidates the first
/// is taken, so the others (say, all other samples of a class) need not be looked at.
class FeatureCandidates {
 public:
  /// Requires explicit features.
  explicit FeatureCandidates(const outputs::OutputSpace& outputs);

  /// Positions of the training outputs nearest to each row of `predicted` (t x q).
  /// throws  NumericalError (no candidate, not finite)
  arma::uvec nearest(const arma::mat& predicted) const;

 private:
  arma::uvec positions_;
  arma::mat features_;
};

}  // namespace preimage::decoders
