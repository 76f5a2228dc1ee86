// What methods that score labels of a chain of letters, and pairs of neighbouring ones, have in common.
#pragma once

#include <armadillo>
#include <functional>
#include <string>
#include <vector>

#include "preimage/samples/vector_sequences.hpp"

namespace preimage::sequences {

/// The labels s_1 ... s_T of the largest
///   sum_t scores(t, s_t) + sum_{t <= T+1} transitions(s_t, s_{t-1}),  s_0 the begin, s_{T+1} the end:
/// scores T x S, transitions (S + 1) x (S + 1) with row S for the end and column S for the begin. Must be a
/// pure function (of equal sums any may be taken, always the same): sequences::Viterbi of weight 1.
using ChainDecoder = std::function<arma::uvec(const arma::mat& scores, const arma::mat& transitions)>;

/// Words as letters one after the other.
struct LabelledChains {
  samples::Offsets letters;  // of n words, none of them empty; m in all
  arma::uvec labels;         // m, each below n_labels
  arma::uword n_labels = 0;  // S
};

/// Numbers of the words that have letters, in their order.
std::vector<arma::uword> words_with_letters(const LabelledChains& chains);

/// throws  NumericalError naming `method` where letters or labels are not as above, or K is not m x m,
///         symmetric and finite
void require_chains(const arma::mat& K, const LabelledChains& chains, const std::string& method);

/// What the decoder says of a word, checked.
/// throws  NumericalError naming `method` where it is no labelling
arma::uvec decoded(const ChainDecoder& decoder, const arma::mat& scores, const arma::mat& transitions,
                   const std::string& method);

/// Adds `weight` for each pair of neighbouring labels, begin and end included.
/// transitions  (S + 1) x (S + 1), as ChainDecoder takes them
void count_transitions(const arma::uvec& labels, double weight, arma::mat& transitions);

/// sums += factor values, n of them.
void add_multiple(double factor, const double* values, arma::uword n, double* sums);

}  // namespace preimage::sequences
