#include "preimage/models/output_alignment.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "preimage/base/random.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/regression/kernel_alignment.hpp"

namespace preimage::models {

void OutputAlignmentMethod::require(const samples::DataSet& data) const {
  if (!data.outputs.has<arma::mat>())
    throw std::invalid_argument("method output_alignment needs outputs that are vectors");
}

FittedPtr OutputAlignmentMethod::fit(std::size_t /*g*/, const samples::DataSet& training,
                                     const linalg::KeptArrays& kept) const {
  const auto Y = training.outputs.get<arma::mat>();
  // The k-means seed is a function of the training set, so that the answer depends on nothing else.
  std::vector<std::string> parts = {"output_alignment"};
  for (const arma::uword sample : training.outputs.numbers()) parts.push_back(std::to_string(sample));
  base::Random random(base::derive_seed(parts));
  const arma::mat target = regression::cluster_target(Y, options_.clusters, random);
  const arma::mat squared = linalg::squared_distances_by_product(Y, Y);
  const double unit = options_.per_coordinate ? std::sqrt(static_cast<double>(Y.n_cols)) : 1.0;
  const double sigma = kept.keep_number("aligned_bandwidth", [&] {
    return regression::best_aligned_bandwidth(squared, target, options_.sigmas) / unit;
  });
  return fitted([sigma](const samples::SampleSet&) -> outputs::Prediction {
    return {outputs::NoAnswer{}, {}, {}, {{"aligned_bandwidth", sigma}}};
  });
}

}  // namespace preimage::models
