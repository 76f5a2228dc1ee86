#pragma once

#include <vector>

#include "preimage/models/method.hpp"
#include "preimage/sequences/max_margin_markov_network.hpp"

namespace preimage::models {

struct MaxMarginMethodOptions {
  std::vector<double> lambdas = {0.01};  // weight of |w|^2 / 2; of equals the larger is preferred
  sequences::MaxMarginOptions training = {};
};

/// The max-margin Markov network on chains (sequences/max_margin_markov_network.hpp): what regression for
/// transductions is compared with.
class MaxMarginMethod final : public Method {
 public:
  explicit MaxMarginMethod(MaxMarginMethodOptions options);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return options_.lambdas.size(); }
  base::Parameters parameters(std::size_t g) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;

 private:
  MaxMarginMethodOptions options_;
};

}  // namespace preimage::models
