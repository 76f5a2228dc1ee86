#include "preimage/sequences/max_margin_markov_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::NumericalError;
using preimage::base::Random;
using preimage::samples::Offsets;
using preimage::testing::gaussian_gram;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace preimage::sequences {

namespace {

/// All labellings of T letters, S^T rows.
arma::umat all_labellings(arma::uword letters, arma::uword n_labels) {
  arma::uword count = 1;
  for (arma::uword t = 0; t < letters; ++t) count *= n_labels;
  arma::umat labellings(count, letters);
  for (arma::uword row = 0; row < count; ++row) {
    arma::uword rest = row;
    for (arma::uword t = 0; t < letters; ++t, rest /= n_labels) labellings(row, t) = rest % n_labels;
  }
  return labellings;
}

double score(const arma::urowvec& labels, const arma::mat& scores, const arma::mat& transitions) {
  const arma::uword outside = scores.n_cols;
  double sum = transitions(labels(0), outside) + transitions(outside, labels(labels.n_elem - 1));
  for (arma::uword t = 0; t < labels.n_elem; ++t) sum += scores(t, labels(t));
  for (arma::uword t = 1; t < labels.n_elem; ++t) sum += transitions(labels(t), labels(t - 1));
  return sum;
}

/// The best of all labellings, one by one.
arma::uvec decode_by_enumeration(const arma::mat& scores, const arma::mat& transitions) {
  const arma::umat labellings = all_labellings(scores.n_rows, scores.n_cols);
  arma::uword best = 0;
  double largest = -std::numeric_limits<double>::infinity();
  for (arma::uword row = 0; row < labellings.n_rows; ++row) {
    const double sum = score(labellings.row(row), scores, transitions);
    if (sum <= largest) continue;
    largest = sum;
    best = row;
  }
  return labellings.row(best).t();
}

struct Toy {
  arma::mat X, K;
  LabelledChains chains;
};

/// Words of 1 to 4 letters with random labels, which their images tell badly.
Toy random_toy(arma::uword words, std::uint64_t seed) {
  Random random(seed);
  Toy toy;
  toy.chains.n_labels = 3;
  std::vector<arma::uword> labels;
  for (arma::uword i = 0; i < words; ++i) {
    const std::size_t length = 1 + random.below(4);
    for (std::size_t t = 0; t < length; ++t) labels.push_back(random.below(3));
    toy.chains.letters.append(length);
  }
  toy.chains.labels = arma::uvec(labels);
  toy.X = gaussian_matrix(labels.size(), 2, seed + 1);
  for (arma::uword r = 0; r < labels.size(); ++r) toy.X(r, 0) += static_cast<double>(labels[r]);
  toy.K = toy.X * toy.X.t();
  return toy;
}

/// The primal objective in explicit features, straight from its definition: V (2 x 3) scores an image's
/// linear features, so K = X X' and scores = X V.
double objective(const Toy& toy, const arma::mat& V, const arma::mat& transitions, double lambda) {
  const auto n = static_cast<double>(toy.chains.letters.size());
  double hinges = 0.0;
  for (arma::uword i = 0; i < toy.chains.letters.size(); ++i) {
    const arma::span rows = toy.chains.letters.span(i);
    const arma::mat scores = toy.X.rows(rows) * V;
    const arma::urowvec truth = toy.chains.labels.rows(rows).t();
    const arma::umat labellings = all_labellings(truth.n_elem, 3);
    double largest = 0.0;
    for (arma::uword row = 0; row < labellings.n_rows; ++row) {
      const auto loss = static_cast<double>(arma::accu(labellings.row(row) != truth));
      largest = std::max(largest, loss + score(labellings.row(row), scores, transitions) -
                                      score(truth, scores, transitions));
    }
    hinges += largest;
  }
  return 0.5 * lambda * (arma::accu(arma::square(V)) + arma::accu(arma::square(transitions))) + hinges / n;
}

MaxMarginOptions exact(double lambda) {
  MaxMarginOptions options;
  options.lambda = lambda;
  options.passes = 20000;
  options.tolerance = 2e-3;
  options.averaged = false;
  return options;
}

}  // namespace

TEST_CASE("a word without letters has one answer: it adds 1 to the number of words, and no loss") {
  const Toy toy = random_toy(7, 1);
  Toy with_empty = toy;
  std::vector<arma::uword> lengths = {0};
  for (arma::uword i = 0; i < 7; ++i) lengths.push_back(toy.chains.letters.length(i));
  lengths.insert(lengths.end(), {0, 0});
  with_empty.chains.letters = Offsets(lengths);
  // lambda / 2 |w|^2 + (sum of hinges) / 10 = 7 / 10 (10 / 7 lambda / 2 |w|^2 + (sum of hinges) / 7)
  const double lambda = 0.1;
  const auto network =
      max_margin_markov_network(with_empty.K, with_empty.chains, decode_by_enumeration, exact(lambda));
  const arma::mat V = toy.X.t() * network.coefficients;
  CHECK(network.gap() <= 2e-3);
  CHECK(is_close(network.primal, 0.7 * objective(toy, V, network.transitions, lambda / 0.7), 1e-10));
}

TEST_CASE("the primal value is that of the definition, and the gap closes on it") {
  for (const double lambda : {1.0, 0.1, 0.01}) {
    CAPTURE(lambda);
    const Toy toy = random_toy(7, 1);
    const auto network = max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, exact(lambda));
    const arma::mat V = toy.X.t() * network.coefficients;
    CHECK(is_close(network.primal, objective(toy, V, network.transitions, lambda), 1e-10));
    CHECK(network.gap() >= -1e-12);
    CHECK(network.gap() <= 2e-3);
    CHECK(network.passes < 20000);
    CHECK(network.transitions(3, 3) == 0.0);
  }
}

TEST_CASE("no other weights have an objective below the dual value") {
  const Toy toy = random_toy(6, 3);
  const double lambda = 0.05;
  const auto network = max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, exact(lambda));
  const arma::mat V = toy.X.t() * network.coefficients;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const double length = std::pow(10.0, -static_cast<double>(seed % 5));
    const arma::mat other = V + length * gaussian_matrix(2, 3, 100 + seed);
    const arma::mat transitions = network.transitions + length * gaussian_matrix(4, 4, 400 + seed);
    CHECK(objective(toy, other, transitions, lambda) >= network.dual);
  }
}

TEST_CASE(
    "averaged or not, early or late: the gap is that of the weights returned, the dual rises with passes") {
  const Toy toy = random_toy(12, 5);
  const auto fit = [&](std::size_t passes, bool averaged) {
    MaxMarginOptions options;
    options.lambda = 0.01;
    options.passes = passes;
    options.averaged = averaged;
    options.tolerance = 0.0;
    return max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, options);
  };
  double dual = 0.0;
  for (const std::size_t passes : {1, 2, 5, 20}) {
    for (const bool averaged : {false, true}) {
      const auto network = fit(passes, averaged);
      const arma::mat V = toy.X.t() * network.coefficients;
      CHECK(is_close(network.primal, objective(toy, V, network.transitions, 0.01), 1e-10));
      CHECK(network.gap() > 0.0);
      CHECK(network.dual >= dual);
      CHECK(network.passes == passes);
      dual = network.dual;
    }
  }
}

TEST_CASE("the average gives step k the weight k") {
  const Toy toy = random_toy(1, 7);  // with one word a pass is a step
  arma::mat coefficients(toy.K.n_rows, 3, arma::fill::zeros);
  arma::mat transitions(4, 4, arma::fill::zeros);
  MaxMarginOptions options;
  options.tolerance = 0.0;
  for (std::size_t k = 1; k <= 6; ++k) {
    options.passes = k;
    options.averaged = false;
    const auto network = max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, options);
    coefficients += static_cast<double>(k) / 21.0 * network.coefficients;
    transitions += static_cast<double>(k) / 21.0 * network.transitions;
  }
  options.averaged = true;
  const auto network = max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, options);
  CHECK(is_close(network.coefficients, coefficients, 1e-12));
  CHECK(is_close(network.transitions, transitions, 1e-12));
  options.averaged = false;
  CHECK_FALSE(
      is_close(max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, options).coefficients,
               coefficients, 1e-3));
}

TEST_CASE("separable words are learned without a mistake") {
  Toy toy = random_toy(15, 9);
  toy.X = 0.05 * gaussian_matrix(toy.chains.labels.n_elem, 3, 10);
  for (arma::uword r = 0; r < toy.X.n_rows; ++r) toy.X(r, toy.chains.labels(r)) += 1.0;
  toy.K = gaussian_gram(toy.X, toy.X, 2.0);
  MaxMarginOptions options;
  options.lambda = 1e-4;
  options.passes = 200;
  const auto network = max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, options);
  const arma::mat scores = toy.K * network.coefficients;
  for (arma::uword i = 0; i < toy.chains.letters.size(); ++i) {
    const arma::span rows = toy.chains.letters.span(i);
    const arma::uvec answer = decode_by_enumeration(scores.rows(rows), network.transitions);
    CHECK(arma::all(answer == arma::uvec(toy.chains.labels.rows(rows))));
  }
}

TEST_CASE("transitions are learned where images tell only one letter of a word") {
  Toy toy;
  toy.chains = {
      Offsets({3, 3, 3}), {0, 1, 2, 1, 2, 0, 2, 0, 1}, 3};  // each label follows from the one before it
  toy.X.zeros(9, 3);
  for (const arma::uword first : {0, 3, 6}) toy.X(first, toy.chains.labels(first)) = 1.0;
  toy.K = toy.X * toy.X.t();
  MaxMarginOptions options;
  options.lambda = 1e-3;
  options.passes = 500;
  const auto network = max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, options);
  const arma::mat scores = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  const arma::mat V = toy.X.t() * network.coefficients;
  const arma::uvec answer = decode_by_enumeration(scores * V, network.transitions);
  CHECK(arma::all(answer == arma::uvec{0, 1, 2, 0}));
  CHECK(network.transitions(1, 0) > network.transitions(2, 0));
}

TEST_CASE("the same seed gives the same bits, another one other steps") {
  const Toy toy = random_toy(12, 11);
  const auto fit = [&](std::uint64_t seed) {
    MaxMarginOptions options;
    options.passes = 3;
    options.seed = seed;
    return max_margin_markov_network(toy.K, toy.chains, decode_by_enumeration, options).coefficients;
  };
  CHECK(arma::approx_equal(fit(1), fit(1), "absdiff", 0.0));
  CHECK_FALSE(arma::approx_equal(fit(1), fit(2), "absdiff", 0.0));
}

TEST_CASE("bad chains, options, Gram matrices and decoders are refused") {
  const auto message = [](const LabelledChains& chains, const MaxMarginOptions& options = {},
                          const arma::mat& K = arma::mat(3, 3, arma::fill::eye),
                          const ChainDecoder& decoder = decode_by_enumeration) {
    return thrown_message<NumericalError>([&] { max_margin_markov_network(K, chains, decoder, options); });
  };
  const LabelledChains good = {Offsets({1, 2}), {0, 1, 0}, 2};
  const auto with = [](double lambda, std::size_t passes, double tolerance) {
    MaxMarginOptions options;
    options.lambda = lambda;
    options.passes = passes;
    options.tolerance = tolerance;
    return options;
  };
  CHECK(message({Offsets({1}), {0, 1, 0}, 2}) ==
        "chains: 1 words of 1 letters, expected at least 1 and as many letters as labels, 3");
  CHECK(message({Offsets(), {}, 2}) ==
        "chains: 0 words of 0 letters, expected at least 1 and as many letters as labels, 0");
  CHECK(message({Offsets({0, 0}), {}, 2}) ==
        "chains: 2 words of 0 letters, expected at least 1 and as many letters as labels, 0");
  CHECK(message({Offsets({1, 2}), {0, 2, 0}, 2}) == "chains: label 2, expected below 2");
  CHECK(message(good, with(0.0, 1, 0.0)) == "max-margin network: lambda is 0, expected > 0");
  CHECK(message(good, with(1.0, 0, 0.0)) == "max-margin network: 0 passes, expected >= 1");
  CHECK(message(good, with(1.0, 1, -1.0)) == "max-margin network: tolerance is -1, expected >= 0");
  CHECK(message(good, {}, arma::mat(3, 4)) == "max-margin network: Gram matrix 3 x 4, expected 3 x 3");
  CHECK(message(good, {}, arma::mat(3, 3, arma::fill::value(arma::datum::nan))).find("Gram matrix") == 0);
  const ChainDecoder short_answer = [](const arma::mat&, const arma::mat&) { return arma::uvec{}; };
  CHECK(message(good, {}, arma::mat(3, 3, arma::fill::eye), short_answer)
            .find("max-margin network: the decoder gave 0 labels up to 0, expected ") == 0);
  const ChainDecoder large_answer = [](const arma::mat& scores, const arma::mat&) {
    return arma::uvec(scores.n_rows, arma::fill::value(7));
  };
  CHECK(message(good, {}, arma::mat(3, 3, arma::fill::eye), large_answer).find("labels up to 7, expected ") !=
        std::string::npos);
}

}  // namespace preimage::sequences
