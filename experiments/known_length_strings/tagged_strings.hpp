#pragma once

#include <string>
#include <vector>

#include "preimage/base/random.hpp"

namespace preimage::experiments::known_length_strings {

struct TaggedStrings {
  std::vector<std::string> inputs;   // over a, b, c
  std::vector<std::string> outputs;  // over 1, 2; as long as their inputs
};

/// `n` pairs of 10 to 20 symbols.                                          [Bakir et al. 2003, sec. 4]
/// The output starts in state 1 or 2 and switches with probability 1/5 per symbol. The input is a walk of one
/// of two models, equally likely: its first symbol is a, b or c, each next one follows the model's transition
/// row of the symbol before under the output symbol of its own position.
TaggedStrings draw_tagged_strings(std::size_t n, base::Random& random);

/// Probability that the input symbol `from` is followed by `to` (0, 1, 2 for a, b, c) under a model and an
/// output symbol (0 or 1 each), as printed.
double transition(std::size_t model, std::size_t output, std::size_t from, std::size_t to);

}  // namespace preimage::experiments::known_length_strings
