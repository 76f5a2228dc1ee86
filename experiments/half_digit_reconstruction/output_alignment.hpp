
#pragma once

#include <armadillo>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/models/method.hpp"

namespace preimage::experiments::half_digit_reconstruction {

/// A(K1, K2) = <K1, K2>_F / sqrt(<K1, K1>_F <K2, K2>_F)      [Cristianini et al. 2002; TR-098, sec. 4.3]
/// throws NumericalError where a matrix is zero or not finite
double kernel_alignment(const arma::mat& K1, const arma::mat& K2);

/// The target kernel of TR-098, sec. 4.3: T_ij = 1 if samples i and j fall into the same of `clusters`
/// k-means clusters, else 0. Lloyd's iteration from k-means++ centres drawn with `random`.
/// samples  n x d (rows), finite;  clusters <= number of different samples;  throws NumericalError
arma::mat cluster_target(const arma::mat& samples, arma::uword clusters, base::Random& random);

/// The bandwidth of `sigmas` whose Gaussian kernel aligns best with `target` (the first of equals).
double best_aligned_bandwidth(const arma::mat& squared_distances, const arma::mat& target,
                              const std::vector<double>& sigmas);

struct OutputAlignmentOptions {
  arma::uword clusters = 30;        // k of k-means
  std::vector<double> sigmas = {};  // bandwidths to choose from
  bool per_coordinate = false;      // the bandwidth is divided by the square root of the dimension
};

/// Measures which bandwidth of the training outputs aligns best with clusters of them
/// (regression/kernel_alignment.hpp);
/// predicts nothing. Its statistic is "aligned_bandwidth".
models::MethodPtr output_alignment_method(OutputAlignmentOptions options);

}  // namespace preimage::experiments::half_digit_reconstruction
