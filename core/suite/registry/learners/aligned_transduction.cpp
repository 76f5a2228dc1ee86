// Regression for learning transductions where the alignment is known: every element's symbol is predicted by
// itself, and an n-gram model of the training outputs chooses among the strings.
//                                                             [Cortes, Mohri and Weston 2005, sec. 6.2]
#include <algorithm>
#include <functional>
#include <optional>

#include "preimage/sequences/ngram_language_model.hpp"
#include "preimage/sequences/viterbi.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/registry/element_regression.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

struct LanguageModelOptions {
  std::size_t order = 0;
  sequences::NgramSmoothing smoothing;
};

struct Options {
  ElementRegressionOptions regression;
  std::optional<LanguageModelOptions> language_model;
  std::vector<double> weights = {0.0};  // of the language model, ascending
};

/// The symbol with the highest score at each position, the lowest of equals.
arma::uvec best_symbols(const arma::mat& scores) {
  return arma::index_max(scores, 1);
}

class AlignedTransductionLearner final : public validation::Learner {
 public:
  AlignedTransductionLearner(const validation::Problem& problem, Options options)
      : problem_(problem), options_(std::move(options)) {}

  std::size_t grid_size() const override { return options_.weights.size(); }
  validation::Parameters parameters(std::size_t g) const override {
    if (!options_.language_model) return {};
    return {{"weight", options_.weights[g]}};
  }
  validation::Prediction predict(std::size_t g, const validation::Split& split) const override {
    validation::Prediction result;
    decode(split, {options_.weights[g]}, [&](std::size_t, const validation::Prediction& p) { result = p; });
    return result;
  }
  void predict_grid(const validation::Split& split, const Sink& sink) const override {
    decode(split, options_.weights, sink);
  }

 private:
  void decode(const validation::Split& split, const std::vector<double>& weights, const Sink& sink) const;

  const validation::Problem& problem_;
  Options options_;
};

void AlignedTransductionLearner::decode(const validation::Split& split, const std::vector<double>& weights,
                                        const Sink& sink) const {
  const validation::Elements& elements = *problem_.elements;
  const std::string symbols = validation::aligned_symbols(elements, problem_.output_strings, split.train);
  const std::string alphabet = validation::symbols_of(symbols);
  const auto scores =
      element_scores(elements, split.train, symbols, alphabet, split.test, options_.regression);
  std::optional<sequences::NgramLanguageModel> model;
  if (options_.language_model) {
    model.emplace(validation::strings_of(problem_.output_strings, split.train), alphabet,
                  options_.language_model->order, options_.language_model->smoothing);
  }
  for (std::size_t w = 0; w < weights.size(); ++w) {
    std::optional<sequences::Viterbi> viterbi;
    if (model) viterbi.emplace(model->log_probabilities(), weights[w]);
    const auto decode_one = [&](const arma::mat& block) {
      return viterbi ? viterbi->decode(block).symbols : best_symbols(block);
    };
    sink(w, {validation::Strings{
                 validation::strings_by_position(elements, split.test, *scores, alphabet, decode_one)},
             {},
             {}});
  }
}

constexpr Part kLanguageModel{"language_model", "a map", "of n-grams of the training outputs", true};
constexpr Integer kOrder{"order", 1, 5, "n"};
constexpr Number kDelta{"delta", config::kNonNegative, "added to every count", 0.0};
constexpr Numbers kWeight{"weight", config::kNonNegative,
                          "of the model's log probability; only with language_model"};

LearnerBuilder parse(const config::Reader& reader) {
  Options options;
  options.regression = parse_element_regression(reader);
  if (const std::optional<config::Reader> model = reader.optional_map(kLanguageModel.name)) {
    options.language_model.emplace();
    options.language_model->order = kOrder.read_as<std::size_t>(*model);
    options.language_model->smoothing.delta = kDelta.read(*model);
    options.weights = kWeight.read(reader);
    std::sort(options.weights.begin(), options.weights.end());
  }
  return [options](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    validation::require_aligned(problem, "aligned_transduction");
    return std::make_unique<AlignedTransductionLearner>(problem, options);
  };
}

}  // namespace

LearnerRow make_aligned_transduction_row() {
  return {"aligned_transduction",
          1,
          "regression from each element of a sequence to its symbol, read with a language model",
          facts_of(element_regression_parameters(), kLanguageModel,
                   below(kLanguageModel.name, facts_of(kOrder, kDelta)), kWeight),
          "{method: aligned_transduction, ridge: 0.1, language_model: {order: 2}, weight: [0.01, 0.1]}",
          parse,
          true};
}

}  // namespace preimage::suite::registry
