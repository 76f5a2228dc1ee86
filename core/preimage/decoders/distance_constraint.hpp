#pragma once

#include "preimage/decoders/gaussian_objective.hpp"
#include "preimage/decoders/preimages.hpp"
#include "preimage/decoders/search_decoder.hpp"

namespace preimage::decoders {

/// Gaussian output kernel: the point whose distances to the `neighbours` training outputs nearest in feature
/// space are those that the kernel implies, in the least-squares sense and in the neighbours' affine hull.
/// [Kwok and Tsang 2004, sec. 3]
///   ||Psi - phi(y_i)||^2 = 2 - 2 k_i  =>  d_i^2 = -2 sigma^2 log k_i;  centred neighbours X H = U S V':
///   z = ybar + 1/2 U S^-1 V' (d_0^2 - d^2),  d_0^2 the neighbours' squared distances to their mean ybar
/// k_i is the kernel value that phi(z) would have with neighbour i, if it lay where the prediction Psi lies:
/// read off the distance of Psi to phi(y_i) in feature space, by the first equation, for a kernel with k(y,
/// y) = 1. Where a neighbour has k_i <= 0, no distance in input space gives that distance in feature space:
/// the neighbour is left out. A sample with fewer than 2 left gets the nearest training output and is not
/// converged.
/// L           m x m Gram matrix of Y
/// neighbours  >= 2
/// iterations  neighbours used;  residual: root mean square of ||z - y_i||^2 - d_i^2 over sigma^2
/// throws      NumericalError (fewer than 2 neighbours, more than training outputs)
/// cost        O(t (m^2 + d neighbours^2))
Preimages distance_constraint(const GaussianObjective& objective, const arma::mat& L, arma::uword neighbours);
DecoderRecipe distance_constraint_decoder(arma::uword neighbours);

}  // namespace preimage::decoders
