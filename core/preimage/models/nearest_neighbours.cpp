#include "preimage/models/nearest_neighbours.hpp"

#include <algorithm>
#include <utility>

#include "preimage/decoders/candidate_search.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/regression/nearest_neighbours.hpp"

namespace preimage::models {

namespace {

arma::umat neighbours(const samples::SampleSet& inputs, const samples::SampleSet& training, arma::uword k) {
  return regression::nearest_neighbours(
      kernels::points_of(inputs).squared_distances(kernels::points_of(training)), k);
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
  arma::uvec is_answer(nearest.n_elem, arma::fill::zeros);
  if (k == 1) is_answer = allowed.elem(nearest);
  if (k == 1 && options_.one_may_be_any) is_answer.ones();
  if (arma::all(is_answer)) return {outputs::Chosen{outputs.numbers().elem(nearest)}};
  const arma::mat weights = regression::neighbour_weights(sorted, k, outputs.size());
  const arma::mat L = kernels::points_of(outputs).gram();
  arma::uvec chosen = decoders::nearest_by_gram(weights, L, L.diag(), allowed);
  const arma::uvec own = arma::find(is_answer);
  chosen.elem(own) = nearest.elem(own);
  return {outputs::Chosen{outputs.numbers().elem(chosen)}};
}

}  // namespace preimage::models
