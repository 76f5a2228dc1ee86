#pragma once

#include <armadillo>

namespace preimage::linalg {

/// `count` columns of `matrix`, from column `begin` on, as a matrix on the same memory: Armadillo copies cols() before it
/// multiplies by them, which costs four times the product with a vector. Must not outlive `matrix`, nor be written to.
inline const arma::mat some_columns(arma::mat& matrix, arma::uword begin, arma::uword count) {
  return {matrix.colptr(begin), matrix.n_rows, count, false, true};
}

/// The first n columns.
inline const arma::mat first_columns(arma::mat& matrix, arma::uword n) {
  return {matrix.memptr(), matrix.n_rows, n, false, true};
}

}  // namespace preimage::linalg
