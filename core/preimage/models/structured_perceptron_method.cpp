#include "preimage/models/structured_perceptron_method.hpp"

#include <functional>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "preimage/models/training_chains.hpp"
#include "preimage/sequences/elements.hpp"

namespace preimage::models {

namespace {

std::vector<sequences::StructuredPerceptron> trained(const TrainingChains& training,
                                                     const sequences::PerceptronOptions& options) {
  return sequences::structured_perceptrons(training.elements.cross_gram(training.elements), training.chains,
                                           decode_chain, options);
}

outputs::Prediction predicted(const samples::SampleSet& inputs, const TrainingChains& training,
                              const sequences::StructuredPerceptron& model) {
  return {predicted_chains(inputs, training, model.coefficients, model.transitions),
          {fmt::format("{} of {} training words are answered wrongly in the last pass", model.mistaken,
                       training.chains.letters.size())}};
}

class StructuredPerceptronMethod final : public Method {
 public:
  explicit StructuredPerceptronMethod(sequences::PerceptronOptions options)
      : Method(grid_of("passes", options.passes)), options_(std::move(options)) {}

  void require(const samples::DataSet& data) const override {
    sequences::require_aligned(data, "structured_perceptron");
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    TrainingChains chains = training_chains(training);
    const arma::uword S = chains.chains.n_labels;
    sequences::StructuredPerceptron model;
    if (!kept.is_loading()) model = trained(chains, {{options_.passes[g]}, options_.averaged}).front();
    auto mistaken = static_cast<double>(model.mistaken);
    kept.field("coefficients", {chains.elements.size(), S}, model.coefficients);
    kept.field("transitions", {S + 1, S + 1}, model.transitions);
    kept.field("mistaken", mistaken);
    model.mistaken = static_cast<arma::uword>(mistaken);
    return fitted([chains = std::move(chains), model = std::move(model)](const samples::SampleSet& inputs) {
      return predicted(inputs, chains, model);
    });
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    const TrainingChains chains = training_chains(training);
    const std::vector<sequences::StructuredPerceptron> models = trained(chains, options_);
    for (std::size_t g = 0; g < models.size(); ++g) sink(g, predicted(inputs, chains, models[g]));
  }

 private:
  sequences::PerceptronOptions options_;
};

}  // namespace

MethodPtr structured_perceptron_method(sequences::PerceptronOptions options) {
  sort_grid(options.passes, std::less<>(), "passes", 1.0, true);
  return std::make_unique<const StructuredPerceptronMethod>(std::move(options));
}

}  // namespace preimage::models
