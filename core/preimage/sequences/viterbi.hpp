// The best string under scores per position and an n-gram model.   [Cortes, Mohri and Weston 2005, sec. 6.2]
#pragma once

#include <armadillo>
#include <cstddef>
#include <vector>

namespace preimage::sequences {

struct ViterbiPath {
  arma::uvec symbols;  // T symbol numbers
  double score = 0.0;
};

/// The exact maximum, over all strings s_1 ... s_T of S symbols, of
///   sum_t g(t, s_t) + weight (sum_t log P(s_t | s_{t-n+1} ... s_{t-1}) + log P(end | s_{T-n+2} ... s_T))
/// with n-1 begin symbols in front. Of strings with equal scores (as computed, from the end of the string on)
/// the one whose first differing symbol has the lower number is taken. T = 0 gives the empty string.
class Viterbi {
 public:
  /// log_probabilities  B x B^{n-1}, B = S + 1, natural logarithms, finite: rows are the S symbols and, last,
  ///                    the end; the column of the context s_1 ... s_{n-1}, oldest first, is
  ///                    sum_k s_k B^{n-1-k}, where S stands for the begin symbol (NgramLanguageModel's table)
  /// throws  NumericalError: another shape, or not finite, also after weighting
  /// cost    O(n B^n)
  Viterbi(const arma::mat& log_probabilities, double weight);

  /// g, the scores of the symbols at each position: T x S
  /// throws NumericalError: another number of symbols, or not finite
  /// cost   O(T (k + S f + x)), memory O(T k), for k states, contexts that no future tells apart being one; f
  ///        different sets of states to go to; x transitions that are likelier than the least likely one of
  ///        their state. The plain programme takes O(T S B^{n-1}), and this no more; a model of few words
  ///        leaves most contexts unseen, so alike.
  ViterbiPath decode(const arma::mat& scores) const;

 private:
  struct Transition {
    std::size_t state, symbol, next;
    double weighted;  // weight log P
  };

  void merge_contexts(const arma::mat& weighted);
  void fill_values(const double* g, const double* following, double* values) const;

  std::size_t n_symbols_ = 0, begin_ = 0;  // begin_: the state before the first symbol
  arma::mat weighted_;                     // B x k, weight log P of a state's symbols and end
  arma::umat next_;                        // S x f, the state after each symbol
  std::vector<std::size_t> fan_;           // k, which column of next_
  arma::rowvec floor_;                     // k, the lowest of a state's symbols
  std::vector<Transition> above_floor_;
};

}  // namespace preimage::sequences
