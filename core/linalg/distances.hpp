#pragma once

#include <armadillo>

namespace preimage::linalg {

/// Entry (i, j) = ||a_i||^2 + ||b_j||^2 - 2 a_i . b_j, clipped at 0: squared distances between rows by one
/// matrix product. A difference of large numbers: its absolute error is about 1e-16 of the largest squared
/// norm. A  n x d, B  m x d;  returns n x m;  cost O(n m d)
arma::mat squared_distances_by_product(const arma::mat& A, const arma::mat& B);

}  // namespace preimage::linalg
