#include "preimage/kernels/lost_digits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace preimage::kernels {

namespace {

/// The squared distance of each sample to the nearest that is not equal to it; infinite where all are.
arma::vec nearest_squared_distances(const arma::mat& K) {
  arma::vec nearest(K.n_rows, arma::fill::value(arma::datum::inf));
  for (arma::uword j = 0; j < K.n_cols; ++j) {
    for (arma::uword i = j + 1; i < K.n_rows; ++i) {
      const double squared_distance = std::abs(K(i, i) + K(j, j) - 2.0 * K(i, j));
      if (!(squared_distance > 0.0)) continue;
      nearest(i) = std::min(nearest(i), squared_distance);
      nearest(j) = std::min(nearest(j), squared_distance);
    }
  }
  return nearest;
}

}  // namespace

arma::uvec lost_digits(const arma::mat& K) {
  constexpr double kRelativeRounding = 4.0 * std::numeric_limits<double>::epsilon();
  constexpr double kShare = 0.1;
  const arma::vec nearest = nearest_squared_distances(K);
  const arma::vec apart = nearest.elem(arma::find_finite(nearest));
  if (apart.is_empty()) return arma::uvec(K.n_rows, arma::fill::zeros);
  const arma::vec diagonal = K.diag();
  return kRelativeRounding * diagonal > kShare * arma::median(apart);
}

}  // namespace preimage::kernels
