// What the lots of a method depend on beside its own seed: which draw of a study its samples are.
#pragma once

#include <armadillo>
#include <cstdint>
#include <string>

#include "preimage/base/random.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::samples {

/// A form of inputs: lots are drawn anew in each repetition of a study, also where the samples and their split are given.
struct Lots {
  std::size_t samples = 0;  // how many
  std::uint64_t seed = 0;
};
inline std::size_t sample_count(const Lots& lots) {
  return lots.samples;
}
inline Lots select(const Lots& lots, const arma::uvec& positions) {
  return {positions.n_elem, lots.seed};
}

/// The seed that a method's own stands for on these samples: its own where they have no lots.
inline std::uint64_t seed_of_lots(const SampleSet& inputs, std::uint64_t own) {
  if (!inputs.has<Lots>()) return own;
  return base::derive_seed({std::to_string(own), std::to_string(inputs.get<Lots>().seed), "lots"});
}

}  // namespace preimage::samples
