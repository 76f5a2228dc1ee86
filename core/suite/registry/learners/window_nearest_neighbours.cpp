#include <algorithm>

#include "preimage/base/error.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/string_decoding.hpp"

namespace preimage::suite::registry {

namespace {

/// The paper's baseline [Bakir et al. 2003, sec. 4]: each output symbol by k-NN on the window of input
/// symbols around it. That is the per-position decoder without an embedding.
class WindowNeighbourLearner final : public validation::Learner {
 public:
  WindowNeighbourLearner(const validation::Problem& problem, StringDecoding decoding,
                         std::vector<std::size_t> ks)
      : problem_(problem), decoding_(decoding), ks_(std::move(ks)) {}

  std::size_t grid_size() const override { return ks_.size(); }
  validation::Parameters parameters(std::size_t g) const override {
    return {{"k", static_cast<double>(ks_[g])}};
  }

  validation::Prediction predict(std::size_t g, const validation::Split& split) const override {
    StringDecoding decoding = decoding_;
    decoding.positions.k = ks_[g];
    const arma::mat no_embedding(split.test.n_elem, split.train.n_elem, arma::fill::zeros);
    return {validation::Strings{decode_strings(problem_, split, decoding, no_embedding)}, {}};
  }

 private:
  const validation::Problem& problem_;
  StringDecoding decoding_;
  std::vector<std::size_t> ks_;  // ascending: of equals the smallest k
};

constexpr Integers kK{"k", 1, 1000000, "neighbours"};

LearnerBuilder parse(const config::Reader& reader) {
  const StringDecoding decoding = parse_string_decoding(reader);
  std::vector<std::size_t> ks = kK.read_as<std::size_t>(reader);
  std::sort(ks.begin(), ks.end());
  return [decoding, ks](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.input_strings.empty() || problem.output_strings.empty()) {
      throw ConfigError("method window_nearest_neighbours needs inputs and outputs that are strings");
    }
    return std::make_unique<WindowNeighbourLearner>(problem, decoding, ks);
  };
}

}  // namespace

LearnerRow make_window_nearest_neighbours_row() {
  return {"window_nearest_neighbours",
          1,
          "output strings symbol by symbol, from windows around the positions of the nearest inputs",
          facts_of(kK, string_decoding_parameters()),
          "{method: window_nearest_neighbours, window: 3, k: [1, 3], ties: all_tied}",
          parse};
}

}  // namespace preimage::suite::registry
