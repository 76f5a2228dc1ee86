#pragma once

#include <vector>

#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/models/method.hpp"
#include "preimage/regression/support_vectors.hpp"

namespace preimage::models {

struct SupportVectorRegressionGrid {
  kernels::BandwidthGrid bandwidths = {};
  std::vector<double> Cs = {1.0};  // > 0; of equals the smaller is preferred
  std::vector<double> epsilons = {
      0.1};  // >= 0, in the units of the outputs; of equals the larger is preferred
};

/// epsilon-insensitive support vector regression of vectors, a column of the outputs at a time
/// (regression/support_vectors.hpp): scikit-learn's SVR. As the map of kernel dependency estimation it is one
/// along each principal direction of the outputs.                                              [Vapnik 1998]
class SupportVectorRegressionMethod final : public Method {
 public:
  explicit SupportVectorRegressionMethod(SupportVectorRegressionGrid options);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override {
    return options_.Cs.size() * options_.epsilons.size() * options_.bandwidths.size();
  }
  base::Parameters parameters(std::size_t g) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;

 private:
  regression::SupportVectorRegressionOptions machine(std::size_t grid_point) const;

  SupportVectorRegressionGrid options_;
};

}  // namespace preimage::models
