// Who of the training outputs may be a pre-image.
#pragma once

#include <armadillo>

#include "preimage/kernels/kernel.hpp"

namespace preimage::outputs {

/// Which training outputs may be a pre-image: all, or those whose norm in feature space is above 0.
enum class Candidates { all, with_norm };

/// What a kernel calls for. Where it maps several outputs to the origin (strings shorter than the
/// subsequences that it counts), a prediction there names none of them, and a short prediction would always
/// be decoded as one: with_norm. Elsewhere an output at the origin (an empty label set, the vector 0) is an
/// output like any other: all.
template <class Samples>
Candidates candidates_for(const kernels::Kernel<Samples>& kernel) {
  return kernel.has_several_at_origin() ? Candidates::with_norm : Candidates::all;
}

/// 1 for every candidate of outputs with these l(y, y), else 0.
inline arma::uvec are_candidates(Candidates candidates, const arma::vec& squared_norms) {
  if (candidates == Candidates::all) return arma::uvec(squared_norms.n_elem, arma::fill::ones);
  return arma::conv_to<arma::uvec>::from(squared_norms > 0.0);
}

}  // namespace preimage::outputs
