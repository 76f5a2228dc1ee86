#include "preimage/models/aligned_transduction.hpp"
#include "preimage/models/max_margin_method.hpp"
#include "preimage/models/structured_perceptron_method.hpp"
#include "preimage/models/window_nearest_neighbours.hpp"
#include "suite/registry/element_regression_options.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

namespace window_nearest_neighbours {

constexpr Integers kK{"k", 1, 1000000, "neighbours", Preferred::smaller};

models::MethodPtr parse(const config::Reader& reader) {
  const sequences::StringDecodingOptions decoding = parse_string_decoding(reader);
  return models::window_neighbour_method(
      models::WindowNeighbourOptions{decoding, kK.read_as<std::size_t>(reader)});
}

LearnerRow row() {
  return {"window_nearest_neighbours",
          1,
          "output strings symbol by symbol, from windows around the positions of the nearest inputs",
          facts_of(kK, string_decoding_parameters()),
          "{method: window_nearest_neighbours, window: 3, k: [1, 3], ties: all_tied}",
          parse};
}

}  // namespace window_nearest_neighbours

namespace max_margin_markov_network {

constexpr Numbers kLambda{"lambda", config::kPositive, "weight of |w|^2 / 2", Preferred::larger};
constexpr Integer kPasses{"passes", 1, 100000, "over the training words, at most", 20};
constexpr Number kTolerance{"tolerance", config::kNonNegative, "of the duality gap", 1e-3};
constexpr Flag kAveraged{"averaged", "the weighted average of all iterates, instead of the last one", true};

models::MethodPtr parse(const config::Reader& reader) {
  models::MaxMarginMethodOptions options;
  options.lambdas = kLambda.read(reader);
  options.training.passes = kPasses.read_as<std::size_t>(reader);
  options.training.tolerance = kTolerance.read(reader);
  options.training.averaged = kAveraged.read(reader);
  return models::max_margin_method(options);
}

LearnerRow row() {
  return {"max_margin_markov_network",
          1,
          "a max-margin Markov network of sequences, by block-coordinate Frank-Wolfe",
          facts_of(kLambda, kPasses, kTolerance, kAveraged),
          "{method: max_margin_markov_network, lambda: [0.1, 0.01], passes: 30}",
          parse,
          true};
}

}  // namespace max_margin_markov_network

namespace structured_perceptron {

constexpr Integers kPasses{"passes", 1, 100000, "over the training words", Preferred::smaller};
constexpr Flag kAveraged{"averaged", "the mean of the weights after every word, instead of the last ones",
                         true};

models::MethodPtr parse(const config::Reader& reader) {
  sequences::PerceptronOptions options;
  options.passes = kPasses.read_as<std::size_t>(reader);
  options.averaged = kAveraged.read(reader);
  return models::structured_perceptron_method(options);
}

LearnerRow row() {
  return {"structured_perceptron",
          1,
          "a perceptron of sequences through kernels, which learns from the mistakes of its decoder",
          facts_of(kPasses, kAveraged),
          "{method: structured_perceptron, passes: [1, 10]}",
          parse,
          true};
}

}  // namespace structured_perceptron

namespace aligned_transduction {

constexpr Part kLanguageModel{"language_model", "a map", "of n-grams of the training outputs", true};
constexpr Integer kOrder{"order", 1, 5, "n"};
constexpr Number kDelta{"delta", config::kNonNegative, "added to every count", 0.0};
constexpr Numbers kWeight{"weight", config::kNonNegative,
                          "of the model's log probability; only with language_model", Preferred::smaller};

models::MethodPtr parse(const config::Reader& reader) {
  models::AlignedTransductionOptions options;
  options.regression = parse_element_regression(reader);
  if (const std::optional<config::Reader> model = reader.optional_map(kLanguageModel.name)) {
    options.language_model.emplace();
    options.language_model->order = kOrder.read_as<std::size_t>(*model);
    options.language_model->smoothing.delta = kDelta.read(*model);
    options.weights = kWeight.read(reader);
  }
  return models::aligned_transduction_method(options);
}

LearnerRow row() {
  return {"aligned_transduction",
          1,
          "regression from each element of a sequence to its symbol, read with a language model",
          facts_of(element_regression_parameters(), kLanguageModel,
                   below(kLanguageModel.name, facts_of(kOrder, kDelta)), kWeight),
          "{method: aligned_transduction, ridge: 0.1, language_model: {order: 2}, weight: [0.01, 0.1]}",
          parse,
          true};
}

}  // namespace aligned_transduction

}  // namespace

void add_transduction(LearnerRows& table) {
  table.insert(table.end(), {window_nearest_neighbours::row(), max_margin_markov_network::row(),
                             structured_perceptron::row(), aligned_transduction::row()});
}

}  // namespace preimage::suite::registry
