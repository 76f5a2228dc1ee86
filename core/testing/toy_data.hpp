// Small seeded inputs for tests; never for results.
#pragma once

#include <armadillo>
#include <cstdint>

#include "preimage/base/random.hpp"

namespace preimage::testing {

/// n x d independent standard normal entries.
inline arma::mat gaussian_matrix(arma::uword n, arma::uword d, std::uint64_t seed) {
  base::Random random(seed);
  arma::mat matrix(n, d);
  matrix.imbue([&] { return random.gaussian(); });
  return matrix;
}

}  // namespace preimage::testing
