// The max-margin Markov network on chains: words whose letters' images are scored through a kernel, their
// neighbours through a table, both learned together.                  [Taskar, Guestrin and Koller 2003]
#pragma once

#include <armadillo>
#include <cstdint>

#include "preimage/regression/frank_wolfe.hpp"
#include "preimage/sequences/labelled_chains.hpp"

namespace preimage::sequences {

struct MaxMarginOptions {
  double lambda = 0.001;    // > 0
  std::size_t passes = 20;  // at most so many steps per word, >= 1
  double tolerance = 1e-3;  // on the duality gap, in the objective's units: letters per word; >= 0
  bool averaged = true;     // return the mean of all steps' weights, step k weighing k
  std::uint64_t seed = 1;   // of the orders in which the passes go through the words
};

struct MaxMarginMarkovNetwork : regression::FrankWolfeBounds {
  arma::mat coefficients;  // m x S: scores of new letters = K_test_train coefficients
  arma::mat transitions;   // (S + 1) x (S + 1), as ChainDecoder takes them; (S, S) is 0
};

/// Maximum-margin Markov network [Taskar, Guestrin and Koller 2003; Cortes, Mohri and Weston 2005, eqs. (13)
/// and (14)].
/// Minimises over w     lambda/2 |w|^2 + 1/n sum_i max_y [ h(y, y_i) + <w, f(x_i, y) - f(x_i, y_i)> ]
/// with h the number of letters that differ and f the letters' images, each in the place of its label (inner
/// products of images by the kernel), and the counts of the pairs of neighbouring labels, begin and end
/// included. The usual C of support vector machines is 1 / (lambda n). A pair of neighbours is a feature of
/// value 1, so the scale of the kernel matters, not lambda times it alone: the larger K(x, x), the less is
/// said by the neighbours.
///
/// Solves the dual by block-coordinate Frank-Wolfe (regression/frank_wolfe.hpp): for each word, decode with
/// the loss added to the scores, and move the word's dual variables towards that answer. It needs no step
/// size, and the dual bounds how far from the optimum it is, which a structured perceptron or subgradient
/// cannot say.
///
/// K        m x m Gram matrix of the letters
/// throws   NumericalError: K not m x m, symmetric and finite, letters or labels not as above, options out of
///          bounds, an answer of the decoder that is no labelling
/// cost     of a pass: 2 m flops for every label of every letter whose dual variable moves (2 m^2 S at most),
///          n calls of the decoder and O(n S^2); memory beside K: O(m S + n S^2)
MaxMarginMarkovNetwork max_margin_markov_network(const arma::mat& K, const LabelledChains& chains,
                                                 const ChainDecoder& decoder,
                                                 const MaxMarginOptions& options = {});

}  // namespace preimage::sequences
