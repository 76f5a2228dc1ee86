#pragma once

#include <armadillo>
#include <functional>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// 1 for each sample i of which kernel values are rounded by more than a two-hundredth of what tells neighbours apart:
///   r_i > 0.005 s,  s = median over j of the smallest d^2_jl > 0 to another sample l that is not equal to j,
///   d^2_jl = |K_jj + K_ll - 2 K_jl|;  where no d^2_jl is above 0 and two samples differ, s = 0
/// Such a matrix is no ground for distances, nor for anything else that tells neighbours apart: what the tie rule takes for
/// equal there (base/ties.hpp) may be samples. Under the linear kernel it comes from samples far from the origin.
/// K         n x n
/// rounding  n, r_i: Kernel::rounding
/// equal     tells whether two samples are equal (equal_samples.hpp); called where rounding could make equal samples differ,
///           or different ones equal
/// returns   n entries, 0 or 1;  cost O(n^2)
arma::uvec lost_digits(const arma::mat& K, const arma::vec& rounding,
                       const std::function<bool(arma::uword, arma::uword)>& equal);

/// Of these samples, whose Gram matrix is K.
template <class Samples>
arma::uvec lost_digits(const Kernel<Samples>& kernel, const Samples& samples, const arma::mat& K) {
  return lost_digits(K, kernel.rounding(samples), EqualSamples<Samples>(samples, samples));
}

}  // namespace preimage::kernels
