#include "preimage/sequences/structured_perceptron.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::sequences {

namespace {

constexpr const char* kPerceptron = "structured perceptron";

/// The weights as they change. A change in step k takes part in the mean of p steps' weights from step k on,
/// so of the last weights (k - 1) / p of it is missing there.
class Perceptron {
 public:
  Perceptron(const arma::mat& K, const LabelledChains& chains, const ChainDecoder& decoder)
      : K_(K),
        chains_(chains),
        decoder_(decoder),
        words_(words_with_letters(chains)),
        scores_(K.n_rows, chains.n_labels, arma::fill::zeros),
        last_{scores_, arma::mat(chains.n_labels + 1, chains.n_labels + 1, arma::fill::zeros)},
        late_(last_) {}

  /// One pass over the words.
  void pass() {
    last_.mistaken = 0;
    for (const arma::uword word : words_) {
      const arma::span rows = chains_.letters.span(word);
      const arma::uvec labels = chains_.labels.rows(rows);
      const arma::uvec answer = decoded(decoder_, scores_.rows(rows), last_.transitions, kPerceptron);
      if (arma::any(labels != answer)) correct(rows.a, labels, answer);
      steps_before_ += 1.0;
    }
  }
  /// After `passes` passes, of which those without a change need not have been made.
  StructuredPerceptron after(std::size_t passes, bool averaged) const {
    if (!averaged) return last_;
    const double steps = static_cast<double>(passes) * static_cast<double>(words_.size());
    return {last_.coefficients - late_.coefficients / steps, last_.transitions - late_.transitions / steps,
            last_.mistaken};
  }
  bool has_separated() const { return last_.mistaken == 0; }

 private:
  void correct(arma::uword first_letter, const arma::uvec& labels, const arma::uvec& answer) {
    ++last_.mistaken;
    const auto add = [&](const arma::uvec& path, double weight) {
      for (arma::uword t = 0; t < path.n_elem; ++t) {
        if (labels(t) == answer(t)) continue;
        const arma::uword letter = first_letter + t;
        last_.coefficients(letter, path(t)) += weight;
        late_.coefficients(letter, path(t)) += weight * steps_before_;
        add_multiple(weight, K_.colptr(letter), K_.n_rows, scores_.colptr(path(t)));
      }
      count_transitions(path, weight, last_.transitions);
      count_transitions(path, weight * steps_before_, late_.transitions);
    };
    add(labels, 1.0);
    add(answer, -1.0);
  }

  const arma::mat& K_;
  const LabelledChains& chains_;
  const ChainDecoder& decoder_;
  std::vector<arma::uword> words_;
  arma::mat scores_;           // K coefficients, which a mistake changes by few columns of K
  StructuredPerceptron last_;  // whole numbers
  StructuredPerceptron late_;  // the sum of k - 1 times the change in step k
  double steps_before_ = 0.0;
};

}  // namespace

std::vector<StructuredPerceptron> structured_perceptrons(const arma::mat& K, const LabelledChains& chains,
                                                         const ChainDecoder& decoder,
                                                         const PerceptronOptions& options) {
  require_chains(K, chains, kPerceptron);
  const std::vector<std::size_t>& passes = options.passes;
  if (passes.empty() || passes.front() < 1 || !std::is_sorted(passes.begin(), passes.end()))
    throw NumericalError(fmt::format("{}: passes are to be 1 or more, ascending", kPerceptron));
  Perceptron perceptron(K, chains, decoder);
  std::vector<StructuredPerceptron> results;
  std::size_t made = 0;
  for (const std::size_t count : passes) {
    while (made < count && (made == 0 || !perceptron.has_separated())) {
      perceptron.pass();
      ++made;
    }
    results.push_back(perceptron.after(count, options.averaged));
  }
  return results;
}

}  // namespace preimage::sequences
