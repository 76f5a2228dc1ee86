#pragma once

#include <armadillo>

namespace preimage::regression {

/// The k nearest training samples of each test sample: column c of row i is the index of the (c+1)-th nearest
/// one of test sample i. Of distances that rounding does not tell apart the training sample of the lower
/// index comes first (base/ties.hpp).
/// squared_distances  t x m, finite
/// errors             t x m, >= 0: by how much rounding may have moved each
/// k                  1 <= k <= m
/// returns            t x k
/// throws             NumericalError
/// cost               O(t (m + k log k)) where few distances are equal
arma::umat nearest_neighbours(const arma::mat& squared_distances, const arma::mat& errors, arma::uword k);

/// The k-NN prediction for general outputs as weights over the training outputs: 1/k on each of the first k
/// neighbours.                                              [Weston et al., TR-098, sec. 4.1]
/// neighbours  t x (at least k);  returns t x n_train
arma::mat neighbour_weights(const arma::umat& neighbours, arma::uword k, arma::uword n_train);

}  // namespace preimage::regression
