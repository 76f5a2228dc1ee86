// Output strings by nearest positions, as learners and decoders share them.
#pragma once

#include <armadillo>
#include <cstdint>
#include <string>
#include <vector>

#include "preimage/decoders/per_position.hpp"
#include "preimage/validation/learner.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// `window` (odd), `ties` (all_tied | random | lowest_index) and, for ties by lot, `seed`.
struct StringDecoding {
  decoders::PerPositionOptions positions;  // k is left to the caller
  std::uint64_t seed = 0;
  bool is_length_known = true;  // the output is as long as the input; else its length is predicted first
};
StringDecoding parse_string_decoding(const config::Reader& reader);
std::vector<ParameterFacts> string_decoding_parameters();

/// The outputs of split.test from the positions of split.train.
/// embedding_distances  t x m: || predicted embedding of test sample i - embedding of training output j ||^2
/// requires  problem.input_strings and output_strings
/// throws    DataError where the length is known and a training output is not as long as its input;
///           NumericalError where there are fewer than k positions
std::vector<std::string> decode_strings(const validation::Problem& problem, const validation::Split& split,
                                        const StringDecoding& decoding, const arma::mat& embedding_distances);

}  // namespace preimage::suite::registry
