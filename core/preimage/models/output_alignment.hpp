#pragma once

#include <vector>

#include "preimage/models/method.hpp"

namespace preimage::models {

struct OutputAlignmentOptions {
  arma::uword clusters = 30;        // k of k-means
  std::vector<double> sigmas = {};  // bandwidths to choose from
  bool per_coordinate = false;      // the bandwidth is divided by the square root of the dimension
};

/// Measures which bandwidth of the training outputs aligns best with clusters of them (regression/kernel_alignment.hpp);
/// predicts nothing. Its statistic is "aligned_bandwidth".
class OutputAlignmentMethod final : public Method {
 public:
  explicit OutputAlignmentMethod(OutputAlignmentOptions options) : options_(std::move(options)) {}

  void require(const samples::DataSet& data) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const linalg::KeptArrays& kept = {}) const override;

 private:
  OutputAlignmentOptions options_;
};

}  // namespace preimage::models
