#include "suite/registry/string_decoding.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"

namespace preimage::suite::registry {

namespace {

/// With known lengths the input's length is taken for the output's, so they have to agree in training.
void require_equal_lengths(const validation::Problem& problem, const validation::Indices& samples) {
  for (arma::uword sample : samples) {
    const std::size_t input = problem.input_strings[sample].size();
    const std::size_t output = problem.output_strings[sample].size();
    if (input == output) continue;
    throw DataError(
        fmt::format("sample {}: the input has {} and the output {} symbols, expected as many (length known)",
                    sample, input, output));
  }
}

}  // namespace

namespace {

constexpr Integer kWindow{"window", 1, 1001, "odd: symbols of the input around a position that are compared"};
constexpr Choice kTies{"ties", "all_tied | random | lowest_index",
                       "positions of equal distance: all vote, one by lot, the first"};
constexpr Integer kSeed{"seed", 0, 1000000000, "of ties by lot", 1};

}  // namespace

std::vector<ParameterFacts> string_decoding_parameters() {
  return facts_of(kWindow, kTies, kSeed);
}

StringDecoding parse_string_decoding(const config::Reader& reader) {
  StringDecoding decoding;
  const long window = kWindow.read(reader);
  if (window % 2 == 0) {
    reader.fail(kWindow.name,
                fmt::format("expected an odd number (a window has a centre), found {}", window));
  }
  decoding.positions.window = static_cast<std::size_t>(window);
  const std::string ties = kTies.read(reader);
  if (ties == "lowest_index") decoding.positions.ties = decoders::Ties::lowest_index;
  if (ties == "random") {
    decoding.positions.ties = decoders::Ties::random;
    decoding.seed = kSeed.read_as<std::uint64_t>(reader);
  }
  return decoding;
}

std::vector<std::string> decode_strings(const validation::Problem& problem, const validation::Split& split,
                                        const StringDecoding& decoding,
                                        const arma::mat& embedding_distances) {
  const std::vector<std::string> inputs = validation::strings_of(problem.input_strings, split.train);
  const std::vector<std::string> outputs = validation::strings_of(problem.output_strings, split.train);
  if (decoding.is_length_known) require_equal_lengths(problem, split.train);
  const decoders::PerPosition decoder(inputs, outputs, decoding.positions);
  std::vector<std::string> result;
  for (arma::uword i = 0; i < split.test.n_elem; ++i) {
    // One generator per sample: its lots do not depend on which other samples are tested with it.
    base::Random random(base::derive_seed(
        {"ties between positions", std::to_string(decoding.seed), std::to_string(split.test(i))}));
    const std::string& input = problem.input_strings[split.test(i)];
    const arma::vec distances = embedding_distances.row(i).t();
    const std::size_t length = decoding.is_length_known ? input.size() : decoder.predicted_length(distances);
    result.push_back(decoder.decode(input, length, distances, random));
  }
  return result;
}

}  // namespace preimage::suite::registry
