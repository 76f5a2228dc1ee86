// Training samples as chains of labels, and strings that a chain model predicts.
#pragma once

#include <armadillo>

#include "preimage/kernels/points.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/samples/sample_set.hpp"
#include "preimage/samples/tokens.hpp"
#include "preimage/sequences/labelled_chains.hpp"

namespace preimage::models {

/// Labels are numbers of the symbols that occur in the samples, in byte order.
struct TrainingChains {
  kernels::Points elements;
  samples::Alphabet alphabet;
  sequences::LabelledChains chains;
};

/// Requires aligned samples (sequences::require_aligned).
TrainingChains training_chains(const samples::DataSet& training);

/// As sequences::ChainDecoder.
arma::uvec decode_chain(const arma::mat& scores, const arma::mat& transitions);

/// coefficients, transitions  of the training chains' letters, as sequences::MaxMarginMarkovNetwork has them
outputs::NewStrings predicted_chains(const samples::SampleSet& inputs, const TrainingChains& training,
                                     const arma::mat& coefficients, const arma::mat& transitions);

}  // namespace preimage::models
