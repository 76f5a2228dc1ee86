// KDE with learned pre-images of strings, against its formulas written out.
#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/sequences/per_position.hpp"
#include "suite/config/config_error.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

constexpr double kSigma = 1.5;
constexpr double kRidge = 0.3;
const std::string kPerPosition =
    "{method: kernel_dependency_estimation, bandwidth: {sigma: 1.5}, ridge: 0.3, decoder: {name: "
    "per_position, window: 3, ties: all_tied, ";

std::vector<std::string> predicted(const std::string& rest, const testing::Problem& problem,
                                   const samples::Split& split) {
  return std::get<outputs::NewStrings>(
             make_learner(kPerPosition + rest + "}}", problem)->predict(0, split).value)
      .strings;
}

/// The outputs decoded from the embeddings given, one test string and one distance at a time.
std::vector<std::string> expected(const testing::Problem& problem, const samples::Split& split,
                                  const arma::mat& embeddings, const arma::mat& stored,
                                  const sequences::PerPositionOptions& options, bool is_length_known) {
  const sequences::PerPosition decoder(samples::select(problem.input_strings, split.train),
                                       samples::select(problem.output_strings, split.train), options);
  std::vector<std::string> result;
  for (arma::uword i = 0; i < split.test.n_elem; ++i) {
    arma::vec distances(stored.n_rows);
    for (arma::uword j = 0; j < stored.n_rows; ++j) {
      distances(j) = arma::accu(arma::square(embeddings.row(i) - stored.row(j)));
    }
    const std::string& input = problem.input_strings[split.test(i)];
    base::Random unused(1);
    const std::size_t length = is_length_known ? input.size() : decoder.predicted_length(distances);
    result.push_back(decoder.decode(input, length, distances, unused));
  }
  return result;
}

}  // namespace

TEST_CASE("per position: symbols are voted for by (embedding, window) pairs, true or fitted") {
  const testing::Problem problem = linear_output_problem(false);
  const samples::Split split = strided_split(problem.size(), 4);
  const arma::mat embeddings = ridge_prediction(problem, split, problem.output_vectors, kSigma, kRidge);
  const arma::mat Y = problem.output_vectors.rows(split.train);
  const arma::mat fitted =
      ridge_prediction(problem, {split.train, split.train}, problem.output_vectors, kSigma, kRidge);
  const auto options = [](std::size_t k, double weight) {
    return sequences::PerPositionOptions{3, k, sequences::Ties::all_tied, weight};
  };
  CHECK(predicted("k: 1", problem, split) == expected(problem, split, embeddings, Y, options(1, 1.0), true));
  CHECK(predicted("k: 5, window_weight: 0.01", problem, split) ==
        expected(problem, split, embeddings, Y, options(5, 0.01), true));
  CHECK(predicted("k: 5, window_weight: 0.01, embeddings: fitted", problem, split) ==
        expected(problem, split, embeddings, fitted, options(5, 0.01), true));
  CHECK(predicted("k: 3, length: predicted", problem, split) ==
        expected(problem, split, embeddings, Y, options(3, 1.0), false));
  // The four differ, so that none of the above holds by chance.
  CHECK(predicted("k: 5, window_weight: 0.01", problem, split) !=
        predicted("k: 5, window_weight: 0.01, embeddings: fitted", problem, split));
  CHECK(predicted("k: 3, length: predicted", problem, split) != predicted("k: 3", problem, split));
}

TEST_CASE("per position: a known length takes pairs of equal length, a predicted one takes any") {
  testing::Problem problem = linear_output_problem(false);
  const samples::Split split = strided_split(problem.size(), 4);
  problem.output_strings[0] += "1";
  CHECK(thrown_message<std::invalid_argument>([&] {
          predicted("k: 1", problem, split);
        }).find("sample 0: ") == 0);
  CHECK(predicted("k: 1, length: predicted", problem, split).size() == split.test.n_elem);
}

TEST_CASE("per position: what it cannot do, it says") {
  testing::Problem problem = toy_problem();
  const auto error = [&](const std::string& rest) {
    return thrown_message<ConfigError>([&] { make_learner(kPerPosition + rest + "}}", problem); });
  };
  CHECK(
      error("k: 1, length: unknown") ==
      "learner.yaml:1:148: decoder.length: expected one of known, predicted, stop, found 'unknown', did you "
      "mean 'known'?");
  CHECK(error("k: 0") == "learner.yaml:1:137: decoder.k: expected an integer from 1 to 1000000, found '0'");
  problem.input_strings.clear();
  CHECK(thrown_message<std::invalid_argument>([&] { make_learner(kPerPosition + "k: 1}}", problem); }) ==
        "decoder per_position needs inputs and outputs that are strings");

  const config::Value root = config::parse_yaml(
      "decoder: {name: per_position, window: 3, k: 1, ties: all_tied, embeddings: fitted}", "x");
  const ParsedDecoder decoder = parse_decoder(config::Reader(root), "decoder");
  CHECK(decoder.recipe.fitted == decoders::TrainingPredictions::in_sample);
  const samples::DataSet data = toy_problem().data(), training = data.subset({0, 1, 2, 3});
  const auto bound = decoder.recipe.bind(training.inputs,
                                         std::make_shared<const outputs::TrainingOutputs>(training.outputs));
  CHECK(thrown_message<std::invalid_argument>([&] {
          bound->decode({outputs::Weights{arma::mat(1, 4, arma::fill::zeros)}}, data.inputs.subset({4}));
        }) ==
        "decoder per_position: this method does not fit its training samples, so embeddings can only be "
        "'true'");
}

}  // namespace preimage::suite::registry
