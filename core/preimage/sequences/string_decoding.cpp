#include "preimage/sequences/string_decoding.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/kernels/kernel.hpp"

namespace preimage::sequences {

namespace {

using kernels::Strings;

/// With known lengths the input's length is taken for the output's, so they have to agree in training.
const samples::DataSet& with_equal_lengths(const samples::DataSet& training, samples::Tokens tokens) {
  const auto inputs = training.inputs.get<Strings>(), outputs = training.outputs.get<Strings>();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::size_t of_input = samples::cut(inputs[i], tokens).size();
    const std::size_t of_output = samples::cut(outputs[i], tokens).size();
    if (of_input == of_output) continue;
    throw std::invalid_argument(
        fmt::format("sample {}: the input has {} and the output {} symbols, expected as many (length known; "
                    "per_position takes others by `length: stop`)",
                    training.inputs.numbers()(i), of_input, of_output));
  }
  return training;
}

PerPosition positions_of(const samples::DataSet& training, const PerPositionOptions& options) {
  return {training.inputs.get<Strings>(), training.outputs.get<Strings>(), options};
}

}  // namespace

StringDecoding::StringDecoding(const samples::DataSet& training, const StringDecodingOptions& options)
    : options_(options),
      positions_(positions_of(
          options.is_length_known ? with_equal_lengths(training, options.positions.tokens) : training,
          options.positions)) {}

std::vector<std::string> StringDecoding::decode(const samples::SampleSet& inputs,
                                                const arma::mat& embedding_distances,
                                                const arma::mat& errors) const {
  const auto strings = inputs.get<Strings>();
  std::vector<std::string> result;
  for (arma::uword i = 0; i < strings.size(); ++i) {
    // One generator per sample: its draws do not depend on which other samples are predicted with it.
    base::Random random(base::derive_seed(
        {"ties between positions", std::to_string(options_.seed), std::to_string(inputs.numbers()(i))}));
    const arma::vec distances = embedding_distances.row(i).t(), own = errors.row(i).t();
    const std::size_t length = options_.is_length_known || options_.positions.has_stop
                                   ? samples::cut(strings[i], options_.positions.tokens).size()
                                   : positions_.predicted_length(distances, own);
    result.push_back(positions_.decode(strings[i], length, distances, random, own));
  }
  return result;
}

void require_strings(const samples::DataSet& data, const std::string& who) {
  if (!data.inputs.has<Strings>() || !data.outputs.has<Strings>())
    throw std::invalid_argument(who + " needs inputs and outputs that are strings");
}

}  // namespace preimage::sequences
