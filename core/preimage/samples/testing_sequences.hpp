// Small sequences of vectors for tests.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "preimage/samples/vector_sequences.hpp"
#include "testing/toy_data.hpp"

namespace preimage::samples {

inline arma::uword total(const std::vector<arma::uword>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), arma::uword{0});
}

inline VectorSequences gaussian_sequences(const std::vector<arma::uword>& lengths, arma::uword width,
                                          std::uint64_t seed) {
  return sequences_of(testing::gaussian_matrix(total(lengths), width, seed), lengths);
}

/// 0/1 elements, about a third of them 1.
inline VectorSequences bit_sequences(const std::vector<arma::uword>& lengths, arma::uword width,
                                     std::uint64_t seed) {
  const arma::mat normal = testing::gaussian_matrix(total(lengths), width, seed);
  return sequences_of(arma::conv_to<arma::mat>::from(normal > 0.4), lengths);
}

}  // namespace preimage::samples
