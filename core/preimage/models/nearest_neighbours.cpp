#include "preimage/models/nearest_neighbours.hpp"

#include <algorithm>
#include <utility>

#include "preimage/decoders/candidate_search.hpp"
#include "preimage/decoders/class_scores.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/regression/nearest_neighbours.hpp"

namespace preimage::models {

namespace {

arma::umat neighbours(const samples::SampleSet& inputs, const samples::SampleSet& training, arma::uword k) {
  return regression::nearest_neighbours(
      kernels::points_of(inputs).squared_distances(kernels::points_of(training)), k);
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

}  // namespace

NearestNeighbourMethod::NearestNeighbourMethod(NearestNeighbourOptions options)
    : options_(std::move(options)) {
  std::sort(options_.ks.begin(), options_.ks.end());
}

void NearestNeighbourMethod::require(const samples::DataSet& data) const {
  kernels::points_of(data.inputs);
  kernels::points_of(data.outputs);
}

base::Parameters NearestNeighbourMethod::parameters(std::size_t g) const {
  return {{"k", static_cast<double>(options_.ks[g])}};
}

FittedPtr NearestNeighbourMethod::fit(std::size_t g, const samples::DataSet& training,
                                      const linalg::KeptArrays& /*kept*/) const {
  return fitted([method = *this, k = options_.ks[g], training](const samples::SampleSet& inputs) {
    return method.decode(neighbours(inputs, training.inputs, k), k, training.outputs);
  });
}

void NearestNeighbourMethod::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                                          const Sink& sink) const {
  const arma::umat sorted = neighbours(inputs, training.inputs, options_.ks.back());
  for (std::size_t g = 0; g < options_.ks.size(); ++g)
    sink(g, decode(sorted, options_.ks[g], training.outputs));
}

outputs::Prediction NearestNeighbourMethod::decode(const arma::umat& sorted, arma::uword k,
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
  const arma::mat weights = regression::neighbour_weights(sorted, k, outputs.size());
  arma::uvec chosen = nearest;
  if (is_searched) {
    const arma::mat L = kernels::points_of(outputs).gram();
    chosen = decoders::nearest_by_gram(weights, L, L.diag(), allowed);
    const arma::uvec own = arma::find(is_answer);
    chosen.elem(own) = nearest.elem(own);
  }
  outputs::Prediction prediction{outputs::Chosen{outputs.numbers().elem(chosen)}};
  if (classes) prediction.scores = scores(*classes, weights, outputs);
  return prediction;
}

}  // namespace preimage::models
