#pragma once

#include <armadillo>

namespace preimage::linalg {

/// The first n columns of `matrix` as a matrix on the same memory: Armadillo copies head_cols(n) before it
/// multiplies by it, which costs four times the product with a vector. Must not outlive `matrix`, nor be
/// written to.
inline const arma::mat first_columns(arma::mat& matrix, arma::uword n) {
  return {matrix.memptr(), matrix.n_rows, n, false, true};
}

}  // namespace preimage::linalg
