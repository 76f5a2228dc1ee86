// Regression for transductions with a known alignment, against explicit formulas.
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/sequences/ngram_language_model.hpp"
#include "preimage/sequences/viterbi.hpp"
#include "suite/registry/element_regression_options.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using namespace testing;

using sequences::BasisFit, sequences::BasisRule, sequences::ElementRegressionOptions;

namespace {

const std::string kAlphabet = "12";

struct Fit {
  samples::Split split;
  arma::uvec train, test;  // elements
  std::string symbols;
  arma::mat Y;
};

Fit make_fit(const testing::Problem& problem) {
  Fit fit;
  fit.split = strided_split(problem.size(), 4);
  fit.train = testing::elements_of(problem, fit.split.train);
  fit.test = testing::elements_of(problem, fit.split.test);
  const auto aligned = sequences::aligned_symbols(problem.data().subset(fit.split.train));
  fit.symbols = aligned.alphabet.text_of(aligned.numbers);
  fit.Y.zeros(fit.symbols.size(), 2);
  for (std::size_t i = 0; i < fit.symbols.size(); ++i) fit.Y(i, fit.symbols[i] == '2' ? 1 : 0) = 1.0;
  return fit;
}

arma::mat scores_of(const testing::Problem& problem, const Fit& fit,
                    const ElementRegressionOptions& options) {
  const samples::DataSet data = problem.data();
  const sequences::ElementRegression regression(data.subset(fit.split.train), options);
  return regression.scores(data.inputs.subset(fit.split.test))->values;
}

arma::mat inverse_with_ridge(arma::mat K, double ridge) {
  K.diag() += ridge;
  return arma::inv(K);
}

std::vector<std::string> strings_of(const outputs::Prediction& prediction) {
  return std::get<outputs::NewStrings>(prediction.value).strings;
}

}  // namespace

TEST_CASE("the scores are kernel ridge regression of the symbols' indicators, not centred") {
  const testing::Problem problem = toy_problem();
  const Fit fit = make_fit(problem);
  const arma::mat& K = problem.elements.gram;
  const arma::mat expected =
      K.submat(fit.test, fit.train) * inverse_with_ridge(K.submat(fit.train, fit.train), 0.3) * fit.Y;
  ElementRegressionOptions options;
  options.ridge = 0.3;
  CHECK(is_close(scores_of(problem, fit, options), expected, 1e-9));
}

TEST_CASE("a basis of a few elements, fitted in three ways") {
  const testing::Problem problem = toy_problem();
  const Fit fit = make_fit(problem);
  const arma::mat& K = problem.elements.gram;
  ElementRegressionOptions options;
  options.ridge = 0.3;
  options.rule = BasisRule::incomplete_cholesky;
  options.size = 9;
  const arma::mat K_train = K.submat(fit.train, fit.train);
  const arma::uvec pivots = regression::PivotBasis(K_train, K_train.diag()).first(9);
  const arma::uvec basis = fit.train.elem(pivots);
  const arma::mat K_SS = K.submat(basis, basis), K_AS = K.submat(fit.train, basis);
  const arma::mat K_test = K.submat(fit.test, basis);

  const arma::mat normal = K_AS.t() * K_AS + 0.3 * K_SS;
  CHECK(is_close(scores_of(problem, fit, options), K_test * arma::inv(normal) * K_AS.t() * fit.Y, 1e-6));
  options.fit = BasisFit::basis_only;
  const arma::mat subset = inverse_with_ridge(K_SS, 0.3) * fit.Y.rows(pivots);
  CHECK(is_close(scores_of(problem, fit, options), K_test * subset, 1e-8));
  options.fit = BasisFit::as_printed;
  CHECK(is_close(scores_of(problem, fit, options), K_test * arma::inv(K_SS) * K_AS.t() * fit.Y, 1e-6));
}

TEST_CASE("every rule of choosing a basis comes to the full regression with all independent elements") {
  const testing::Problem problem = toy_problem(20);
  const Fit fit = make_fit(problem);
  ElementRegressionOptions options;
  options.ridge = 0.5;
  const arma::mat expected = scores_of(problem, fit, options);
  options.size = fit.train.n_elem;
  for (const BasisRule rule : {BasisRule::random, BasisRule::incomplete_cholesky, BasisRule::largest_residual,
                               BasisRule::largest_drop}) {
    CAPTURE(static_cast<int>(rule));
    options.rule = rule;
    CHECK(is_close(scores_of(problem, fit, options), expected, 1e-5));
  }
  options.size += 1;
  CHECK(thrown_message<NumericalError>([&] { scores_of(problem, fit, options); }) ==
        fmt::format("basis.size {} exceeds the {} training elements", options.size, fit.train.n_elem));
}

TEST_CASE("without a model every symbol is the best of its position, with one Viterbi's string is taken") {
  const testing::Problem problem = toy_problem();
  const Fit fit = make_fit(problem);
  ElementRegressionOptions options;
  options.ridge = 0.3;
  const arma::mat scores = scores_of(problem, fit, options);
  std::vector<std::string> words;
  for (const arma::uword sample : fit.split.train) words.push_back(problem.output_strings[sample]);
  const sequences::NgramLanguageModel model(words, kAlphabet, 3);
  const sequences::Viterbi viterbi(model.log_probabilities(), 3.0);

  const auto plain = make_learner("{method: aligned_transduction, ridge: 0.3}", problem);
  const auto modelled = make_learner(
      "{method: aligned_transduction, ridge: 0.3, language_model: {order: 3}, weight: [3, 0]}", problem);
  const auto without = strings_of(plain->predict(0, fit.split));
  const auto with = strings_of(modelled->predict(1, fit.split));
  CHECK(strings_of(modelled->predict(0, fit.split)) == without);  // weight 0
  CHECK(with != without);
  arma::uword begin = 0;
  for (std::size_t i = 0; i < fit.split.test.n_elem; ++i) {
    const arma::uword length = problem.elements.offsets.length(fit.split.test(i));
    const arma::mat block = scores.rows(begin, begin + length - 1);
    begin += length;
    std::string best, path;
    for (arma::uword t = 0; t < length; ++t) best += block(t, 1) > block(t, 0) ? '2' : '1';
    for (const arma::uword s : viterbi.decode(block).symbols) path += kAlphabet[s];
    CHECK(without[i] == best);
    CHECK(with[i] == path);
  }
}

TEST_CASE("an output of another length than its input is named") {
  testing::Problem problem = toy_problem();
  const samples::Split split = strided_split(problem.size(), 4);
  const arma::uword sample = split.train(0);
  problem.output_strings[sample] += "1";
  const auto learner = make_learner("{method: aligned_transduction, ridge: 0.3}", problem);
  CHECK(thrown_message<std::invalid_argument>([&] { learner->predict(0, split); }) ==
        fmt::format("sample {}: {} elements and an output of {} symbols, expected as many", sample,
                    problem.elements.offsets.length(sample), problem.output_strings[sample].size()));
}

TEST_CASE("training inputs that are all empty have nothing to regress on") {
  const kernels::Points none = kernels::Points::given(arma::mat());
  const samples::DataSet empty{
      samples::SampleSet(2).with(sequences::Elements{samples::Offsets({0, 0}), none}),
      samples::SampleSet(2).with(kernels::Strings{"", ""})};
  for (const BasisRule rule : {BasisRule::all, BasisRule::largest_residual}) {
    ElementRegressionOptions options;
    options.ridge = 0.1;
    options.rule = rule;
    const sequences::ElementRegression regression(empty, options);
    CHECK(thrown_message<NumericalError>([&] { regression.scores(empty.inputs); }) ==
          "regression of elements: the training inputs have none");
  }
}

}  // namespace preimage::suite::registry
