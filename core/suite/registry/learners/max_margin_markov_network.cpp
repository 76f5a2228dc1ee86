// The max-margin Markov network on chains as a learner: what regression for transductions is compared with.
#include "preimage/sequences/max_margin_markov_network.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/sequences/viterbi.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

struct Options {
  std::vector<double> lambdas;  // descending
  sequences::MaxMarginOptions training;
};

arma::uvec decode_chain(const arma::mat& scores, const arma::mat& transitions) {
  return sequences::Viterbi(transitions, 1.0).decode(scores).symbols;
}

/// The training samples as chains of labels: numbers of the symbols that occur in them, in byte order.
struct TrainingChains {
  std::string alphabet;
  sequences::LabelledChains chains;
};

TrainingChains training_chains(const validation::Problem& problem, const validation::Indices& train) {
  const std::string symbols = validation::aligned_symbols(*problem.elements, problem.output_strings, train);
  TrainingChains result{validation::symbols_of(symbols), {}};
  for (const arma::uword sample : train)
    result.chains.letters.append(problem.elements->offsets.length(sample));
  result.chains.labels.set_size(symbols.size());
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    result.chains.labels(i) = result.alphabet.find(symbols[i]);
  }
  result.chains.n_labels = result.alphabet.size();
  return result;
}

class MaxMarginLearner final : public validation::Learner {
 public:
  MaxMarginLearner(const validation::Problem& problem, Options options)
      : problem_(problem), options_(std::move(options)) {}

  std::size_t grid_size() const override { return options_.lambdas.size(); }
  validation::Parameters parameters(std::size_t g) const override {
    return {{"lambda", options_.lambdas[g]}};
  }

  validation::Prediction predict(std::size_t g, const validation::Split& split) const override {
    validation::Prediction result;
    train_and_decode(split, {options_.lambdas[g]},
                     [&](std::size_t, const validation::Prediction& p) { result = p; });
    return result;
  }
  void predict_grid(const validation::Split& split, const Sink& sink) const override {
    train_and_decode(split, options_.lambdas, sink);
  }

 private:
  void train_and_decode(const validation::Split& split, const std::vector<double>& lambdas,
                        const Sink& sink) const;

  const validation::Problem& problem_;
  Options options_;
};

void MaxMarginLearner::train_and_decode(const validation::Split& split, const std::vector<double>& lambdas,
                                        const Sink& sink) const {
  const validation::Elements& elements = *problem_.elements;
  const TrainingChains training = training_chains(problem_, split.train);
  const validation::Indices train = validation::elements_of(elements, split.train);
  const arma::mat K = elements.gram.submat(train, train);
  for (std::size_t l = 0; l < lambdas.size(); ++l) {
    sequences::MaxMarginOptions options = options_.training;
    options.lambda = lambdas[l];
    const auto model = sequences::max_margin_markov_network(K, training.chains, decode_chain, options);
    const arma::mat scores = validation::element_predictions(
        elements, validation::elements_of(elements, split.test), train, model.coefficients);
    const sequences::Viterbi viterbi(model.transitions, 1.0);
    const auto strings =
        validation::strings_by_position(elements, split.test, scores, training.alphabet,
                                        [&](const arma::mat& s) { return viterbi.decode(s).symbols; });
    sink(l,
         {validation::Strings{strings},
          {fmt::format("{} passes, duality gap {:.2g} of {:.2g}", model.passes, model.gap(), model.primal)},
          {}});
  }
}

constexpr Numbers kLambda{"lambda", config::kPositive, "weight of |w|^2 / 2"};
constexpr Integer kPasses{"passes", 1, 100000, "over the training words, at most", 20};
constexpr Number kTolerance{"tolerance", config::kNonNegative, "of the duality gap", 1e-3};
constexpr Flag kAveraged{"averaged", "the weighted average of all iterates, instead of the last one", true};

LearnerBuilder parse(const config::Reader& reader) {
  Options options;
  options.lambdas = kLambda.read(reader);
  std::sort(options.lambdas.begin(), options.lambdas.end(), std::greater<>());
  options.training.passes = kPasses.read_as<std::size_t>(reader);
  options.training.tolerance = kTolerance.read(reader);
  options.training.averaged = kAveraged.read(reader);
  return [options](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    validation::require_aligned(problem, "max_margin_markov_network");
    return std::make_unique<MaxMarginLearner>(problem, options);
  };
}

}  // namespace

LearnerRow make_max_margin_markov_network_row() {
  return {"max_margin_markov_network",
          1,
          "a max-margin Markov network of sequences, by block-coordinate Frank-Wolfe",
          facts_of(kLambda, kPasses, kTolerance, kAveraged),
          "{method: max_margin_markov_network, lambda: [0.1, 0.01], passes: 30}",
          parse,
          true};
}

}  // namespace preimage::suite::registry
