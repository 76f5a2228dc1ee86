#pragma once

#include <armadillo>

namespace preimage::kernels {

/// 1 for each sample i of which kernel values are rounded by up to a tenth of what tells neighbours apart:
///   4 eps K_ii > 0.1 s,  s = median over j of the smallest d^2_jl > 0 to another sample l,
///   d^2_jl = |K_jj + K_ll - 2 K_jl|,  eps = 2.2e-16
/// Such a matrix is no ground for distances, nor for anything else that tells neighbours apart. Under the
/// linear kernel it comes from samples far from the origin.
/// K  n x n;  returns  n entries, 0 or 1;  cost O(n^2)
arma::uvec lost_digits(const arma::mat& K);

}  // namespace preimage::kernels
