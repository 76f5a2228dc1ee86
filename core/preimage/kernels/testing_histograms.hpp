#pragma once

#include <armadillo>
#include <cstdint>

#include "preimage/base/random.hpp"

namespace preimage::testing {

/// n rows of d bins that sum to 1, most of them 0; the first bins are filled more often than the last.
inline arma::mat sparse_histograms(arma::uword n, arma::uword d, std::uint64_t seed) {
  constexpr int kPoints = 12;
  base::Random random(seed);
  arma::mat histograms(n, d, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) {
    for (int point = 0; point < kPoints; ++point) {
      histograms(i, random.below(1 + random.below(d))) += 1.0 / kPoints;
    }
  }
  return histograms;
}

}  // namespace preimage::testing
