#pragma once

#include <armadillo>

namespace preimage::kernels {

/// What to do where the distances fit no Euclidean space (some eigenvalue of the result is negative beyond
/// rounding, that is below -1e-10 of the largest in size).
enum class NonEuclidean {
  refuse,  // NumericalError that states the smallest eigenvalue
  clip,  // negative eigenvalues become 0: the nearest positive semi-definite matrix in Frobenius norm, whose
         // distances are no longer D
};

/// The Gram matrix of points with the given distances, with the point sum_p c_p y_p as origin:
///   l(y_i, y_j) = -1/2 (D_ij^2 - sum_p c_p D_ip^2 - sum_q c_q D_jq^2 + sum_pq c_p c_q D_pq^2)
///   [Weston et al., NIPS 2002 and TR-098, eq. (5); Schoelkopf & Smola 2002, prop. 2.27]
/// DEVIATION: the paper prints +1/2. With +1/2 the trace is negative for every D that is not zero (a test
/// shows it); with -1/2 Euclidean distances give back the centred Gram matrix.
/// D  m x m, symmetric to 1e-10 of its largest entry, zero diagonal, finite, >= 0
/// c  m weights that sum to 1 (1e-10); empty: 1/m each, the centre of mass
/// returns  m x m, exactly symmetric
/// throws   std::invalid_argument where D or c is not as above; NumericalError as NonEuclidean says;  cost
///          O(m^3)
arma::mat gram_from_distances(const arma::mat& D, const arma::vec& c = {},
                              NonEuclidean non_euclidean = NonEuclidean::refuse);

/// The same of new samples x at distances D_xi from the m samples of D, with the centre of these as origin.
struct NewFromDistances {
  arma::mat values;         // t x m: k(x, y_i)
  arma::vec squared_norms;  // k(x, x) = mean_p D_xp^2 - 1/2 mean_pq D_pq^2
};
/// D             as gram_from_distances takes it
/// new_distances t x m
/// throws        std::invalid_argument where one of them is negative or not finite
/// cost          O(m^2 + t m)
NewFromDistances new_from_distances(const arma::mat& new_distances, const arma::mat& D);

}  // namespace preimage::kernels
