#include "preimage/sequences/ngram_language_model.hpp"

#include <cmath>
#include <limits>
#include <map>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/sequences/testing_strings.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::base::Random;
using preimage::testing::is_close;
using preimage::testing::random_string;
using preimage::testing::thrown_message;
using namespace preimage::sequences;

namespace {

using Strings = std::vector<std::string>;

std::string model_error(const Strings& words, const std::string& alphabet, std::size_t order,
                        const NgramSmoothing& smoothing = {}) {
  return thrown_message<NumericalError>([&] { NgramLanguageModel(words, alphabet, order, smoothing); });
}

Strings random_words(std::size_t count, const std::string& alphabet, Random& random) {
  Strings words(count);
  for (std::string& word : words) word = random_string(random.below(6), alphabet, random);
  return words;
}

/// log P(w) with contexts as text: '^' begins, '$' ends.
double by_definition(const Strings& words, std::size_t n_symbols, std::size_t order,
                     const NgramSmoothing& smoothing, const std::string& word) {
  const std::string begin(order - 1, '^');
  std::map<std::string, double> with_event, contexts;
  for (const std::string& training : words) {
    const std::string text = begin + training + '$';
    for (std::size_t i = 0; i + order <= text.size(); ++i) {
      with_event[text.substr(i, order)] += 1.0;
      contexts[text.substr(i, order - 1)] += 1.0;
    }
  }
  const std::string text = begin + word + '$';
  double sum = 0.0;
  for (std::size_t i = 0; i + order <= text.size(); ++i) {
    const double numerator = with_event[text.substr(i, order)] + smoothing.delta;
    const double denominator =
        contexts[text.substr(i, order - 1)] + smoothing.delta * static_cast<double>(n_symbols + 1);
    sum += numerator > 0.0 ? std::log(numerator / denominator) : smoothing.unseen_log_probability;
  }
  return sum;
}

}  // namespace

TEST_CASE("a bigram model by hand: counts over tokens, one end symbol") {
  const NgramLanguageModel model({"ab", "ab", "b"}, "ba", 2);
  CHECK(model.alphabet() == "ab");
  // P(a|begin) = 2/3, P(b|a) = 1, P(end|b) = 1; P(b|begin) = 1/3.
  CHECK(is_close(model.log_probability("ab"), std::log(2.0 / 3.0), 1e-15));
  CHECK(is_close(model.log_probability("b"), std::log(1.0 / 3.0), 1e-15));
  CHECK(is_close(model.log_probability("bb"), std::log(1.0 / 3.0) - 1e6, 1e-15));  // b after b is unseen
  CHECK(is_close(model.log_probability(""), -1e6, 1e-15));
  REQUIRE(arma::size(model.log_probabilities()) == arma::size(3, 3));
  CHECK(is_close(model.log_probabilities()(0, 2), std::log(2.0 / 3.0), 1e-15));  // a after begin
  CHECK(model.log_probabilities()(2, 1) == 0.0);                                 // the end after b
}

TEST_CASE("log probabilities of words agree with contexts written out as text") {
  Random random(1);
  for (const std::string alphabet : {"x", "abc", "a\x80\xff"}) {
    for (std::size_t order = 1; order <= 4; ++order) {
      for (const NgramSmoothing& smoothing :
           {NgramSmoothing{}, NgramSmoothing{0.0, -50.0}, NgramSmoothing{0.5}}) {
        const Strings words = random_words(8, alphabet, random);
        const NgramLanguageModel model(words, alphabet, order, smoothing);
        for (const std::string& word : random_words(20, alphabet, random)) {
          const double expected = by_definition(words, alphabet.size(), order, smoothing, word);
          CHECK(is_close(model.log_probability(word), expected, 1e-12, 1e-12));
        }
      }
    }
  }
}

TEST_CASE("probabilities sum to one: with delta in every context, without in those that occur") {
  Random random(2);
  const Strings words = random_words(10, "abcd", random);
  for (std::size_t order = 1; order <= 3; ++order) {
    const arma::mat smoothed =
        arma::exp(NgramLanguageModel(words, "abcd", order, {0.01}).log_probabilities());
    CHECK(
        is_close(arma::mat(arma::sum(smoothed, 0)), arma::mat(1, smoothed.n_cols, arma::fill::ones), 1e-12));
    const arma::mat plain = arma::exp(NgramLanguageModel(words, "abcd", order).log_probabilities());
    arma::uword occur = 0;
    for (const double sum : arma::rowvec(arma::sum(plain, 0))) {
      CHECK((sum == 0.0 || is_close(sum, 1.0, 1e-12)));
      occur += sum > 0.0 ? 1 : 0;
    }
    CHECK(occur >= 1);
    if (order == 3) CHECK(occur < plain.n_cols);  // begin symbols only stand in front
  }
}

TEST_CASE("words of up to 8 symbols sum to nearly one under a model of short words") {
  const NgramLanguageModel model({"", "a", "ab", "b"}, "ab", 2, {0.1});
  double sum = 0.0;
  Strings words = {""};
  for (std::size_t length = 0; length <= 8; ++length) {
    Strings longer;
    for (const std::string& word : words) {
      sum += std::exp(model.log_probability(word));
      longer.push_back(word + "a");
      longer.push_back(word + "b");
    }
    words = longer;
  }
  CHECK(sum < 1.0);
  CHECK(sum > 0.99);
}

TEST_CASE("an order longer than every word: a model like any other") {
  const NgramLanguageModel model({"ab", "ab", "a"}, "ab", 7);
  CHECK(is_close(model.log_probability("ab"), std::log(2.0 / 3.0), 1e-15));
  CHECK(is_close(model.log_probability("a"), std::log(1.0 / 3.0), 1e-15));
}

TEST_CASE("what is no model is refused") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(model_error({"a"}, "a", 0) == "n-gram model of order 0, expected at least 1");
  CHECK(model_error({"a"}, "abcdefghijklmnopqrstuvwxyz", 6) ==
        "n-gram model of order 6 over 26 symbols: more than 16777216 transitions");
  CHECK(model_error({"a"}, "abcdefghijklmnopqrstuvwxyz", 1'000'000'000) ==
        "n-gram model of order 1000000000 over 26 symbols: more than 16777216 transitions");
  CHECK(model_error({}, "a", 1) == "n-gram model: no training words");
  CHECK(model_error({"a"}, "", 1) == "n-gram model: no alphabet, expected at least 1 symbol");
  CHECK(model_error({"a"}, "aba", 1) == "n-gram model: the alphabet has 'a' twice");
  CHECK(model_error({"a", "a1"}, "ab", 1) == "n-gram model: '1' in 'a1' is not in the alphabet 'ab'");
  CHECK(model_error({"a"}, "a", 1, {-0.5}) == "n-gram model: delta is -0.5, expected 0 or more");
  CHECK(model_error({"a"}, "a", 1, {0.0, -inf}) ==
        "n-gram model: the log probability of unseen transitions is -inf");
  const NgramLanguageModel model({"a"}, "ab", 2);
  CHECK(thrown_message<NumericalError>([&] { model.log_probability("ac"); }) ==
        "n-gram model: 'c' in 'ac' is not in the alphabet 'ab'");
}
