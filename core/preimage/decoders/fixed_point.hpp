// Pre-images that are vectors, not training outputs.
#pragma once

#include <armadillo>

#include "preimage/decoders/preimages.hpp"
#include "preimage/decoders/search_decoder.hpp"

namespace preimage::decoders {

/// Linear output kernel: the prediction sum_i w_i phi(y_i) is itself the output.   [TR-098, sec. 3 step 3]
/// weights  t x m, rows sum to 1 when the outputs were centred;  Y  m x d;  returns t x d
arma::mat closed_form(const arma::mat& weights, const arma::mat& Y);
/// The same as a decoder. Exact under a linear output kernel.
DecoderRecipe closed_form_decoder();

struct FixedPointOptions {
  int max_iterations = 200;
  double tolerance = 1e-8;  // largest change of a coordinate, relative to the spread of the y (preimages.hpp)
};

/// Gaussian output kernel: iterates all samples at once
///   z <- sum_i w_i exp(-||z - y_i||^2 / (2 sigma^2)) y_i / sum_i w_i exp(-||z - y_i||^2 / (2 sigma^2))
///                                      [Schoelkopf et al. 1999; Mika et al. 1999]
/// from the start given (t x d). A sample whose denominator vanishes stays where it is and is not converged.
/// residual: the largest change of a coordinate in the last step (infinity where the step is not defined).
/// throws  NumericalError (not finite, sigma <= 0)
/// cost    O(iterations t m d)
Preimages fixed_point(const arma::mat& weights, const arma::mat& Y, double sigma, const arma::mat& start,
                      const FixedPointOptions& options = {});
DecoderRecipe fixed_point_decoder(Start start, const FixedPointOptions& options = {});

}  // namespace preimage::decoders
