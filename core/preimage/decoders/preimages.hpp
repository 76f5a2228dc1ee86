#pragma once

#include <armadillo>

namespace preimage::decoders {

/// What an iterative decoder found for t test samples.
struct Preimages {
  arma::mat outputs;      // t x d
  arma::uvec converged;   // per sample, 1 or 0
  arma::uvec iterations;  // per sample; of a simplex search, evaluations of the objective
  arma::vec residual;     // per sample, in the decoder's own measure of how far it is from a solution
};

}  // namespace preimage::decoders
