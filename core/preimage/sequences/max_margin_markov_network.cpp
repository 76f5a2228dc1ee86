#include "preimage/sequences/max_margin_markov_network.hpp"

#include <utility>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/frank_wolfe_passes.hpp"

namespace preimage::sequences {

namespace {

void require_chains(const LabelledChains& chains) {
  const samples::Offsets& letters = chains.letters;
  if (letters.total() == 0 || letters.total() != chains.labels.n_elem) {
    throw NumericalError(
        fmt::format("chains: {} words of {} letters, expected at least 1 and as many letters as labels, {}",
                    letters.size(), letters.total(), chains.labels.n_elem));
  }
  const arma::uword largest = chains.labels.max();
  if (largest >= chains.n_labels) {
    throw NumericalError(fmt::format("chains: label {}, expected below {}", largest, chains.n_labels));
  }
}

void require_options(const MaxMarginOptions& options) {
  if (!(options.lambda > 0.0)) {
    throw NumericalError(fmt::format("max-margin network: lambda is {}, expected > 0", options.lambda));
  }
  if (options.passes < 1) throw NumericalError("max-margin network: 0 passes, expected >= 1");
  if (!(options.tolerance >= 0.0)) {
    throw NumericalError(
        fmt::format("max-margin network: tolerance is {}, expected >= 0", options.tolerance));
  }
}

/// Differences of features f(x_i, y_i) - f(x_i, y) and their loss, of one labelling or a mean of some. The
/// letters' part is in units of the images: row t says how much of image t is in the place of each label.
struct Corner {
  arma::mat letters;      // T x S
  arma::mat transitions;  // (S + 1) x (S + 1)
  double loss = 0.0;
};

void count_transitions(const arma::uvec& labels, double weight, arma::mat& transitions) {
  arma::uword before = transitions.n_cols - 1;
  for (const arma::uword label : labels) {
    transitions(label, before) += weight;
    before = label;
  }
  transitions(transitions.n_rows - 1, before) += weight;
}

/// sums += factor values, n of them.
PREIMAGE_AVX2_CLONES void add_multiple(double factor, const double* values, arma::uword n, double* sums) {
  for (arma::uword i = 0; i < n; ++i) sums[i] += factor * values[i];
}

/// The weights as they change. In the paper's terms w = sum_i w_i, w_i = sum_y alpha_i(y) psi_i(y) / (lambda
/// n): letters and transitions here are lambda n w, so that they hold plain counts.
class Trainer {
 public:
  Trainer(const arma::mat& K, const LabelledChains& chains, const ChainDecoder& decoder,
          const MaxMarginOptions& options)
      : K_(K),
        chains_(chains),
        decoder_(decoder),
        n_(static_cast<double>(chains.letters.size())),
        scale_(options.lambda * n_),
        averaged_(options.averaged),
        letters_(K.n_rows, chains.n_labels, arma::fill::zeros),
        products_(arma::size(letters_), arma::fill::zeros),
        transitions_(chains.n_labels + 1, chains.n_labels + 1, arma::fill::zeros),
        word_transitions_(chains.n_labels + 1, chains.n_labels + 1, chains.letters.size(), arma::fill::zeros),
        word_losses_(chains.letters.size(), arma::fill::zeros),
        late_letters_(arma::size(letters_), arma::fill::zeros),
        late_transitions_(arma::size(transitions_), arma::fill::zeros) {}

  double step(arma::uword word);
  MaxMarginMarkovNetwork machine(std::size_t passes) const;

 private:
  arma::span rows_of(arma::uword word) const { return chains_.letters.span(word); }
  Corner worst_answer(arma::uword word, const arma::mat& scores, const arma::mat& transitions) const;
  double objective(const arma::mat& letters, const arma::mat& transitions) const;
  double dual_objective() const;
  void move(arma::uword word, const Corner& direction, double gamma);

  const arma::mat& K_;
  const LabelledChains& chains_;
  const ChainDecoder& decoder_;
  double n_, scale_;  // number of words; lambda n
  bool averaged_;
  arma::mat letters_, products_;  // K letters_, which every move changes by few columns of K
  arma::mat transitions_;
  arma::cube word_transitions_;
  arma::vec word_losses_;
  double steps_ = 0.0;
  arma::mat late_letters_, late_transitions_;  // sum of k (k - 1) / 2 times the change in step k
};

/// The labelling of the largest sum of loss and score, against the true one.
Corner Trainer::worst_answer(arma::uword word, const arma::mat& scores, const arma::mat& transitions) const {
  const arma::uvec labels = chains_.labels.rows(rows_of(word));
  arma::mat augmented = scores + 1.0;
  for (arma::uword t = 0; t < labels.n_elem; ++t) augmented(t, labels(t)) -= 1.0;
  const arma::uvec answer = decoder_(augmented, transitions);
  if (answer.n_elem != labels.n_elem || answer.max() >= chains_.n_labels) {
    throw NumericalError(
        fmt::format("max-margin network: the decoder gave {} labels up to {}, expected {} below {}",
                    answer.n_elem, answer.is_empty() ? 0 : answer.max(), labels.n_elem, chains_.n_labels));
  }
  Corner corner{arma::mat(arma::size(scores), arma::fill::zeros),
                arma::mat(arma::size(transitions), arma::fill::zeros),
                static_cast<double>(arma::accu(answer != labels))};
  for (arma::uword t = 0; t < labels.n_elem; ++t) {
    corner.letters(t, labels(t)) += 1.0;
    corner.letters(t, answer(t)) -= 1.0;
  }
  count_transitions(labels, 1.0, corner.transitions);
  count_transitions(answer, -1.0, corner.transitions);
  return corner;
}

/// One step of algorithm 4. Returns the word's share of the duality gap before the step.
double Trainer::step(arma::uword word) {
  if (chains_.letters.length(word) == 0) return 0.0;  // there is one answer, the true one
  const arma::span rows = rows_of(word);
  const arma::mat scores = products_.rows(rows) / scale_;
  const arma::mat transition_scores = transitions_ / scale_;
  Corner direction = worst_answer(word, scores, transition_scores);
  direction.letters -= letters_.rows(rows);
  direction.transitions -= word_transitions_.slice(word);
  direction.loss -= word_losses_(word);
  const double gap = direction.loss - arma::dot(direction.letters, scores) -
                     arma::dot(direction.transitions, transition_scores);
  const double curvature = arma::dot(direction.letters, K_(rows, rows) * direction.letters) +
                           arma::dot(direction.transitions, direction.transitions);
  steps_ += 1.0;
  const double gamma = regression::frank_wolfe_step(scale_ * gap, curvature);
  if (gamma > 0.0) move(word, direction, gamma);
  return gap / n_;
}

void Trainer::move(arma::uword word, const Corner& direction, double gamma) {
  const double lateness = gamma * steps_ * (steps_ - 1.0) / 2.0;
  letters_.rows(rows_of(word)) += gamma * direction.letters;
  late_letters_.rows(rows_of(word)) += lateness * direction.letters;
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
  word_losses_(word) += gamma * direction.loss;
}

/// lambda/2 |w|^2 + the mean hinge loss, all words at the same weights.
double Trainer::objective(const arma::mat& letters, const arma::mat& transitions) const {
  const arma::mat scores = K_ * letters;
  double hinges = 0.0;
  for (arma::uword word = 0; word < word_losses_.n_elem; ++word) {
    if (chains_.letters.length(word) == 0) continue;
    const arma::mat own = scores.rows(rows_of(word));
    const Corner worst = worst_answer(word, own, transitions);
    hinges += worst.loss - arma::dot(worst.letters, own) - arma::dot(worst.transitions, transitions);
  }
  const double squared_norm = arma::dot(letters, scores) + arma::dot(transitions, transitions);
  return 0.5 * scale_ / n_ * squared_norm + hinges / n_;
}

double Trainer::dual_objective() const {
  const double squared_norm =
      (arma::dot(letters_, K_ * letters_) + arma::dot(transitions_, transitions_)) / (scale_ * scale_);
  return arma::accu(word_losses_) / n_ - 0.5 * scale_ / n_ * squared_norm;
}

/// With W_k the weights after step k the mean is sum_k k W_k / (1 + ... + p): a change in step k takes part
/// from then on, so of the last weights k (k - 1) / 2 parts in p (p + 1) / 2 of it are missing.
MaxMarginMarkovNetwork Trainer::machine(std::size_t passes) const {
  const double missing = averaged_ ? 2.0 / (steps_ * (steps_ + 1.0)) : 0.0;
  MaxMarginMarkovNetwork network;
  network.coefficients = (letters_ - missing * late_letters_) / scale_;
  network.transitions = (transitions_ - missing * late_transitions_) / scale_;
  network.primal = objective(network.coefficients, network.transitions);
  network.dual = dual_objective();
  network.passes = passes;
  return network;
}

}  // namespace

MaxMarginMarkovNetwork max_margin_markov_network(const arma::mat& K, const LabelledChains& chains,
                                                 const ChainDecoder& decoder,
                                                 const MaxMarginOptions& options) {
  require_chains(chains);
  require_options(options);
  const arma::uword m = chains.labels.n_elem;
  if (arma::size(K) != arma::SizeMat(m, m)) {
    throw NumericalError(
        fmt::format("max-margin network: Gram matrix {} x {}, expected {} x {}", K.n_rows, K.n_cols, m, m));
  }
  linalg::require_symmetric(K, "Gram matrix");
  Trainer trainer(K, chains, decoder, options);
  return regression::frank_wolfe_passes(trainer, chains.letters.size(), options);
}

}  // namespace preimage::sequences
