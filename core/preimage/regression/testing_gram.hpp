#pragma once

#include <armadillo>

namespace preimage::testing {

/// Entry (i, j) = exp(-g |a_i - b_j|^2), g = 1 / (2 sigma^2), one pair at a time.
inline arma::mat gaussian_gram(const arma::mat& A, const arma::mat& B, double g) {
  arma::mat K(A.n_rows, B.n_rows);
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    for (arma::uword j = 0; j < B.n_rows; ++j) {
      K(i, j) = std::exp(-g * arma::accu(arma::square(A.row(i) - B.row(j))));
    }
  }
  return K;
}

}  // namespace preimage::testing
