// The structured perceptron on chains: the words of the max-margin Markov network, learned from the mistakes
// of the decoder alone.                                  [Collins 2002; Collins and Duffy 2001, with kernels]
#pragma once

#include <armadillo>
#include <cstddef>
#include <vector>

#include "preimage/sequences/labelled_chains.hpp"

namespace preimage::sequences {

struct PerceptronOptions {
  std::vector<std::size_t> passes = {10};  // ascending, >= 1: over the words, in their order
  bool averaged = true;                    // the mean of the weights after every word, instead of the last
};

struct StructuredPerceptron {
  arma::mat coefficients;    // m x S: scores of new letters = K_test_train coefficients
  arma::mat transitions;     // (S + 1) x (S + 1), as ChainDecoder takes them
  arma::uword mistaken = 0;  // words that the last pass answered wrongly; 0: the words are separated
};

/// Perceptron of structured outputs [Cortes, Mohri and Weston 2005, sec. 5]: for each word x_i in turn,
///   y^ = argmax_y <w, f(x_i, y)>,   and where y^ is not y_i:   w += f(x_i, y_i) - f(x_i, y^),
/// from w = 0, with the features f of max_margin_markov_network.hpp. In dual variables alpha_{i y_i} += 1 and
/// alpha_{i y^} -= 1; as f adds up over letters and pairs of neighbours, sum_y alpha_{iy} f(x_i, y) needs one
/// number for each letter and label, `coefficients`, and the counts `transitions`. What is averaged is the
/// weights [Collins 2002, sec. 2.5]. As there, the scale of the kernel sets what letters weigh against pairs.
///
/// K        m x m Gram matrix of the letters
/// returns  one for each number of passes; after a pass without a mistake no further one changes w
/// throws   NumericalError: K not m x m, symmetric and finite, letters or labels not as LabelledChains,
///          options out of bounds, an answer of the decoder that is no labelling
/// cost     of a pass: n calls of the decoder, and 4 m flops for each letter that is answered wrongly; memory
///          beside K: O(m S + S^2)
std::vector<StructuredPerceptron> structured_perceptrons(const arma::mat& K, const LabelledChains& chains,
                                                         const ChainDecoder& decoder,
                                                         const PerceptronOptions& options = {});

}  // namespace preimage::sequences
