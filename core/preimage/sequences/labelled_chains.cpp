#include "preimage/sequences/labelled_chains.hpp"

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::sequences {

std::vector<arma::uword> words_with_letters(const LabelledChains& chains) {
  std::vector<arma::uword> words;
  for (arma::uword word = 0; word < chains.letters.size(); ++word) {
    if (chains.letters.length(word) > 0) words.push_back(word);
  }
  return words;
}

void require_chains(const arma::mat& K, const LabelledChains& chains, const std::string& method) {
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
  const arma::uword m = chains.labels.n_elem;
  if (arma::size(K) != arma::SizeMat(m, m)) {
    throw NumericalError(
        fmt::format("{}: Gram matrix {} x {}, expected {} x {}", method, K.n_rows, K.n_cols, m, m));
  }
  linalg::require_symmetric(K, "Gram matrix");
}

arma::uvec decoded(const ChainDecoder& decoder, const arma::mat& scores, const arma::mat& transitions,
                   const std::string& method) {
  const arma::uvec answer = decoder(scores, transitions);
  if (answer.n_elem != scores.n_rows || answer.max() >= scores.n_cols) {
    throw NumericalError(fmt::format("{}: the decoder gave {} labels up to {}, expected {} below {}", method,
                                     answer.n_elem, answer.is_empty() ? 0 : answer.max(), scores.n_rows,
                                     scores.n_cols));
  }
  return answer;
}

void count_transitions(const arma::uvec& labels, double weight, arma::mat& transitions) {
  arma::uword before = transitions.n_cols - 1;
  for (const arma::uword label : labels) {
    transitions(label, before) += weight;
    before = label;
  }
  transitions(transitions.n_rows - 1, before) += weight;
}

PREIMAGE_AVX2_CLONES void add_multiple(double factor, const double* values, arma::uword n, double* sums) {
  for (arma::uword i = 0; i < n; ++i) sums[i] += factor * values[i];
}

}  // namespace preimage::sequences
