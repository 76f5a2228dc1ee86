// Which samples, or which points beside them, carry a kernel expansion of fewer terms than there are samples.
#pragma once

#include <armadillo>
#include <cstdint>
#include <string>

#include "preimage/kernels/gram.hpp"

namespace preimage::regression {

/// How landmarks are chosen among n samples.
///   uniform     without replacement                                   [Williams and Seeger 2001]
///   rpcholesky  each with a probability proportional to what those before it leave of its squared norm: randomly pivoted
///               Cholesky, in blocks with rejection, which draw from the same distribution as one at a time
///                                                           [Chen et al. 2023; Epperly, Tropp and Webber 2024]
///   greedy      the sample of which most is left, the first of equals: pivoted Cholesky    [Bach and Jordan 2002]
///   kmeans      the centres of k-means (Lloyd from samples drawn uniformly, 10 iterations): no samples; vectors alone
///                                                                     [Zhang, Tsang and Kwok 2008]
enum class LandmarkRule { uniform, rpcholesky, greedy, kmeans };

/// "uniform", ...
std::string name_of(LandmarkRule rule);

struct LandmarkChoice {
  LandmarkRule rule = LandmarkRule::uniform;
  arma::uword count = 100;  // M
  std::uint64_t seed = 1;
};

/// throws  std::invalid_argument naming the rule where more landmarks are asked for than there are samples, or none
void require_landmarks(const LandmarkChoice& choice, arma::uword n_samples);

/// By any rule but kmeans. Samples in the span of those before them (duplicates) are passed over by rpcholesky and greedy, so
/// there may be fewer than asked for; uniform draws without looking.
/// K         n x n
/// returns   sample numbers, in the order of choice
/// throws    std::invalid_argument as require_landmarks, and for kmeans; NumericalError (not finite)
/// cost      uniform O(n). The others M columns of K, memory 2 n M numbers; rpcholesky n M^2 flops in matrix products,
///           greedy n M^2 in products with vectors, which take some ten times as long
arma::uvec chosen_landmarks(const LandmarkChoice& choice, const kernels::Gram& K);

/// By kmeans.
/// vectors  n x d;  returns  M x d
/// throws   std::invalid_argument as require_landmarks; NumericalError (not finite);  cost  20 n M d flops
arma::mat k_means_landmarks(const LandmarkChoice& choice, const arma::mat& vectors);

}  // namespace preimage::regression
