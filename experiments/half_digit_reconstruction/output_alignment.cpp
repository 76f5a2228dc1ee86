#include "experiments/half_digit_reconstruction/output_alignment.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/k_means.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::experiments::half_digit_reconstruction {

namespace {

constexpr std::size_t kIterations = 100;  // of k-means

}  // namespace

models::MethodPtr output_alignment_method(OutputAlignmentOptions options) {
  return models::method_without_grid(
      [](const samples::DataSet& data) {
        if (!data.outputs.has<arma::mat>())
          throw std::invalid_argument("method output_alignment needs outputs that are vectors");
      },
      [options](const samples::DataSet& training, const regression::KeptArrays& kept) {
        const auto Y = training.outputs.get<arma::mat>();
        // The k-means seed is a function of the training set, so that the answer depends on nothing else.
        std::vector<std::string> parts = {"output_alignment"};
        for (const arma::uword sample : training.outputs.numbers()) parts.push_back(std::to_string(sample));
        base::Random random(base::derive_seed(parts));
        const arma::mat target = cluster_target(Y, options.clusters, random);
        const arma::mat squared = linalg::squared_distances_by_product(Y, Y);
        const double unit = options.per_coordinate ? std::sqrt(static_cast<double>(Y.n_cols)) : 1.0;
        double sigma = 0.0;
        if (!kept.is_loading()) sigma = best_aligned_bandwidth(squared, target, options.sigmas) / unit;
        kept.field("aligned_bandwidth", sigma);
        return models::fitted([sigma](const samples::SampleSet&) -> outputs::Prediction {
          return {outputs::NoAnswer{}, {}, {}, {{"aligned_bandwidth", sigma}}};
        });
      });
}

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

}  // namespace preimage::experiments::half_digit_reconstruction
