// The best string under scores per position and an n-gram model.   [Cortes, Mohri and Weston 2005, sec. 6.2]
#pragma once

#include <armadillo>
#include <cstddef>

namespace preimage::decoders {

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
  /// throws NumericalError: another shape, or not finite, also after weighting
  Viterbi(const arma::mat& log_probabilities, double weight);

  /// g, the scores of the symbols at each position: T x S
  /// throws NumericalError: another number of symbols, or not finite
  /// cost   O(T (B^{n-1} + x)) for x transitions that are likelier than the least likely one of their
  /// context:
  ///        with an unsmoothed model few, so this is a share of about S less than the plain programme's T
  ///        S^n. Memory 8 T B^{n-1} bytes.
  ViterbiPath decode(const arma::mat& scores) const;

 private:
  struct Transition {
    std::size_t context, gain;  // gain: the index of the symbol after the context in the gains of a position
    double weighted;            // weight log P
  };

  void fill_gains(const arma::mat& scores, arma::uword position, const double* values,
                  arma::vec& gains) const;
  void fill_values(const arma::vec& gains, double* values) const;

  arma::mat weighted_;  // B x B^{n-1}
  arma::vec floor_;     // of each context, the lowest of its symbols
  std::vector<Transition> above_floor_;
  std::size_t n_symbols_,
      n_suffixes_;  // S, and the contexts without their oldest symbol: B^{n-2}, 1 for n = 1
};

}  // namespace preimage::decoders
