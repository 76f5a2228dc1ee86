// The nearest of centres, slowly; shared with the codebook of the car images.
#pragma once

#include <armadillo>

namespace preimage::testing {

/// Per sample, over all centres, by the definition of the distance.
inline arma::uvec slow_nearest(const arma::mat& centres, const arma::mat& samples) {
  arma::uvec nearest(samples.n_cols);
  for (arma::uword i = 0; i < samples.n_cols; ++i) {
    const arma::mat differences = centres.each_col() - samples.col(i);
    nearest(i) = arma::rowvec(arma::sum(arma::square(differences), 0)).index_min();
  }
  return nearest;
}

}  // namespace preimage::testing
