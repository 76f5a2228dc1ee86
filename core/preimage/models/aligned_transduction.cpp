#include "preimage/models/aligned_transduction.hpp"

#include <functional>
#include <memory>
#include <utility>

#include <fmt/ranges.h>

#include "preimage/base/ties.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/sequences/viterbi.hpp"

namespace preimage::models {

namespace {

/// The symbol with the highest score at each position, the lowest of equals (base/ties.hpp).
arma::uvec best_symbols(const arma::mat& scores) {
  const arma::uvec all(scores.n_cols, arma::fill::ones);
  return decoders::first_smallest_in_rows(-scores, base::kRoundingOfSums * arma::abs(scores), all);
}

/// What all weights of the language model share.
struct Transduction {
  sequences::ElementRegression regression;
  std::optional<sequences::NgramLanguageModel> model;

  /// scores  of the inputs
  outputs::Prediction decode(double weight, const samples::SampleSet& inputs,
                             const sequences::ElementScores& scores) const {
    std::optional<sequences::Viterbi> viterbi;
    if (model) viterbi.emplace(model->log_probabilities(), weight);
    const auto decode_one = [&](const arma::mat& block) {
      return viterbi ? viterbi->decode(block).symbols : best_symbols(block);
    };
    return FitNotes{scores.quality, regression::not_converged(scores.quality, "support vector regression")}
        .with_notes({outputs::NewStrings{
                        sequences::strings_by_position(inputs.get<sequences::Elements>().offsets,
                                                       scores.values, regression.alphabet(), decode_one)}},
                    inputs.size());
  }
};

Transduction fit_to(const samples::DataSet& training, const AlignedTransductionOptions& options,
                    const regression::KeptArrays& kept = {}) {
  Transduction result{sequences::ElementRegression(training, options.regression, kept), std::nullopt};
  if (options.language_model) {
    const auto words = result.regression.alphabet().packed(training.outputs.get<kernels::Strings>());
    result.model.emplace(words, sequences::symbols_of(fmt::format("{}", fmt::join(words, ""))),
                         options.language_model->order, options.language_model->smoothing);
  }
  return result;
}

class AlignedTransductionMethod final : public Method {
 public:
  explicit AlignedTransductionMethod(AlignedTransductionOptions options)
      : Method(options.language_model ? grid_of("weight", options.weights) : Grid(options.weights.size())),
        options_(std::move(options)) {}

  void require(const samples::DataSet& data) const override {
    sequences::require_aligned(data, "aligned_transduction");
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    return fitted([weight = options_.weights[g],
                   held = fit_to(training, options_, kept)](const samples::SampleSet& inputs) {
      return held.decode(weight, inputs, *held.regression.scores(inputs));
    });
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    // The regression's scores for these inputs are computed once for all weights.
    const Transduction held = fit_to(training, options_);
    const auto scores = held.regression.scores(inputs);
    for (std::size_t w = 0; w < options_.weights.size(); ++w)
      sink(w, held.decode(options_.weights[w], inputs, *scores));
  }

 private:
  AlignedTransductionOptions options_;
};

}  // namespace

MethodPtr aligned_transduction_method(AlignedTransductionOptions options) {
  sort_grid(options.weights, std::less<>(), "weight", 0.0, true);
  return std::make_unique<const AlignedTransductionMethod>(std::move(options));
}

}  // namespace preimage::models
