#include "preimage/decoders/candidate_decoder.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

namespace {

using outputs::Centring;
using outputs::OutputSpace;

/// Outputs that are their own features, predictions as weights over them, and both along p principal directions by a
/// singular value decomposition of the outputs.
struct CutProblem {
  arma::mat Y, weights, coordinates, predicted;
  arma::mat predicted_vectors;  // the prediction as a point among the outputs, projected on the directions
  std::shared_ptr<const OutputSpace> space;

  CutProblem(arma::uword p, Centring centring)
      : Y(testing::gaussian_matrix(30, 5, 61) * arma::diagmat(arma::vec{3.0, 2.0, 1.0, 0.8, 0.5})),
        weights(testing::gaussian_matrix(200, 30, 62) / 6.0) {
    const bool is_centred = centring == Centring::training_mean;
    Y.each_row() += arma::rowvec{1.0, -1.0, 0.5, 0.0, 0.3};
    const arma::rowvec mean =
        is_centred ? arma::rowvec(arma::mean(Y, 0)) : arma::rowvec(5, arma::fill::zeros);
    const arma::mat from_mean = Y.each_row() - mean;
    arma::mat U, V;
    arma::vec s;
    REQUIRE(arma::svd_econ(U, s, V, from_mean));
    const arma::mat directions = V.head_cols(p);
    coordinates = from_mean * directions;
    predicted = weights * coordinates;
    predicted_vectors = predicted * directions.t();
    predicted_vectors.each_row() += mean;
    const auto kernel = std::make_shared<const kernels::LinearKernel>();
    space = std::make_shared<const OutputSpace>(
        outputs::with_output_kernel<kernels::Vectors>(kernel, Y),
        p < 5 ? outputs::ComponentCut{p, {}} : outputs::ComponentCut{}, centring);
  }
};

/// Row by row the candidate at the smallest squared distance.
arma::uvec nearest_by_force(const arma::mat& points, const arma::mat& candidates) {
  arma::uvec nearest(points.n_rows);
  for (arma::uword i = 0; i < points.n_rows; ++i)
    nearest(i) =
        arma::index_min(arma::vec(arma::sum(arma::square(candidates.each_row() - points.row(i)), 1)));
  return nearest;
}

arma::uvec chosen(const CutProblem& problem, const outputs::FeaturePoints& points) {
  const auto decoder = candidate_decoder().bind(samples::SampleSet(30), problem.space);
  return std::get<outputs::Chosen>(decoder->decode({points}, samples::SampleSet(200)).value).samples;
}

}  // namespace

TEST_CASE(
    "along some directions the distance is that between projections, not that to the outputs themselves") {
  for (const Centring centring : {Centring::training_mean, Centring::none}) {
    const CutProblem problem(2, centring);
    const arma::uvec expected = nearest_by_force(problem.predicted, problem.coordinates);
    CHECK(arma::all(chosen(problem, outputs::Weights{problem.weights}) == expected));
    const arma::mat coordinates = problem.space->coordinates_of(outputs::Weights{problem.weights});
    CHECK(arma::all(chosen(problem, outputs::Coordinates{coordinates}) == expected));
    CHECK(arma::any(nearest_by_force(problem.predicted_vectors, problem.Y) != expected));
  }
}

TEST_CASE("along all directions the distance between projections is that to the outputs themselves") {
  for (const Centring centring : {Centring::training_mean, Centring::none}) {
    const CutProblem problem(5, centring);
    const arma::uvec expected = nearest_by_force(problem.predicted, problem.coordinates);
    CHECK(arma::all(nearest_by_force(problem.predicted_vectors, problem.Y) == expected));
    CHECK(arma::all(chosen(problem, outputs::Weights{problem.weights}) == expected));
  }
}

}  // namespace preimage::decoders
