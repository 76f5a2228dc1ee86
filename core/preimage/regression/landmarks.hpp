// Which samples, or which points beside them, carry a kernel expansion of fewer terms than there are samples.
#pragma once

#include <armadillo>
#include <cstdint>
#include <string>

namespace preimage::regression {

/// How landmarks are chosen among n samples.
///   uniform     without replacement                                   [Williams and Seeger 2001]
///   kmeans      the centres of k-means (Lloyd from samples drawn uniformly, 10 iterations): no samples;
///               vectors alone
///                                                                     [Zhang, Tsang and Kwok 2008]
/// Saved models hold the numbers.
enum class LandmarkRule { uniform = 0, kmeans = 3 };

/// "uniform" or "kmeans"
std::string name_of(LandmarkRule rule);

struct LandmarkChoice {
  LandmarkRule rule = LandmarkRule::uniform;
  arma::uword count = 100;  // M
  std::uint64_t seed = 1;
};

/// throws  std::invalid_argument naming the rule where more landmarks are asked for than there are samples,
///         or none
void require_landmarks(const LandmarkChoice& choice, arma::uword n_samples);

/// By the rule uniform.
/// returns   sample numbers, in the order of choice
/// throws    std::invalid_argument as require_landmarks
/// cost      O(n)
arma::uvec uniform_landmarks(const LandmarkChoice& choice, arma::uword n_samples);

/// By kmeans.
/// vectors  n x d;  returns  M x d
/// throws   std::invalid_argument as require_landmarks; NumericalError (not finite)
/// cost     20 n M d flops
arma::mat k_means_landmarks(const LandmarkChoice& choice, const arma::mat& vectors);

}  // namespace preimage::regression
