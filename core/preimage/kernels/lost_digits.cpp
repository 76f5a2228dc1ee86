#include "preimage/kernels/lost_digits.hpp"

#include <algorithm>
#include <cmath>

namespace preimage::kernels {

namespace {

/// The squared distance of each sample to the nearest that is not equal to it; infinite where there is none.
arma::vec nearest_squared_distances(const arma::mat& K, const arma::vec& rounding,
                                    const std::function<bool(arma::uword, arma::uword)>& equal) {
  arma::vec nearest(K.n_rows, arma::fill::value(arma::datum::inf));
  for (arma::uword j = 0; j < K.n_cols; ++j) {
    for (arma::uword i = j + 1; i < K.n_rows; ++i) {
      const double squared_distance = std::abs(K(i, i) + K(j, j) - 2.0 * K(i, j));
      if (!(squared_distance > 0.0)) continue;
      if (squared_distance <= 2.0 * (rounding(i) + rounding(j)) && equal(i, j)) continue;
      nearest(i) = std::min(nearest(i), squared_distance);
      nearest(j) = std::min(nearest(j), squared_distance);
    }
  }
  return nearest;
}

}  // namespace

arma::uvec lost_digits(const arma::mat& K, const arma::vec& rounding,
                       const std::function<bool(arma::uword, arma::uword)>& equal) {
  constexpr double kShare = 0.005;
  if (K.is_empty()) return {};
  const arma::vec nearest = nearest_squared_distances(K, rounding, equal);
  const arma::vec apart = nearest.elem(arma::find_finite(nearest));
  if (!apart.is_empty()) return rounding > kShare * arma::median(apart);
  // No distance is left. Of equal samples none is missing; others are told apart by less than the rounding.
  arma::uvec lost = rounding > 0.0;
  for (arma::uword j = 0; j < K.n_cols && arma::any(lost); ++j)
    if (!equal(0, j)) return lost;
  lost.zeros();
  return lost;
}

}  // namespace preimage::kernels
