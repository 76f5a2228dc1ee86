#include "preimage/regression/kernel_alignment.hpp"

#include <cmath>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/k_means.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::regression {

namespace {

constexpr std::size_t kIterations = 100;  // of k-means

}  // namespace

double kernel_alignment(const arma::mat& K1, const arma::mat& K2) {
  const double norms = std::sqrt(arma::accu(arma::square(K1)) * arma::accu(arma::square(K2)));
  if (!(norms > 0.0) || !std::isfinite(norms))
    throw NumericalError("kernel alignment with a zero or infinite matrix");
  return arma::accu(K1 % K2) / norms;
}

arma::mat cluster_target(const arma::mat& samples, arma::uword clusters, base::Random& random) {
  linalg::require_finite(samples, "samples to cluster");
  const arma::mat columns = (samples.each_row() - arma::rowvec(arma::mean(samples, 0))).t();
  const arma::mat start = linalg::plus_plus_centres(columns, clusters, random);
  const arma::uvec cluster = linalg::nearest_centres(linalg::k_means(columns, start, kIterations), columns);
  arma::mat target(columns.n_cols, columns.n_cols);
  for (arma::uword j = 0; j < target.n_cols; ++j) {
    for (arma::uword i = 0; i < target.n_rows; ++i) target(i, j) = cluster(i) == cluster(j) ? 1.0 : 0.0;
  }
  return target;
}

double best_aligned_bandwidth(const arma::mat& squared_distances, const arma::mat& target,
                              const std::vector<double>& sigmas) {
  if (sigmas.empty()) throw NumericalError("no bandwidth to choose from");
  std::vector<double> alignments, errors;
  for (const double sigma : sigmas) {
    alignments.push_back(
        kernel_alignment(linalg::gaussian_of_squared_distances(squared_distances, sigma), target));
    errors.push_back(base::kRoundingOfSums * std::abs(alignments.back()));
  }
  return sigmas[base::first_largest(alignments, errors)];
}

}  // namespace preimage::regression
