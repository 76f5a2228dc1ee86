#include "methods/kernel_alignment.hpp"

#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "linalg/symmetric.hpp"

namespace preimage::methods {

namespace {

/// k-means++ (Arthur and Vassilvitskii 2007): each next centre is drawn with probability proportional to its
/// squared distance to the nearest centre so far. Armadillo's own seeding uses a global generator. samples  d
/// x n (columns);  returns d x clusters
arma::mat plus_plus_seeds(const arma::mat& samples, arma::uword clusters, base::Random& random) {
  arma::mat centres(samples.n_rows, clusters);
  centres.col(0) = samples.col(random.below(samples.n_cols));
  arma::rowvec nearest(samples.n_cols, arma::fill::value(arma::datum::inf));
  for (arma::uword c = 1; c < clusters; ++c) {
    const arma::mat differences = samples.each_col() - centres.col(c - 1);
    nearest = arma::min(nearest, arma::rowvec(arma::sum(arma::square(differences), 0)));
    if (!(arma::accu(nearest) > 0.0)) {
      throw NumericalError(fmt::format("{} clusters asked for among {} distinct samples", clusters, c));
    }
    const double goal = random.uniform() * arma::accu(nearest);
    double sum = 0.0;
    arma::uword pick = 0;
    while (pick + 1 < samples.n_cols && (sum += nearest(pick)) <= goal) ++pick;
    centres.col(c) = samples.col(pick);
  }
  return centres;
}

}  // namespace

double kernel_alignment(const arma::mat& K1, const arma::mat& K2) {
  const double norms = std::sqrt(arma::accu(arma::square(K1)) * arma::accu(arma::square(K2)));
  if (!(norms > 0.0) || !std::isfinite(norms))
    throw NumericalError("kernel alignment with a zero or infinite matrix");
  return arma::accu(K1 % K2) / norms;
}

arma::mat cluster_target(const arma::mat& samples, arma::uword clusters, base::Random& random) {
  if (clusters < 1 || clusters > samples.n_rows) {
    throw NumericalError(fmt::format("{} clusters asked for among {} samples", clusters, samples.n_rows));
  }
  linalg::require_finite(samples, "samples to cluster");
  const arma::mat columns = samples.t();
  arma::mat centres = plus_plus_seeds(columns, clusters, random);
  // Armadillo's last resort for a cluster that lost all its samples is a draw from its own global generator.
  arma::arma_rng::set_seed(static_cast<arma::arma_rng::seed_type>(random.below(1U << 31)));
  if (!arma::kmeans(centres, columns, clusters, arma::keep_existing, 100, false)) {
    throw NumericalError("k-means failed");
  }
  arma::uvec cluster(columns.n_cols);
  for (arma::uword i = 0; i < columns.n_cols; ++i) {
    const arma::mat differences = centres.each_col() - columns.col(i);
    cluster(i) = arma::rowvec(arma::sum(arma::square(differences), 0)).index_min();
  }
  arma::mat target(columns.n_cols, columns.n_cols);
  for (arma::uword j = 0; j < target.n_cols; ++j) {
    for (arma::uword i = 0; i < target.n_rows; ++i) target(i, j) = cluster(i) == cluster(j) ? 1.0 : 0.0;
  }
  return target;
}

double best_aligned_bandwidth(const arma::mat& squared_distances, const arma::mat& target,
                              const std::vector<double>& sigmas) {
  double best_sigma = 0.0;
  double best_alignment = -arma::datum::inf;
  for (double sigma : sigmas) {
    const double alignment = kernel_alignment(arma::exp(-squared_distances / (2.0 * sigma * sigma)), target);
    if (alignment > best_alignment) {
      best_alignment = alignment;
      best_sigma = sigma;
    }
  }
  if (sigmas.empty()) throw NumericalError("no bandwidth to choose from");
  return best_sigma;
}

}  // namespace preimage::methods
