#include "preimage/models/nearest_neighbours.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/outputs/training_outputs.hpp"
#include "preimage/regression/neighbour_search.hpp"

namespace preimage::models {

namespace {

constexpr arma::uword kDistances = arma::uword{1} << 23;  // at a time, with their errors: 128 MiB

/// Samples by samples, so that no more distances are held than asked for.
arma::umat neighbours(const samples::SampleSet& inputs, const samples::SampleSet& training, arma::uword k) {
  const kernels::Points x = kernels::points_of(inputs), y = kernels::points_of(training);
  const arma::uword at_once = std::max<arma::uword>(1, kDistances / std::max<arma::uword>(1, y.size()));
  arma::umat result(x.size(), k);
  for (arma::uword begin = 0; begin < x.size(); begin += at_once) {
    const arma::uword end = std::min(begin + at_once, x.size()) - 1;
    const kernels::Points some = x.subset(arma::regspace<arma::uvec>(begin, end));
    const arma::mat squared = some.squared_distances(y);
    result.rows(begin, end) = regression::nearest_neighbours(squared, some.distance_errors(y, squared), k);
  }
  return result;
}

/// weights  t x m over the training outputs, which are classes
outputs::Scores scores(const decoders::ClassCandidates& classes, const arma::mat& weights,
                       const samples::SampleSet& outputs) {
  if (outputs.has<outputs::ExplicitFeatures>()) {
    const arma::mat F = outputs.get<outputs::ExplicitFeatures>().values;
    return decoders::scores_by_coordinates(classes, weights * F, F.rows(classes.positions));
  }
  const kernels::Points y = kernels::points_of(outputs), candidates = y.subset(classes.positions);
  return decoders::scores_by_products(classes, weights * y.cross_gram(candidates),
                                      candidates.squared_norms());
}

/// Positions among the training outputs. Explicit features spare the Gram matrix of all of them.
arma::uvec nearest_candidates(const arma::mat& weights, const samples::SampleSet& outputs,
                              const arma::uvec& allowed) {
  const outputs::TrainingOutputs space(outputs);
  if (space.features() != nullptr)
    return decoders::DistinctCandidates::in_features(space).nearest(weights * *space.features()).positions;
  return decoders::nearest_by_gram(weights, space.gram(), allowed).positions;
}

class NearestNeighbourMethod final : public Method {
 public:
  explicit NearestNeighbourMethod(NearestNeighbourOptions options)
      : Method(grid_of("k", options.ks)), options_(std::move(options)) {}

  void require(const samples::DataSet& data) const override {
    kernels::points_of(data.inputs);
    kernels::points_of(data.outputs);
  }
  std::string description() const override {
    return options_.one_may_be_any ? "one neighbour: any" : "one neighbour: candidate";
  }
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& /*kept*/) const override {
    return fitted([method = *this, k = options_.ks[g], training](const samples::SampleSet& inputs) {
      return method.decode(neighbours(inputs, training.inputs, k), k, training.outputs);
    });
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    const arma::umat sorted = neighbours(inputs, training.inputs, options_.ks.back());
    for (std::size_t g = 0; g < options_.ks.size(); ++g)
      sink(g, decode(sorted, options_.ks[g], training.outputs));
  }

 private:
  outputs::Prediction decode(const arma::umat& sorted, arma::uword k,
                             const samples::SampleSet& outputs) const {
    const arma::uvec nearest = sorted.col(0);
    const arma::uvec allowed = outputs::candidate_marks(outputs);
    const bool any_may_answer = k == 1 && options_.one_may_be_any;
    arma::uvec is_answer(nearest.n_elem, arma::fill::zeros);
    if (k == 1) is_answer = allowed.elem(nearest);
    if (any_may_answer) is_answer.ones();
    const auto classes = decoders::class_candidates(
        outputs, any_may_answer ? arma::uvec(arma::size(allowed), arma::fill::ones) : allowed);
    const bool is_searched = !arma::all(is_answer);
    if (!is_searched && !classes) return {outputs::Chosen{outputs.numbers().elem(nearest)}};
    base::require_memory(sizeof(double) * sorted.n_rows * outputs.size(),
                         fmt::format("neighbours' weights of {} samples", sorted.n_rows));
    const arma::mat weights = regression::neighbour_weights(sorted, k, outputs.size());
    arma::uvec chosen = nearest;
    if (is_searched) {
      chosen = nearest_candidates(weights, outputs, allowed);
      const arma::uvec own = arma::find(is_answer);
      chosen.elem(own) = nearest.elem(own);
    }
    outputs::Prediction prediction{outputs::Chosen{outputs.numbers().elem(chosen)}};
    if (classes) prediction.scores = scores(*classes, weights, outputs);
    return prediction;
  }

  NearestNeighbourOptions options_;
};

}  // namespace

MethodPtr nearest_neighbour_method(NearestNeighbourOptions options) {
  sort_grid(options.ks, std::less<>(), "k", 1.0, true);
  return std::make_unique<const NearestNeighbourMethod>(std::move(options));
}

}  // namespace preimage::models
