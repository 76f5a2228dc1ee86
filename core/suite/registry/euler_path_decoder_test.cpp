// From predicted counts to strings: thresholds, pooled orders, the choice among pre-images.
#include <map>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

namespace {

using testing::thrown_message;

/// Words with the counts of their bigrams and trigrams, side by side.
testing::Problem problem_of(const std::vector<std::string>& words) {
  testing::Problem problem;
  problem.output_strings = words;
  std::map<std::string, arma::uword> column;
  const auto counts = [](const std::string& word, std::size_t n) {
    return samples::count_ngrams(samples::with_boundary(word, n, '#'), n);
  };
  for (const std::size_t n : {2U, 3U}) {
    for (const std::string& word : words) {
      for (const auto& [ngram, count] : counts(word, n)) {
        if (column.emplace(ngram, column.size()).second) problem.output_ngrams.push_back(ngram);
      }
    }
  }
  problem.output_features = arma::mat(words.size(), column.size(), arma::fill::zeros);
  for (const std::size_t n : {2U, 3U}) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (const auto& [ngram, count] : counts(words[i], n)) {
        (*problem.output_features)(i, column.at(ngram)) = count;
      }
    }
  }
  problem.output_gram = *problem.output_features * problem.output_features->t();
  problem.is_candidate.ones(words.size());
  return problem;
}

/// Decodes sum_i weights_i F_i for every row of weights; `fitted` are the weights of the training samples'
/// own predictions.
std::vector<std::string> decoded(const testing::Problem& problem, const std::string& options,
                                 const arma::mat& weights, const arma::mat& fitted) {
  const config::Value root = config::parse_yaml("decoder: {name: euler_path" + options + "}", "x");
  const ParsedDecoder decoder = parse_decoder(config::Reader(root), "decoder");
  const samples::DataSet data = problem.data();
  decoder.recipe.require(data);
  const auto bound =
      decoder.recipe.bind(data.inputs, std::make_shared<const outputs::TrainingOutputs>(
                                           data.outputs, outputs::ComponentCut{}, outputs::Centring::none));
  const decoders::FeaturePrediction prediction{outputs::Weights{weights}, outputs::Weights{fitted}};
  return std::get<outputs::NewStrings>(bound->decode(prediction, data.inputs).value).strings;
}

arma::mat identity(const testing::Problem& problem) {
  return arma::eye(problem.size(), problem.size());
}

}  // namespace

TEST_CASE("true counts give the words back where they determine them") {
  const std::vector<std::string> words = {"abcab", "cab", "bb", "a", "abba"};
  const testing::Problem problem = problem_of(words);
  const arma::mat all = identity(problem);
  CHECK(decoded(problem, ", order: 3", all, all) == words);
  CHECK(decoded(problem, ", order: 2, pool: [2, 3]", all, all) == words);
}

TEST_CASE("thresholds are such that the training predictions count as often as the n-grams occur") {
  const testing::Problem problem = problem_of({"ab", "ab", "cd", "cd"});
  // Predictions that are all too small by half: rounding at 1/2 would count nothing, or everything.
  const arma::mat halves = 0.4 * identity(problem);
  CHECK(decoded(problem, ", order: 2", halves, halves) == problem.output_strings);
  // Thresholds come from the fitted predictions alone: against theirs, these are too small.
  CHECK(decoded(problem, ", order: 2", 0.1 * identity(problem), halves) == std::vector<std::string>(4, ""));
}

TEST_CASE("a prediction counts once more for every unit above its threshold, and never below zero") {
  const testing::Problem problem = problem_of({"aaa", "b"});
  const arma::mat all = identity(problem);
  arma::mat weights = all;
  weights(0, 0) = 1.4;   // aa: 2.8, #a and a#: 1.4
  weights(1, 1) = -4.0;  // nothing is left
  const auto strings = decoded(problem, ", order: 2", weights, all);
  CHECK(strings[0] == "aaaa");
  CHECK(strings[1].empty());
}

TEST_CASE("an n-gram model of one order more chooses among the pre-images") {
  // Both words have the same bigrams.
  const testing::Problem one = problem_of({"abacab", "abacab", "acabab"});
  const testing::Problem other = problem_of({"acabab", "acabab", "abacab"});
  const std::string options = ", order: 2, choice: language_model";
  CHECK(decoded(one, options, identity(one), identity(one)) == std::vector<std::string>(3, "abacab"));
  CHECK(decoded(other, options, identity(other), identity(other)) == std::vector<std::string>(3, "acabab"));
}

TEST_CASE("counts beyond all measure, and orders that were not counted, are refused") {
  const testing::Problem problem = problem_of({"ab", "cd"});
  const arma::mat all = identity(problem);
  CHECK(thrown_message<NumericalError>([&] {
          decoded(problem, ", order: 2", 1e9 * all, all);
        }).find("n-gram") != std::string::npos);
  CHECK(thrown_message<NumericalError>([&] {
          decoded(problem, ", order: 2", arma::datum::nan * all, all);
        }).find("predicted counts: entry (0, 0) is nan") == 0);
  CHECK(thrown_message<std::invalid_argument>([&] { decoded(problem, ", order: 4", all, all); }) ==
        "decoder euler_path: the outputs have no counts of 4-grams");
}

}  // namespace preimage::suite::registry
