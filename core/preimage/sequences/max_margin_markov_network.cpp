#include "preimage/sequences/max_margin_markov_network.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::sequences {

namespace {

constexpr const char* kMethod = "max-margin network";

void require_options(const MaxMarginOptions& options) {
  if (!(options.lambda > 0.0)) {
    throw NumericalError(fmt::format("max-margin network: lambda is {}, expected > 0", options.lambda));
  }
  regression::require_frank_wolfe_options(options, "max-margin network");
}

/// The letters' part is in units of the images: row t says how much of image t is in the place of each label.
struct Features {
  arma::mat letters;      // T x S
  arma::mat transitions;  // (S + 1) x (S + 1)
};
using Corner = regression::FrankWolfeCorner<Features>;

/// How labellings of a word are scored.
struct Scores {
  arma::mat letters;  // T x S
  arma::mat transitions;
};

/// What is returned, and the scores of all letters with it.
struct Weights {
  arma::mat coefficients, transitions, scores;
  double squared_norm() const {
    return arma::dot(coefficients, scores) + arma::dot(transitions, transitions);
  }
};

/// The weights as they change (regression/frank_wolfe.hpp): letters and transitions are lambda n w, so that
/// they hold plain counts. Blocks are the words that have letters.
class Space {
 public:
  Space(const arma::mat& K, const LabelledChains& chains, const ChainDecoder& decoder,
        const MaxMarginOptions& options)
      : K_(K),
        chains_(chains),
        decoder_(decoder),
        scale_(options.lambda * static_cast<double>(chains.letters.size())),
        averaged_(options.averaged),
        words_(words_with_letters(chains)),
        letters_(K.n_rows, chains.n_labels, arma::fill::zeros),
        products_(arma::size(letters_), arma::fill::zeros),
        transitions_(chains.n_labels + 1, chains.n_labels + 1, arma::fill::zeros),
        word_transitions_(chains.n_labels + 1, chains.n_labels + 1, chains.letters.size(), arma::fill::zeros),
        late_letters_(arma::size(letters_), arma::fill::zeros),
        late_transitions_(arma::size(transitions_), arma::fill::zeros) {}

  double scale() const { return scale_; }
  std::size_t blocks() const { return words_.size(); }
  Scores at(std::size_t block) const {
    return {products_.rows(rows_of(block)) / scale_, transitions_ / scale_};
  }
  Scores at(std::size_t block, const Weights& weights) const {
    return {weights.scores.rows(rows_of(block)), weights.transitions};
  }
  Corner worst_answer(std::size_t block, const Scores& at) const;
  double hinge(const Corner& corner, const Scores& at) const {
    return corner.loss - arma::dot(corner.difference.letters, at.letters) -
           arma::dot(corner.difference.transitions, at.transitions);
  }
  void subtract(std::size_t block, Features& difference) const {
    difference.letters -= letters_.rows(rows_of(block));
    difference.transitions -= word_transitions_.slice(words_[block]);
  }
  double squared_norm(std::size_t block, const Features& difference) const {
    const arma::span rows = rows_of(block);
    return arma::dot(difference.letters, K_(rows, rows) * difference.letters) +
           arma::dot(difference.transitions, difference.transitions);
  }
  double squared_norm() const {
    return (arma::dot(letters_, K_ * letters_) + arma::dot(transitions_, transitions_)) / (scale_ * scale_);
  }
  void move(std::size_t block, const Features& direction, double gamma, double step);
  Weights weights(double steps) const;

 private:
  arma::span rows_of(std::size_t block) const { return chains_.letters.span(words_[block]); }

  const arma::mat& K_;
  const LabelledChains& chains_;
  const ChainDecoder& decoder_;
  double scale_;  // lambda n
  bool averaged_;
  std::vector<arma::uword> words_;
  arma::mat letters_, products_;  // K letters_, which every move changes by few columns of K
  arma::mat transitions_;
  arma::cube word_transitions_;
  arma::mat late_letters_, late_transitions_;  // sum of k (k - 1) / 2 times the change in step k
};

/// The labelling of the largest sum of loss and score, against the true one.
Corner Space::worst_answer(std::size_t block, const Scores& at) const {
  const arma::uvec labels = chains_.labels.rows(rows_of(block));
  arma::mat augmented = at.letters + 1.0;
  for (arma::uword t = 0; t < labels.n_elem; ++t) augmented(t, labels(t)) -= 1.0;
  const arma::uvec answer = decoded(decoder_, augmented, at.transitions, kMethod);
  Corner corner{{arma::mat(arma::size(at.letters), arma::fill::zeros),
                 arma::mat(arma::size(at.transitions), arma::fill::zeros)},
                static_cast<double>(arma::accu(answer != labels))};
  for (arma::uword t = 0; t < labels.n_elem; ++t) {
    corner.difference.letters(t, labels(t)) += 1.0;
    corner.difference.letters(t, answer(t)) -= 1.0;
  }
  count_transitions(labels, 1.0, corner.difference.transitions);
  count_transitions(answer, -1.0, corner.difference.transitions);
  return corner;
}

void Space::move(std::size_t block, const Features& direction, double gamma, double step) {
  const arma::uword word = words_[block];
  const double lateness = gamma * step * (step - 1.0) / 2.0;
  letters_.rows(rows_of(block)) += gamma * direction.letters;
  late_letters_.rows(rows_of(block)) += lateness * direction.letters;
  for (arma::uword s = 0; s < letters_.n_cols; ++s) {
    for (arma::uword t = 0; t < direction.letters.n_rows; ++t) {
      const double change = gamma * direction.letters(t, s);
      if (change != 0.0)
        add_multiple(change, K_.colptr(chains_.letters.begin(word) + t), K_.n_rows, products_.colptr(s));
    }
  }
  transitions_ += gamma * direction.transitions;
  late_transitions_ += lateness * direction.transitions;
  word_transitions_.slice(word) += gamma * direction.transitions;
}

/// With W_k the weights after step k the mean is sum_k k W_k / (1 + ... + p): a change in step k takes part
/// from then on, so of the last weights k (k - 1) / 2 parts in p (p + 1) / 2 of it are missing.
Weights Space::weights(double steps) const {
  const double missing = averaged_ ? 2.0 / (steps * (steps + 1.0)) : 0.0;
  Weights weights{(letters_ - missing * late_letters_) / scale_,
                  (transitions_ - missing * late_transitions_) / scale_,
                  {}};
  weights.scores = K_ * weights.coefficients;
  return weights;
}

}  // namespace

MaxMarginMarkovNetwork max_margin_markov_network(const arma::mat& K, const LabelledChains& chains,
                                                 const ChainDecoder& decoder,
                                                 const MaxMarginOptions& options) {
  require_chains(K, chains, kMethod);
  require_options(options);
  Space space(K, chains, decoder, options);
  auto result = regression::block_frank_wolfe(space, static_cast<double>(chains.letters.size()),
                                              space.blocks(), space.scale(), options);
  return {result.bounds, std::move(result.weights.coefficients), std::move(result.weights.transitions)};
}

}  // namespace preimage::sequences
