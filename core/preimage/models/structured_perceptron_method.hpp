#pragma once

#include <vector>

#include "preimage/models/method.hpp"
#include "preimage/sequences/structured_perceptron.hpp"

namespace preimage::models {

/// The structured perceptron on chains (sequences/structured_perceptron.hpp). The grid is its numbers of
/// passes, of which one training gives all; of equals the smaller is preferred.
class StructuredPerceptronMethod final : public Method {
 public:
  explicit StructuredPerceptronMethod(sequences::PerceptronOptions options);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return options_.passes.size(); }
  base::Parameters parameters(std::size_t g) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;

 private:
  sequences::PerceptronOptions options_;
};

}  // namespace preimage::models
