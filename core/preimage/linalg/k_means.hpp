// Lloyd's k-means, and the two ways to its first centres. Samples are columns.
#pragma once

#include <armadillo>
#include <cstddef>

#include "preimage/base/random.hpp"

namespace preimage::linalg {

/// The nearest column of `centres` of each sample, the first of equally near ones: by one matrix product, so
/// samples far from the origin are to be centred first.
/// centres  d x K, samples  d x n;  returns  n indices
/// cost  O(d K n), at most 8 MiB beside the result
arma::uvec nearest_centres(const arma::mat& centres, const arma::mat& samples);

/// K samples drawn without replacement.
/// samples  d x n, finite;  returns  d x K
/// throws   NumericalError where K < 1, K > n or a sample is not finite
arma::mat drawn_centres(const arma::mat& samples, std::size_t K, base::Random& random);

/// k-means++: each next centre is a sample drawn with a probability proportional to its squared distance to
/// the nearest centre so far.                                        [Arthur and Vassilvitskii 2007]
/// samples  d x n, finite;  returns  d x K
/// throws   NumericalError as above, and where fewer than K samples differ
/// cost     O(d K n)
arma::mat plus_plus_centres(const arma::mat& samples, std::size_t K, base::Random& random);

/// Lloyd's iteration: `iterations` times every centre becomes the mean of the samples nearest to it (fewer
/// times where nothing changes any more); a centre that is nearest to no sample stays where it is.
/// samples  d x n, centres  d x K;  returns  d x K
/// cost  O(iterations d K n)
arma::mat k_means(const arma::mat& samples, arma::mat centres, std::size_t iterations);

}  // namespace preimage::linalg
