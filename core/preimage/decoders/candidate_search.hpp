// The pre-image as the nearest of a set of candidates, usually the training outputs.
//   y(x) = argmin_j || phi(y_j) - f(x) ||                    [Weston et al., TR-098, sec. 3 step 3]
// Of candidates at equal distance (to 1e-12 of the largest squared norm) the one with the lowest index is
// taken. Algorithm version 2.
#pragma once

#include <armadillo>

namespace preimage::decoders {

/// In coordinates: minimises ||Z_j||^2 - 2 f . Z_j.
/// predictions  t x q;  candidates  c x q;  allowed  c entries, 0 = never chosen
/// returns t candidate indices;  throws NumericalError (nothing allowed, not finite);  cost O(t c q)
arma::uvec nearest_by_coordinates(const arma::mat& predictions, const arma::mat& candidates,
                                  const arma::uvec& allowed);

/// In the output feature space through the Gram matrix: minimises L_jj - 2 (W L)_j.
/// weights  t x m over the training outputs;  L  m x c, training outputs against candidates;  norms  c values
/// l(y_j, y_j) cost O(t m c)
arma::uvec nearest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::vec& norms,
                           const arma::uvec& allowed);

/// The candidate of the highest score instead: argmax_j (W L)_j.     [Lampert and Blaschko 2008, eq. (4)]
/// Unlike the nearest, it prefers candidates of large norm. Scores within `equal` of a row's sum of |W| times
/// the largest |L| are equal, as above; so where a row of W is 0 the first allowed candidate is taken.
/// weights  t x m;  L  m x c;  allowed  c entries, 0 = never chosen
/// equal    how well such scores are known: not better than the weights
/// returns t candidate indices;  throws NumericalError (nothing allowed, not finite);  cost O(t c m)
arma::uvec highest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                           double equal);

}  // namespace preimage::decoders
