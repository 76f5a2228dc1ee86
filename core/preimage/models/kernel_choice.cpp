#include "preimage/models/kernel_choice.hpp"

namespace preimage::models {

namespace {

/// The samples with kernel k alone.
samples::SampleSet under(std::size_t k, const samples::SampleSet& inputs) {
  return inputs.with(inputs.get<kernels::KernelChoices>().kernels.at(k).points);
}

}  // namespace

void KernelChoiceMethod::require(const samples::DataSet& data) const {
  method_->require({under(0, data.inputs), data.outputs});
}

base::Parameters KernelChoiceMethod::parameters(std::size_t g) const {
  base::Parameters result = parameters_[g / method_->grid_size()];
  const base::Parameters others = method_->parameters(g % method_->grid_size());
  result.insert(result.end(), others.begin(), others.end());
  return result;
}

FittedPtr KernelChoiceMethod::fit(std::size_t g, const samples::DataSet& training,
                                  const linalg::KeptArrays& kept) const {
  const std::size_t k = g / method_->grid_size();
  std::shared_ptr<const FittedMethod> one =
      method_->fit(g % method_->grid_size(), {under(k, training.inputs), training.outputs}, kept);
  return fitted([k, one](const samples::SampleSet& inputs) { return one->predict(under(k, inputs)); });
}

void KernelChoiceMethod::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                                      const Sink& sink) const {
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    method_->predict_grid({under(k, training.inputs), training.outputs}, under(k, inputs),
                          [&](std::size_t g, const outputs::Prediction& prediction) {
                            sink(k * method_->grid_size() + g, prediction);
                          });
  }
}

void KernelChoiceMethod::predict_held_out(const samples::DataSet& pool,
                                          const std::vector<samples::Split>& folds,
                                          const FoldSink& sink) const {
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    const samples::SampleSet inputs = under(k, pool.inputs);
    const samples::SampleSet held = inputs.with(kernels::points_of(inputs).with_held_gram());
    method_->predict_held_out({held, pool.outputs}, folds,
                              [&](std::size_t f, std::size_t g, const outputs::Prediction& prediction) {
                                sink(f, k * method_->grid_size() + g, prediction);
                              });
  }
}

}  // namespace preimage::models
