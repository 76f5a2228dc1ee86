#include "preimage/models/max_margin_method.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/lazy.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/models/training_chains.hpp"
#include "preimage/sequences/elements.hpp"

namespace preimage::models {

namespace {

/// K  made where it is needed
FittedPtr train(const std::function<arma::mat()>& K, const TrainingChains& training,
                const sequences::MaxMarginOptions& options, const regression::KeptArrays& kept = {}) {
  const arma::uword S = training.chains.n_labels;
  sequences::MaxMarginMarkovNetwork model;
  if (!kept.is_loading())
    model = sequences::max_margin_markov_network(K(), training.chains, decode_chain, options);
  auto passes = static_cast<double>(model.passes);
  kept.field("coefficients", {training.elements.size(), S}, model.coefficients);
  kept.field("transitions", {S + 1, S + 1}, model.transitions);
  kept.field("primal", model.primal);
  kept.field("dual", model.dual);
  kept.field("passes", passes);
  model.passes = static_cast<std::size_t>(passes);
  const FitNotes notes = of_gap("max-margin Markov network", model.gap(), options.tolerance);
  return fitted([=](const samples::SampleSet& inputs) -> outputs::Prediction {
    return notes.with_notes(
        {predicted_chains(inputs, training, model.coefficients, model.transitions),
         {fmt::format("{} passes, duality gap {:.2g} of {:.2g}", model.passes, model.gap(), model.primal)}},
        inputs.size());
  });
}

class MaxMarginMethod final : public Method {
 public:
  explicit MaxMarginMethod(MaxMarginMethodOptions options)
      : Method(grid_of("lambda", options.lambdas)), options_(std::move(options)) {}

  void require(const samples::DataSet& data) const override {
    sequences::require_aligned(data, "max_margin_markov_network");
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    const TrainingChains chains = training_chains(training);
    sequences::MaxMarginOptions options = options_.training;
    options.lambda = options_.lambdas[g];
    return train([&] { return chains.elements.cross_gram(chains.elements); }, chains, options, kept);
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    const TrainingChains chains = training_chains(training);
    const arma::mat K = chains.elements.cross_gram(chains.elements);
    sequences::MaxMarginOptions options = options_.training;
    for (std::size_t l = 0; l < options_.lambdas.size(); ++l) {
      options.lambda = options_.lambdas[l];
      sink(l, train([&] { return K; }, chains, options)->predict(inputs));
    }
  }

 private:
  MaxMarginMethodOptions options_;
};

}  // namespace

MethodPtr max_margin_method(MaxMarginMethodOptions options) {
  sort_grid(options.lambdas, std::greater<>(), "lambda", 0.0, false);
  return std::make_unique<const MaxMarginMethod>(std::move(options));
}

}  // namespace preimage::models
