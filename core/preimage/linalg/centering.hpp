#pragma once

#include <armadillo>

namespace preimage::linalg {

/// K' = (I - 11'/m) K (I - 11'/m): the Gram matrix of the samples minus their mean in feature space.
///   [Weston et al., NIPS 2002 and TR-098, sec. 3 step 1]
/// K  m x m symmetric;  returns exactly symmetric;  cost O(m^2)
arma::mat centre_gram(const arma::mat& K);

/// The same for new samples, centred with the *training* means:
///   kc(x, x_j) = k(x, x_j) - mean_i k(x, x_i) - mean_i k(x_i, x_j) + mean_il k(x_i, x_l)
/// K_test_train  t x m, K_train  m x m, both uncentred;  returns t x m
arma::mat centre_cross_gram(const arma::mat& K_test_train, const arma::mat& K_train);

}  // namespace preimage::linalg
