#include "preimage/sequences/structured_perceptron.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/sequences/viterbi.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::sequences {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

constexpr arma::uword kSymbols = 3;

using Labels = std::vector<arma::uword>;

struct Words {
  arma::mat K;
  LabelledChains chains;
};

/// Words of 1 to 4 letters; `noise` of 0 tells every letter by its image.
Words random_words(arma::uword count, double noise, std::uint64_t seed) {
  base::Random random(seed);
  Words words;
  words.chains.n_labels = kSymbols;
  Labels labels;
  for (arma::uword i = 0; i < count; ++i) {
    const std::size_t length = 1 + random.below(4);
    for (std::size_t t = 0; t < length; ++t) labels.push_back(random.below(kSymbols));
    words.chains.letters.append(length);
  }
  words.chains.labels = arma::uvec(labels);
  arma::mat X = noise * gaussian_matrix(labels.size(), kSymbols, seed + 1);
  for (arma::uword r = 0; r < labels.size(); ++r) X(r, labels[r]) += 1.0;
  words.K = arma::square(X * X.t() + 1.0);
  return words;
}

Labels labels_of(const LabelledChains& chains, arma::uword word) {
  const arma::span rows = chains.letters.span(word);
  return Labels(chains.labels.begin() + rows.a, chains.labels.begin() + rows.b + 1);
}

/// In the order of their first differing label.
std::vector<Labels> labellings_of(std::size_t length) {
  std::vector<Labels> all = {{}};
  for (std::size_t t = 0; t < length; ++t) {
    std::vector<Labels> longer;
    for (const Labels& labels : all) {
      for (arma::uword s = 0; s < kSymbols; ++s) {
        longer.push_back(labels);
        longer.back().push_back(s);
      }
    }
    all = longer;
  }
  return all;
}

/// Pairs of neighbours that both have, begin and end (kSymbols) included.
double common_pairs(Labels a, Labels b) {
  for (Labels* labels : {&a, &b}) {
    labels->insert(labels->begin(), kSymbols);
    labels->push_back(kSymbols);
  }
  double sum = 0.0;
  for (std::size_t t = 1; t < a.size(); ++t) {
    for (std::size_t u = 1; u < b.size(); ++u) sum += a[t - 1] == b[u - 1] && a[t] == b[u] ? 1.0 : 0.0;
  }
  return sum;
}

/// The algorithm as the paper prints it: alpha_{iy} for words i and strings y, and the joint kernel between
/// pairs of a word and a string, of which every sum is taken anew.
class PrintedPerceptron {
 public:
  explicit PrintedPerceptron(const Words& words) : words_(words) {}

  double joint_kernel(arma::uword i, const Labels& y, arma::uword j, const Labels& z) const {
    double sum = common_pairs(y, z);
    const arma::span rows = words_.chains.letters.span(i), columns = words_.chains.letters.span(j);
    for (std::size_t t = 0; t < y.size(); ++t) {
      for (std::size_t u = 0; u < z.size(); ++u)
        sum += y[t] == z[u] ? words_.K(rows.a + t, columns.a + u) : 0.0;
    }
    return sum;
  }
  double score(arma::uword i, const Labels& y) const {
    double sum = 0.0;
    for (const auto& [pair, alpha] : alpha_) sum += alpha * joint_kernel(i, y, pair.first, pair.second);
    return sum;
  }
  arma::uword pass() {
    arma::uword mistaken = 0;
    for (arma::uword i = 0; i < words_.chains.letters.size(); ++i) {
      const Labels truth = labels_of(words_.chains, i);
      Labels best;
      double largest = -arma::datum::inf;
      for (const Labels& y : labellings_of(truth.size())) {
        const double value = score(i, y);
        if (value > largest + 1e-9) {
          largest = value;
          best = y;
        }
      }
      if (best != truth) {
        ++mistaken;
        alpha_[{i, best}] -= 1.0;
        alpha_[{i, truth}] += 1.0;
      }
      for (const auto& [pair, alpha] : alpha_) summed_[pair] += alpha;
      steps_ += 1.0;
    }
    return mistaken;
  }
  /// alpha as what the chains' letters and pairs of neighbours add up to.
  StructuredPerceptron weights(bool averaged) const {
    StructuredPerceptron result{arma::mat(words_.K.n_rows, kSymbols, arma::fill::zeros),
                                arma::mat(kSymbols + 1, kSymbols + 1, arma::fill::zeros)};
    for (const auto& [pair, alpha] : averaged ? summed_ : alpha_) {
      const double weight = averaged ? alpha / steps_ : alpha;
      const arma::uword first = words_.chains.letters.begin(pair.first);
      arma::uword before = kSymbols;
      for (std::size_t t = 0; t < pair.second.size(); ++t) {
        result.coefficients(first + t, pair.second[t]) += weight;
        result.transitions(pair.second[t], before) += weight;
        before = pair.second[t];
      }
      result.transitions(kSymbols, before) += weight;
    }
    return result;
  }

 private:
  const Words& words_;
  std::map<std::pair<arma::uword, Labels>, double> alpha_, summed_;
  double steps_ = 0.0;
};

arma::uvec best_labels(const arma::mat& scores, const arma::mat& transitions) {
  return Viterbi(transitions, 1.0).decode(scores).symbols;
}

}  // namespace

TEST_CASE(
    "the perceptron in numbers of letters is that of pairs of words and strings, as the paper prints it") {
  arma::uword mistakes = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Words words = random_words(9, 0.8, 100 * seed);
    for (const bool averaged : {true, false}) {
      PrintedPerceptron printed(words);
      const auto found = structured_perceptrons(words.K, words.chains, best_labels, {{1, 2, 3, 4}, averaged});
      REQUIRE(found.size() == 4);
      for (const StructuredPerceptron& ours : found) {
        const arma::uword mistaken = printed.pass();
        const StructuredPerceptron expected = printed.weights(averaged);
        CHECK(ours.mistaken == mistaken);
        CHECK(is_close(ours.coefficients, expected.coefficients, 1e-12, 1e-12));
        CHECK(is_close(ours.transitions, expected.transitions, 1e-12, 1e-12));
        mistakes += mistaken;
      }
    }
  }
  CHECK(mistakes > 50);
}

TEST_CASE("separable words are separated, and further passes move the mean alone") {
  const Words words = random_words(12, 0.05, 7);
  const auto last = structured_perceptrons(words.K, words.chains, best_labels, {{50, 5000}, false});
  CHECK(last[0].mistaken == 0);
  CHECK(is_close(last[1].coefficients, last[0].coefficients, 0.0));
  const auto mean = structured_perceptrons(words.K, words.chains, best_labels, {{50, 5000000}, true});
  CHECK_FALSE(is_close(mean[0].coefficients, last[0].coefficients, 1e-3));
  CHECK(is_close(mean[1].coefficients, last[0].coefficients, 1e-4));
  for (arma::uword word = 0; word < words.chains.letters.size(); ++word) {
    const arma::span rows = words.chains.letters.span(word);
    const arma::mat scores = words.K.rows(rows) * last[0].coefficients;
    CHECK(arma::all(best_labels(scores, last[0].transitions) == words.chains.labels.rows(rows)));
  }
}

TEST_CASE("a perceptron's words without letters are no step") {
  Words words = random_words(6, 0.8, 9);
  const auto without = structured_perceptrons(words.K, words.chains, best_labels, {{3}, true});
  words.chains.letters.append(0);
  const auto with = structured_perceptrons(words.K, words.chains, best_labels, {{3}, true});
  CHECK(is_close(with[0].coefficients, without[0].coefficients, 0.0));
}

TEST_CASE(
    "a perceptron refuses passes that are none, a damaged Gram matrix and answers that are no labelling") {
  const Words words = random_words(4, 0.5, 8);
  const auto said = [&](const PerceptronOptions& options, const arma::mat& K, const ChainDecoder& decoder) {
    return thrown_message<NumericalError>([&] { structured_perceptrons(K, words.chains, decoder, options); });
  };
  const std::string passes = "structured perceptron: passes are to be 1 or more, ascending";
  CHECK(said({{}}, words.K, best_labels) == passes);
  CHECK(said({{0, 1}}, words.K, best_labels) == passes);
  CHECK(said({{2, 1}}, words.K, best_labels) == passes);
  CHECK(said({}, words.K.head_cols(2), best_labels).starts_with("structured perceptron: Gram matrix "));
  CHECK(said({}, words.K, [](const arma::mat&, const arma::mat&) {
          return arma::uvec{7};
        }).starts_with("structured perceptron: the decoder gave 1 labels up to 7, expected "));
}

}  // namespace preimage::sequences
