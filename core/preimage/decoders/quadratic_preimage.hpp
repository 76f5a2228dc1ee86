#pragma once

#include <armadillo>

#include "preimage/decoders/decoder.hpp"

namespace preimage::decoders {

struct QuadraticPreimages {
  arma::mat outputs;  // t x d
  arma::uvec told;    // t, 1 where the training outputs tell the sign and, of several directions, which
};

/// Polynomial output kernel k(y, z) = (y . z)^2, Psi = sum_i w_i phi(y_i). What has to be smallest,
///   |Psi - phi(z)|^2 = |z|^4 - 2 z' A z + const,   A = sum_i w_i y_i y_i',
/// is smallest at  z = sqrt(lambda) u  of the largest eigenvalue lambda of A and its eigenvector u, |u| = 1;
/// at 0 where lambda <= 0.   [Bakir, Weston, Schoelkopf 2003, sec. 3, "General approximation methods"]
///
/// The kernel does not see a sign: phi(z) = phi(-z). Of all minimisers, also of those of a multiple lambda,
/// the one of the largest z . sum_i w_i y_i is returned: nearest to what the same weights say under the
/// linear kernel. Where this sum has no part in the eigenspace, to rounding, the first coordinate vector e_j
/// takes its place of which at least 1 / (2 sqrt(d)) lies there (one does): the sign is then a convention,
/// which does not depend on the basis of eigenvectors, and `told` is 0. It is 1 of z = 0.
/// weights  t x m;  Y  m x d
/// throws  NumericalError (not finite)
/// cost    O(t d^2 (m + d))
QuadraticPreimages quadratic_preimages(const arma::mat& weights, const arma::mat& Y);
/// A note says of how many predictions the sign is a convention; diagnostic "sign_told", 1 or 0.
/// throws  std::invalid_argument (when bound) where the output kernel is not (y . z)^2 on vectors
DecoderRecipe quadratic_preimage_decoder();

}  // namespace preimage::decoders
