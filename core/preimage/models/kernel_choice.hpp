#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "preimage/kernels/points.hpp"
#include "preimage/models/method.hpp"

namespace preimage::models {

/// A method under each of several input kernels (kernels::KernelChoices) as one method: its grid is the method's grid under
/// each kernel, one kernel after the other, so of equals the first kernel is preferred.
class KernelChoiceMethod final : public Method {
 public:
  /// parameters  of each kernel, in the order of the samples' KernelChoices; one at least
  KernelChoiceMethod(std::shared_ptr<const Method> method, std::vector<base::Parameters> parameters)
      : method_(std::move(method)), parameters_(std::move(parameters)) {}

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return parameters_.size() * method_->grid_size(); }
  base::Parameters parameters(std::size_t g) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const linalg::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;
  void predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                        const FoldSink& sink) const override;

 private:
  std::shared_ptr<const Method> method_;
  std::vector<base::Parameters> parameters_;  // of each kernel
};

}  // namespace preimage::models
