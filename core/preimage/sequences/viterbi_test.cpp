#include "preimage/sequences/viterbi.hpp"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/sequences/max_margin_markov_network.hpp"
#include "preimage/sequences/ngram_language_model.hpp"
#include "preimage/sequences/testing_strings.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::base::Random;
using preimage::sequences::NgramLanguageModel;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
using namespace preimage::sequences;
using namespace preimage::testing;

namespace {

/// Whole numbers up to 3, so that sums are exact and ties many.
arma::mat whole_numbers(arma::uword rows, arma::uword columns, Random& random) {
  arma::mat numbers(rows, columns);
  numbers.imbue([&] { return static_cast<double>(random.below(4)); });
  return numbers;
}

arma::uword power(arma::uword base, std::size_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// The score of a string, contexts numbered digit by digit.
double score_by_definition(const std::vector<arma::uword>& symbols, const arma::mat& scores,
                           const arma::mat& table, double weight, std::size_t order) {
  const arma::uword events = table.n_rows;
  std::vector<arma::uword> text(order - 1, events - 1);
  text.insert(text.end(), symbols.begin(), symbols.end());
  text.push_back(events - 1);
  double sum = 0.0;
  for (std::size_t i = 0; i <= symbols.size(); ++i) {
    arma::uword context = 0;
    for (std::size_t k = 0; k + 1 < order; ++k) context += text[i + k] * power(events, order - 2 - k);
    sum += weight * table(text[i + order - 1], context);
    if (i < symbols.size()) sum += scores(i, symbols[i]);
  }
  return sum;
}

/// All strings in the order of their symbols; the first with the largest score.
ViterbiPath by_definition(const arma::mat& scores, const arma::mat& table, double weight, std::size_t order) {
  ViterbiPath best{{}, -std::numeric_limits<double>::infinity()};
  std::string digits;
  for (arma::uword s = 0; s < scores.n_cols; ++s) digits += static_cast<char>(s);
  for (const std::string& string : all_strings(scores.n_rows, digits)) {
    const std::vector<arma::uword> symbols(string.begin(), string.end());
    const double score = score_by_definition(symbols, scores, table, weight, order);
    if (score > best.score) best = {arma::uvec(symbols), score};
  }
  return best;
}

bool same_symbols(const arma::uvec& a, const arma::uvec& b) {
  return a.n_elem == b.n_elem && arma::all(a == b);
}

}  // namespace

TEST_CASE("the path is the first of the best among all strings, orders 1 to 4, ties included") {
  Random random(1);
  for (std::size_t order = 1; order <= 4; ++order) {
    for (arma::uword symbols = 1; symbols <= 3; ++symbols) {
      for (arma::uword length = 0; length <= 5; ++length) {
        for (const double weight : {0.0, 0.5, 1.0, -1.0}) {
          const arma::mat table = -whole_numbers(symbols + 1, power(symbols + 1, order - 1), random);
          const arma::mat scores = whole_numbers(length, symbols, random);
          const ViterbiPath expected = by_definition(scores, table, weight, order);
          const ViterbiPath found = Viterbi(table, weight).decode(scores);
          CHECK(found.score == expected.score);
          CHECK(same_symbols(found.symbols, expected.symbols));
        }
      }
    }
  }
}

TEST_CASE("with the table of a language model the score is the model's log probability and the scores") {
  Random random(2);
  const std::vector<std::string> words = {"abca", "cab", "abc", "b", "cca"};
  for (std::size_t order = 1; order <= 4; ++order) {
    for (const double delta : {0.0, 0.1}) {
      const NgramLanguageModel model(words, "abc", order, {delta, -1e6});
      arma::mat scores(5, 3);
      scores.imbue([&] { return random.gaussian(); });
      const ViterbiPath path = Viterbi(model.log_probabilities(), 0.3).decode(scores);
      double sum = 0.0;
      std::string string;
      for (arma::uword t = 0; t < 5; ++t) {
        sum += scores(t, path.symbols(t));
        string += model.alphabet()[path.symbols(t)];
      }
      CHECK(is_close(path.score, sum + 0.3 * model.log_probability(string), 1e-12));
      const ViterbiPath expected = by_definition(scores, model.log_probabilities(), 0.3, order);
      CHECK(same_symbols(path.symbols, expected.symbols));
      CHECK(is_close(path.score, expected.score, 1e-12));
    }
  }
}

TEST_CASE("a dictionary of two words decides where the scores do not") {
  const NgramLanguageModel model({"aba", "bab"}, "ab", 4);
  const Viterbi viterbi(model.log_probabilities(), 0.1);
  const arma::mat even(3, 2, arma::fill::zeros);
  CHECK(same_symbols(viterbi.decode(even).symbols, {0, 1, 0}));  // equal: the lowest symbol first
  arma::mat towards_b = even;
  towards_b(2, 1) = 1e-3;
  CHECK(same_symbols(viterbi.decode(towards_b).symbols, {1, 0, 1}));
}

TEST_CASE("shapes and numbers that make no sense are refused") {
  const arma::mat table(3, 9, arma::fill::zeros);
  const Viterbi viterbi(table, 1.0);
  CHECK(thrown_message<NumericalError>([&] { viterbi.decode(arma::mat(4, 3)); }) ==
        "Viterbi: scores of 3 symbols, expected 2");
  CHECK(thrown_message<NumericalError>([] { Viterbi(arma::mat(3, 6, arma::fill::zeros), 1.0); }) ==
        "Viterbi: a table of 3 events and 6 contexts, expected B >= 2 and a power of B");
  CHECK(thrown_message<NumericalError>([] { Viterbi(arma::mat(1, 1, arma::fill::zeros), 1.0); }) ==
        "Viterbi: a table of 1 events and 1 contexts, expected B >= 2 and a power of B");
  arma::mat scores(2, 2, arma::fill::zeros);
  scores(1, 0) = arma::datum::nan;
  CHECK_THROWS_AS(viterbi.decode(scores), NumericalError);
  CHECK_THROWS_AS(Viterbi(table - arma::datum::inf, 1.0), NumericalError);
  CHECK_THROWS_AS(Viterbi(table, arma::datum::nan), NumericalError);
}

TEST_CASE("Viterbi as the decoder that a max-margin Markov network is trained with: the gap closes") {
  // Labels 0 1 2 0 1 2 ... from any first one on; images tell the label, badly.
  Random random(31);
  preimage::sequences::LabelledChains chains{{}, {}, 3};
  std::vector<arma::uword> labels;
  for (std::size_t word = 0; word < 20; ++word) {
    const std::size_t begin = random.below(3), length = 2 + random.below(6);
    for (std::size_t t = 0; t < length; ++t) labels.push_back((begin + t) % 3);
    chains.letters.append(length);
  }
  chains.labels = arma::uvec(labels);
  arma::mat X(labels.size(), 3);
  X.imbue([&] { return random.gaussian(); });
  for (std::size_t r = 0; r < labels.size(); ++r) X(r, labels[r]) += 1.0;
  const auto decoder = [](const arma::mat& scores, const arma::mat& transitions) {
    return Viterbi(transitions, 1.0).decode(scores).symbols;
  };
  preimage::sequences::MaxMarginOptions options;
  options.lambda = 0.02;
  options.passes = 2000;
  options.tolerance = 0.01;
  const auto network = max_margin_markov_network(X * X.t(), chains, decoder, options);
  CHECK(network.gap() >= 0.0);
  CHECK(network.gap() <= 0.01);
  const arma::mat scores = X * (X.t() * network.coefficients);
  arma::uword right = 0, right_alone = 0;
  for (arma::uword i = 0; i < chains.letters.size(); ++i) {
    const arma::span rows = chains.letters.span(i);
    const arma::uvec truth = chains.labels.rows(rows);
    right += arma::accu(decoder(scores.rows(rows), network.transitions) == truth);
    right_alone += arma::accu(arma::index_max(scores.rows(rows), 1) == truth);
  }
  CHECK(10 * right > 9 * labels.size());
  CHECK(10 * right_alone < 8 * labels.size());
}

TEST_CASE("rounding does not decide between strings of equal score") {
  const preimage::sequences::Viterbi viterbi(arma::mat(3, 1, arma::fill::zeros), 1.0);
  const arma::mat scores = {{0.3, 0.1 + 0.2}, {0.1 + 0.2, 0.3}, {0.3, 0.3 + 1e-12}};
  CHECK(arma::all(viterbi.decode(scores).symbols == arma::uvec{0, 0, 1}));
  // Two symbols of which the second leads to scores of 1000 that are larger by their last digits.
  arma::mat table(3, 3, arma::fill::value(-1.0));
  table.col(1) += 4e-13;
  CHECK(preimage::sequences::Viterbi(table, 1.0).decode({{0.0, 0.0}, {1000.0, 1000.0}}).symbols(0) == 0);
  table.col(1) += 1e-9;
  CHECK(preimage::sequences::Viterbi(table, 1.0).decode({{0.0, 0.0}, {1000.0, 1000.0}}).symbols(0) == 1);
}
