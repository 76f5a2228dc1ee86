#include <doctest/doctest.h>

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/toy_data.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

/// Positions in `train`.
arma::uvec nearest(const testing::Problem& problem, const arma::uvec& train, const arma::mat& predicted) {
  const outputs::TrainingOutputs space(problem.outputs().subset(train));
  return decoders::DistinctCandidates::in_features(space).nearest(predicted).positions;
}

/// Outputs 0, 1, 2, 0, 1, 2, ... on a line.
testing::Problem repeated_outputs() {
  testing::Problem problem;
  arma::mat F(12, 1);
  for (arma::uword i = 0; i < 12; ++i) F(i, 0) = static_cast<double>(i % 3);
  problem.output_features = F;
  problem.output_gram = F * F.t();
  problem.is_candidate.ones(12);
  return problem;
}

}  // namespace

TEST_CASE("one candidate of each kind is chosen as if all were looked at") {
  testing::Problem problem = repeated_outputs();
  problem.is_candidate(7) = 0;
  const arma::uvec train = {10, 7, 3, 2, 4, 5, 11, 9};
  const arma::mat predicted = testing::gaussian_matrix(30, 1, 95) + 1.0;
  const arma::mat F = problem.output_features->rows(train);
  const arma::uvec all = train.elem(
      decoders::nearest_by_coordinates(predicted, F, arma::uvec(problem.is_candidate.elem(train))).positions);
  CHECK(same_indices(train.elem(nearest(problem, train, predicted)), all));
  CHECK(same_indices(arma::unique(all), {2, 3, 10}));  // the first of each kind in the order of `train`

  // Along kept directions equal outputs have coordinates that differ by rounding.
  const outputs::TrainingOutputs along(problem.outputs().subset(train), {.count = 1, .above_fraction = {}});
  const arma::mat Z = along.pca().coordinates();
  const arma::mat near = Z + 1e-3 * testing::gaussian_matrix(Z.n_rows, 1, 97);
  const arma::uvec expected = {10, 10, 3, 2, 10, 2, 2, 3};  // 1, 1, 0, 2, 1, 2, 2, 0 on the line
  CHECK(same_indices(train.elem(decoders::DistinctCandidates::in_coordinates(along).nearest(near).positions),
                     expected));
}

TEST_CASE("a decoder that takes features decides as it does by weights over the training outputs") {
  const testing::Problem problem = testing::ngram_problem();
  const arma::uvec train = {10, 7, 3, 2, 4, 5, 11, 9};
  const arma::mat F = problem.output_features->rows(train);
  const auto both_forms = [&](const arma::mat& weights) {
    return std::pair<outputs::FeaturePoints, outputs::FeaturePoints>{outputs::Weights{weights},
                                                                     outputs::Features{weights * F}};
  };
  const arma::mat random = regression::with_centred_outputs(
      0.3 * testing::gaussian_matrix(20, train.n_elem, 96));  // rows of sum 1
  const auto [weights, features] = both_forms(random);
  const auto [fitted_weights, fitted_features] = both_forms(arma::eye(train.n_elem, train.n_elem));
  const decoders::FeaturePrediction by_weights{weights, fitted_weights},
      by_features{features, fitted_features};
  int takers = 0;
  for (const DecoderRow& row : decoder_table()) {
    CAPTURE(row.name);
    const config::Value value = config::parse_value(row.example, "test");
    const config::Reader reader(value);
    reader.text("name");
    const decoders::DecoderRecipe recipe = row.parse(reader);
    if (!recipe.takes_features) continue;
    ++takers;
    const samples::DataSet data = problem.data(), training = data.subset(train);
    const auto decoder =
        recipe.bind(training.inputs, std::make_shared<const outputs::TrainingOutputs>(training.outputs));
    const samples::SampleSet test = data.inputs.subset(arma::regspace<arma::uvec>(20, 39));
    CHECK(
        testing::same_prediction(decoder->decode(by_features, test), decoder->decode(by_weights, test), 0.0));
  }
  CHECK(takers == 2);  // the candidate search and the Euler path
}

}  // namespace preimage::suite::registry
