#pragma once

#include <string>
#include <vector>

#include "preimage/base/random.hpp"

namespace preimage::experiments::string_toy {

/// How "a probability of 0.3 of a random insertion of a random letter, and a probability of 0.15 of two
/// random insertions" is read; deletions alike.    [NIPS 2002 and TR-098, sec. 4.1]
///   exclusive   one insertion with .3, two with .15, none with .55: as the text says
///   nested      some insertion with .3; half of those (.15 in all) are two
///   sequential  an insertion with .3, and after one a second with .15
enum class NoiseOrder { exclusive, nested, sequential };

/// Number of edits for one uniform draw u (and, for sequential, a second one).
std::size_t edit_count(NoiseOrder order, base::Random& random);

struct ToyPairs {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<int> classes;  // 0, 1, 2
};

/// `n` pairs from the three classes, each equally likely. Inputs: a Markov chain of 10 to 15 letters.
/// Outputs: abad, dbbd or aabc with random insertions of a letter a..d, then random deletions.
ToyPairs draw_pairs(std::size_t n, NoiseOrder order, base::Random& random);

}  // namespace preimage::experiments::string_toy
