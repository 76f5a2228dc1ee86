// Regression for learning transductions where the alignment is known: every element's symbol is predicted by
// itself, and an n-gram model of the training outputs chooses among the strings.
//                                                             [Cortes, Mohri and Weston 2005, sec. 6.2]
#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "decoders/viterbi.hpp"
#include "methods/ngram_language_model.hpp"
#include "validation/element_regression.hpp"
#include "validation/learners.hpp"
#include "validation/problem.hpp"

namespace preimage::validation {

namespace {

struct LanguageModelOptions {
  std::size_t order = 0;
  methods::NgramSmoothing smoothing;
};

struct Options {
  ElementRegressionOptions regression;
  std::optional<LanguageModelOptions> language_model;
  std::vector<double> weights = {0.0};  // of the language model, ascending
};

/// The symbols of a set of outputs, in byte order.
std::string alphabet_of(const std::string& symbols) {
  const std::set<char> distinct(symbols.begin(), symbols.end());
  return {distinct.begin(), distinct.end()};
}

/// The symbol with the highest score at each position, the lowest of equals.
arma::uvec best_symbols(const arma::mat& scores) {
  return arma::index_max(scores, 1);
}

class AlignedTransductionLearner final : public Learner {
 public:
  AlignedTransductionLearner(const Problem& problem, Options options)
      : problem_(problem), options_(std::move(options)) {}

  std::size_t grid_size() const override { return options_.weights.size(); }
  Parameters parameters(std::size_t g) const override {
    if (!options_.language_model) return {};
    return {{"weight", options_.weights[g]}};
  }
  Prediction predict(std::size_t g, const Split& split) const override {
    Prediction result;
    decode(split, {options_.weights[g]}, [&](std::size_t, const Prediction& p) { result = p; });
    return result;
  }
  void predict_grid(const Split& split, const Sink& sink) const override {
    decode(split, options_.weights, sink);
  }

 private:
  void decode(const Split& split, const std::vector<double>& weights, const Sink& sink) const;

  const Problem& problem_;
  Options options_;
};

void AlignedTransductionLearner::decode(const Split& split, const std::vector<double>& weights,
                                        const Sink& sink) const {
  const Elements& elements = *problem_.elements;
  const std::string symbols = aligned_symbols(elements, problem_.output_strings, split.train);
  const std::string alphabet = alphabet_of(symbols);
  const auto scores =
      element_scores(elements, split.train, symbols, alphabet, split.test, options_.regression);
  std::optional<methods::NgramLanguageModel> model;
  if (options_.language_model) {
    std::vector<std::string> words;
    for (const arma::uword sample : split.train) words.push_back(problem_.output_strings[sample]);
    model.emplace(words, alphabet, options_.language_model->order, options_.language_model->smoothing);
  }
  for (std::size_t w = 0; w < weights.size(); ++w) {
    std::optional<decoders::Viterbi> viterbi;
    if (model) viterbi.emplace(model->log_probabilities(), weights[w]);
    Strings result;
    arma::uword begin = 0;
    for (const arma::uword sample : split.test) {
      const arma::mat block = scores->rows(arma::span(begin, begin + elements.length(sample) - 1));
      begin += elements.length(sample);
      std::string text;
      for (const arma::uword s : viterbi ? viterbi->decode(block).symbols : best_symbols(block)) {
        text += alphabet[s];
      }
      result.strings.push_back(std::move(text));
    }
    sink(w, {std::move(result), {}, {}});
  }
}

}  // namespace

LearnerBuilder parse_aligned_transduction(const config::Reader& reader) {
  Options options;
  options.regression = parse_element_regression(reader);
  if (const std::optional<config::Reader> model = reader.optional_map("language_model")) {
    options.language_model.emplace();
    options.language_model->order = static_cast<std::size_t>(model->integer("order", 1, 5));
    options.language_model->smoothing.delta = model->number("delta", config::kNonNegative, 0.0);
    options.weights = reader.numbers("weight", config::kNonNegative);
    std::sort(options.weights.begin(), options.weights.end());
  }
  return [options](const Problem& problem) -> std::unique_ptr<const Learner> {
    if (!problem.elements || problem.output_strings.empty()) {
      throw ConfigError(
          "method aligned_transduction needs inputs that are sequences and outputs that are strings");
    }
    return std::make_unique<AlignedTransductionLearner>(problem, options);
  };
}

}  // namespace preimage::validation
