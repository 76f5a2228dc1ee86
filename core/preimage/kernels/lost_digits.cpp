#include "preimage/kernels/lost_digits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace preimage::kernels {

double largest_rounding(const arma::uvec& rows, const arma::mat& K_rows, const arma::vec& norms,
                        const arma::vec& rounding,
                        const std::function<bool(arma::uword, arma::uword)>& equal) {
  constexpr double kShare = 0.005, kNone = std::numeric_limits<double>::infinity();
  arma::vec nearest(rows.n_elem, arma::fill::value(kNone));  // squared distances
  for (arma::uword l = 0; l < K_rows.n_cols; ++l) {
    for (arma::uword i = 0; i < rows.n_elem; ++i) {
      const arma::uword j = rows(i);
      const double squared_distance = std::abs(norms(j) + norms(l) - 2.0 * K_rows(i, l));
      if (j == l || !(squared_distance > 0.0)) continue;
      if (squared_distance <= 2.0 * (rounding(j) + rounding(l)) && equal(j, l)) continue;
      nearest(i) = std::min(nearest(i), squared_distance);
    }
  }
  const arma::vec apart = nearest.elem(arma::find_finite(nearest));
  if (!apart.is_empty()) return kShare * arma::median(apart);
  // No distance is left. Of equal samples none is missing; others are told apart by less than the rounding.
  if (!arma::any(rounding > 0.0)) return kNone;
  for (arma::uword j = 1; j < norms.n_elem; ++j)
    if (!equal(0, j)) return 0.0;
  return kNone;
}

}  // namespace preimage::kernels
