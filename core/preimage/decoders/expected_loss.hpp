// Decoding by expected loss.
#pragma once

#include <armadillo>
#include <functional>

#include "preimage/decoders/decoder.hpp"

namespace preimage::decoders {

/// loss(y_i, y_j) between outputs, as a value.
struct PairwiseLoss {
  /// throws  std::invalid_argument naming what the loss needs, where the outputs are not so
  std::function<void(const samples::SampleSet& outputs)> require;
  /// m x m, rows true y_i, columns predicted y_j
  std::function<arma::mat(const samples::SampleSet& outputs)> values;
};

/// argmin_j (W L)_ij over allowed j, by the tie rule (base/ties.hpp): a sum is known to 1e-12 of its terms'
/// sizes (|W| |L|)_ij.
/// weights  t x m;  losses  L, m x c;  allowed  c entries, 0 = never chosen
/// errors   t, how far rounding may have moved each row of weights, or empty: a sum moves by this times
///          |L_.j|
/// returns  t positions among the columns
/// throws   NumericalError (nothing allowed, not finite)
/// cost     O(t m c)
arma::uvec smallest_expected_loss(const arma::mat& weights, const arma::mat& losses,
                                  const arma::uvec& allowed, const arma::vec& errors = {});

/// The training output y_j of the smallest   sum_i w_i(x) loss(y_i, y_j),   w the prediction's weights over
/// the training outputs (TrainingOutputs::weights_of): the expected loss, where w estimates the conditional
/// embedding of the outputs. The candidate search minimises the same sum with loss(y, y') = ||phi(y) -
/// phi(y')||^2, as the weights sum to 1; so with the class kernel and the zero-one loss both decide alike.
/// [the loss: Weston et al., NIPS 2002 and TR-098, eq. (1); the sum in place of its expectation: Ciliberto,
/// Rosasco and Rudi, NIPS 2016] The loss sees outputs in their own units, also where a method learns them
/// brought to scale (outputs::Unscaled). Weights may be negative. Not with regressions that predict explicit
/// features alone.
DecoderRecipe expected_loss_decoder(PairwiseLoss loss);

}  // namespace preimage::decoders
