// The pre-image as the nearest of a set of candidates, usually the training outputs.
//   y(x) = argmin_j || phi(y_j) - f(x) ||                    [Weston et al., TR-098, sec. 3 step 3]
// Of candidates that rounding does not tell apart the one with the lowest index is taken (base/ties.hpp): exact ties are
// common (the mean of two neighbours' outputs is as far from one as from the other; outputs repeat). The rounding is that of
// the two candidates compared, so one candidate of large norm makes no others equal. Algorithm version 3.
#pragma once

#include <armadillo>

namespace preimage::decoders {

/// In coordinates or explicit features: minimises ||Z_j - f||^2, from differences where digits would cancel
/// (linalg/distances.hpp). A distance d is known to base::kRoundingOfDistances d^2, and the prediction to r =
/// base::kRoundingOfSums |f|, which moves d^2 by (2 d + r) r.
/// predictions  t x q;  candidates  c x q;  allowed  c entries, 0 = never chosen
/// returns t candidate indices;  throws NumericalError (nothing allowed, not finite);  cost O(t c q)
arma::uvec nearest_by_coordinates(const arma::mat& predictions, const arma::mat& candidates,
                                  const arma::uvec& allowed);

/// In the output feature space through the Gram matrix: minimises s_j = L_jj - 2 (W L)_j, of which base::kRoundingOfSums
/// |phi_j| (|phi_j| + 2 sum_l |w_l| |phi_l|) may be rounding, |phi_j|^2 = L_jj. Far from the origin that is more than what
/// tells candidates apart: kernels/lost_digits.hpp says so.
/// weights  t x m over the training outputs;  L  m x m;  allowed  m entries, 0 = never chosen
/// returns and throws as above;  cost O(t m^2)
arma::uvec nearest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed);

/// The candidate of the highest score instead: argmax_j (W L)_j.     [Lampert and Blaschko 2008, eq. (4)]
/// Unlike the nearest, it prefers candidates of large norm. Scores within `equal` of a row's sum of |W| times
/// the largest |L| are equal; so where a row of W is 0 the first allowed candidate is taken.
/// weights  t x m;  L  m x c, of candidates of one norm;  allowed  c entries, 0 = never chosen
/// equal    how well such scores are known: not better than the weights
/// returns t candidate indices;  throws NumericalError (nothing allowed, not finite);  cost O(t c m)
arma::uvec highest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                           double equal);

/// For each row the first allowed column of the smallest value (base/ties.hpp).
/// values, errors  t x c;  allowed  c entries, 0 = never chosen
/// returns and throws as above;  cost O(t c)
arma::uvec first_smallest_in_rows(const arma::mat& values, const arma::mat& errors,
                                  const arma::uvec& allowed);

}  // namespace preimage::decoders
