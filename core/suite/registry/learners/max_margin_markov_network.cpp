#include "preimage/models/max_margin_markov_network.hpp"

#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Numbers kLambda{"lambda", config::kPositive, "weight of |w|^2 / 2", Preferred::larger};
constexpr Integer kPasses{"passes", 1, 100000, "over the training words, at most", 20};
constexpr Number kTolerance{"tolerance", config::kNonNegative, "of the duality gap", 1e-3};
constexpr Flag kAveraged{"averaged", "the weighted average of all iterates, instead of the last one", true};

MakeMethod parse(const config::Reader& reader) {
  models::MaxMarginMethodOptions options;
  options.lambdas = kLambda.read(reader);
  options.training.passes = kPasses.read_as<std::size_t>(reader);
  options.training.tolerance = kTolerance.read(reader);
  options.training.averaged = kAveraged.read(reader);
  return method<models::MaxMarginMethod>(options);
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
