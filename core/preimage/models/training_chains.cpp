#include "preimage/models/training_chains.hpp"

#include "preimage/sequences/elements.hpp"
#include "preimage/sequences/viterbi.hpp"

namespace preimage::models {

TrainingChains training_chains(const samples::DataSet& training) {
  const auto elements = training.inputs.get<sequences::Elements>();
  const auto [alphabet, numbers] = sequences::aligned_symbols(training);
  TrainingChains result{elements.points, alphabet, {}};
  result.chains.letters = elements.offsets;
  result.chains.labels.set_size(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) result.chains.labels(i) = numbers[i];
  result.chains.n_labels = result.alphabet.size();
  return result;
}

arma::uvec decode_chain(const arma::mat& scores, const arma::mat& transitions) {
  return sequences::Viterbi(transitions, 1.0).decode(scores).symbols;
}

outputs::NewStrings predicted_chains(const samples::SampleSet& inputs, const TrainingChains& training,
                                     const arma::mat& coefficients, const arma::mat& transitions) {
  const auto elements = inputs.get<sequences::Elements>();
  const arma::mat scores = sequences::element_predictions(elements.points, training.elements, coefficients);
  const sequences::Viterbi viterbi(transitions, 1.0);
  return {sequences::strings_by_position(elements.offsets, scores, training.alphabet,
                                         [&](const arma::mat& s) { return viterbi.decode(s).symbols; })};
}

}  // namespace preimage::models
