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

/// Rows first..last of the predictions by kernel ridge regression on all others, by Gaussian elimination;
/// outputs are centred by the mean of the others.
inline arma::mat refitted_without(const arma::mat& K, const arma::mat& Y, double ridge, arma::uword first,
                                  arma::uword last) {
  const arma::uvec held_out = arma::regspace<arma::uvec>(first, last);
  arma::uvec rest = arma::regspace<arma::uvec>(0, K.n_rows - 1);
  rest.shed_rows(first, last);
  arma::mat regularised = K.submat(rest, rest);
  regularised.diag() += ridge;
  const arma::mat Y_T = Y.rows(rest);
  const arma::rowvec mean = arma::mean(Y_T, 0);
  arma::mat predicted = K.submat(held_out, rest) * arma::inv(regularised) * (Y_T.each_row() - mean);
  predicted.each_row() += mean;
  return predicted;
}

}  // namespace preimage::testing
