// An n-gram model of words: the probability of each symbol given the n-1 before it.
//                                                       [Cortes, Mohri and Weston 2005, sec. 4.10 and 6.2]
#pragma once

#include <armadillo>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::sequences {

/// What transitions get that the training words do not have. The paper names no smoothing.
struct NgramSmoothing {
  /// P(s|c) = (#(c s) + delta) / (#(c) + delta (S + 1)), so a context without counts is uniform. 0: none.
  double delta = 0.0;
  /// log P of a transition without counts where delta is 0: so low that a string has as few of them as can
  /// be, and finite, so that strings can still be told apart.
  double unseen_log_probability = -1e6;
};

/// P(w) = prod_i P(w_i | w_{i-n+1} ... w_{i-1}) P(end | last n-1 symbols), with n-1 begin symbols in front of
/// the word; natural logarithms. Counts are over the words as given: a word that is there twice counts twice
/// (tokens, not types). Order n = 1 has no context. Words shorter than n are nothing special.
///
/// With S symbols, numbered in byte order, and B = S + 1, the context of symbols s_1 ... s_{n-1}, oldest
/// first, has the number sum_k s_k B^{n-1-k}. There the number S means the begin symbol, as an event it means
/// the end.
class NgramLanguageModel {
 public:
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 24;  // order 5 with 26 letters

  /// alphabet  the S >= 1 symbols, any bytes in any order
  /// throws  NumericalError: order 0, no words, a word with a symbol that is not in the alphabet, a symbol of
  ///         the alphabet twice, B^n above kMaxEntries, delta negative, smoothing not finite
  /// cost    O(letters + B^n), memory 8 B^n bytes
  NgramLanguageModel(const std::vector<std::string>& words, std::string alphabet, std::size_t order,
                     const NgramSmoothing& smoothing = {});

  /// log P(w).
  /// throws  NumericalError on a symbol that is not in the alphabet
  /// cost    O(|w|)
  double log_probability(std::string_view word) const;

  /// B x B^{n-1}: column c has log P(s|c) for the symbols and, last, the end. A context that no word has
  /// comes out of delta = 0 as unseen throughout; any other column sums to one as probabilities.
  const arma::mat& log_probabilities() const { return log_probabilities_; }
  /// In byte order.
  const std::string& alphabet() const { return alphabet_; }

 private:
  std::size_t number_of(char symbol, std::string_view word) const;
  std::size_t begin_context() const { return log_probabilities_.n_cols - 1; }
  std::size_t next_context(std::size_t context, std::size_t symbol) const;
  void count(std::string_view word);
  void normalise(const NgramSmoothing& smoothing);

  std::string alphabet_;
  std::array<std::size_t, 256> numbers_{};  // of each byte; alphabet_.size() where it is not in the alphabet
  arma::mat log_probabilities_;             // counts, while the model is made
};

}  // namespace preimage::sequences
