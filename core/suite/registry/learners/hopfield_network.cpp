#include "preimage/regression/hopfield_network.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/candidate_search.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

struct Options {
  regression::HopfieldOptions network;
  int steps = 700;
  bool compare_complete = true;
};

class HopfieldLearner final : public validation::Learner {
 public:
  HopfieldLearner(const validation::Problem& problem, Options options)
      : problem_(problem), options_(options) {}

  std::size_t grid_size() const override { return 1; }
  validation::Parameters parameters(std::size_t /*g*/) const override { return {}; }

  /// Stores the complete training patterns, starts at the partial test patterns, and answers with the
  /// training sample nearest to where the network stands after `steps` iterations. "We then chose as output
  /// the pre-image from the training data that is closest to this solution" [TR-098, sec. 4.3].
  validation::Prediction predict(std::size_t /*g*/, const validation::Split& split) const override {
    const arma::mat patterns = problem_.complete_patterns.rows(split.train);
    const regression::HopfieldNetwork network(patterns, options_.network);
    const auto run = network.run(problem_.partial_patterns.rows(split.test), options_.steps);
    const arma::uword first =
        options_.compare_complete ? 0 : patterns.n_cols - problem_.output_vectors.n_cols;
    const arma::uvec everyone(patterns.n_rows, arma::fill::ones);
    const arma::uvec nearest = decoders::nearest_by_coordinates(
        run.states.tail_cols(patterns.n_cols - first), patterns.tail_cols(patterns.n_cols - first), everyone);
    return {validation::Chosen{split.train.elem(nearest)},
            {fmt::format("largest step of the last iteration {:.3g}", run.largest_step)}};
  }

 private:
  const validation::Problem& problem_;
  Options options_;
};

constexpr Number kTau{"tau", config::kPositive, "attraction outside the span of the patterns", 10.0};
constexpr Number kH{"h", config::kPositive, "sampling time of the continuous system", 0.15};
constexpr Integer kSteps{"steps", 1, 100000, "iterations of the network", 700};
constexpr Choice kCompareTo{"compare_to", "complete | output",
                            "what the final state is compared to: whole patterns, or their output half",
                            "complete"};

LearnerBuilder parse(const config::Reader& reader) {
  Options options;
  options.network.tau = kTau.read(reader);
  options.network.h = kH.read(reader);
  options.steps = kSteps.read_as<int>(reader);
  options.compare_complete = kCompareTo.is(reader, "complete");
  return [options](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.complete_patterns.is_empty()) {
      throw ConfigError("method hopfield_network needs an experiment with partial patterns");
    }
    return std::make_unique<HopfieldLearner>(problem, options);
  };
}

}  // namespace

LearnerRow make_hopfield_network_row() {
  return {"hopfield_network",
          2,
          "an associative memory of complete patterns, started from partial ones",
          facts_of(kTau, kH, kSteps, kCompareTo),
          "{method: hopfield_network, steps: 50}",
          parse};
}

}  // namespace preimage::suite::registry
