#include "preimage/linalg/k_means.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::linalg {

namespace {

constexpr arma::uword kBlockEntries = arma::uword{1} << 20;

void require_clusters(const arma::mat& samples, std::size_t K) {
  if (K < 1 || K > samples.n_cols)
    throw NumericalError(fmt::format("{} clusters asked for among {} samples", K, samples.n_cols));
  require_finite(samples, "samples to cluster");
}

/// The means of the samples of each centre; a centre without samples stays.
arma::mat cluster_means(const arma::mat& samples, const arma::uvec& nearest, const arma::mat& centres) {
  arma::mat means(arma::size(centres), arma::fill::zeros);
  arma::vec counts(centres.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < samples.n_cols; ++i) {
    means.col(nearest(i)) += samples.col(i);
    counts(nearest(i)) += 1.0;
  }
  for (arma::uword k = 0; k < centres.n_cols; ++k) {
    if (counts(k) > 0.0) {
      means.col(k) /= counts(k);
    } else {
      means.col(k) = centres.col(k);
    }
  }
  return means;
}

}  // namespace

arma::uvec nearest_centres(const arma::mat& centres, const arma::mat& samples) {
  const arma::rowvec norms = arma::sum(arma::square(centres), 0);
  const arma::vec terms = arma::sqrt(norms.t());
  arma::vec errors(centres.n_cols);
  const arma::uword block =
      std::max(arma::uword{1}, kBlockEntries / std::max(arma::uword{1}, centres.n_cols));
  arma::uvec nearest(samples.n_cols);
  for (arma::uword first = 0; first < samples.n_cols; first += block) {
    const arma::uword last = std::min(first + block, samples.n_cols) - 1;
    // ||c - x||^2 without ||x||^2, which is the same for every c.
    arma::mat distances = -2.0 * (centres.t() * samples.cols(first, last));
    distances.each_col() += norms.t();
    for (arma::uword i = first; i <= last; ++i) {
      errors = terms * arma::norm(samples.col(i));
      errors = base::kRoundingOfSums * (norms.t() + 2.0 * errors);
      nearest(i) = base::first_smallest({distances.colptr(i - first), centres.n_cols},
                                        {errors.memptr(), centres.n_cols});
    }
  }
  return nearest;
}

arma::mat drawn_centres(const arma::mat& samples, std::size_t K, base::Random& random) {
  require_clusters(samples, K);
  const std::vector<std::size_t> order = random.permutation(samples.n_cols);
  arma::mat centres(samples.n_rows, K);
  for (arma::uword k = 0; k < K; ++k) centres.col(k) = samples.col(order[k]);
  return centres;
}

arma::mat plus_plus_centres(const arma::mat& samples, std::size_t K, base::Random& random) {
  require_clusters(samples, K);
  arma::mat centres(samples.n_rows, K);
  centres.col(0) = samples.col(random.below(samples.n_cols));
  arma::rowvec nearest(samples.n_cols, arma::fill::value(arma::datum::inf));
  for (arma::uword k = 1; k < K; ++k) {
    const arma::mat differences = samples.each_col() - centres.col(k - 1);
    nearest = arma::min(nearest, arma::rowvec(arma::sum(arma::square(differences), 0)));
    if (!(arma::accu(nearest) > 0.0)) {
      throw NumericalError(fmt::format("{} clusters asked for among {} distinct samples", K, k));
    }
    const double goal = random.uniform() * arma::accu(nearest);
    double sum = 0.0;
    arma::uword pick = 0;
    while (pick + 1 < samples.n_cols && (sum += nearest(pick)) <= goal) ++pick;
    centres.col(k) = samples.col(pick);
  }
  return centres;
}

arma::mat k_means(const arma::mat& samples, arma::mat centres, std::size_t iterations) {
  arma::uvec previous;
  for (std::size_t i = 0; i < iterations; ++i) {
    const arma::uvec nearest = nearest_centres(centres, samples);
    if (i > 0 && arma::all(nearest == previous)) break;
    centres = cluster_means(samples, nearest, centres);
    previous = nearest;
  }
  return centres;
}

}  // namespace preimage::linalg
