#pragma once

#include <armadillo>

#include "preimage/decoders/decoder.hpp"

namespace preimage::decoders {

/// Polynomial output kernel k(y, z) = (y . z + offset)^degree with odd degree: f_k(s) = (s + offset)^degree
/// has an inverse, and where Psi = phi(z) exactly, each coordinate of z follows from k(z, e_j) = sum_i w_i
/// k(y_i, e_j):
///   z = sum_j f_k^-1(sum_i w_i k(y_i, e_j)) e_j
///       [Bakir, Weston, Schoelkopf 2003, sec. 3, "Exact pre-images"]
/// weights  t x m;  Y  m x d;  returns t x d
/// throws  NumericalError (degree even or below 1, not finite)
/// cost    O(t m d)
arma::mat exact_preimage(const arma::mat& weights, const arma::mat& Y, long degree, double offset);
/// throws  std::invalid_argument (when bound) where the output kernel is no such polynomial on vectors
DecoderRecipe exact_preimage_decoder();

}  // namespace preimage::decoders
