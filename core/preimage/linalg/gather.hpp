// Some rows and columns of a matrix. Armadillo's own M.rows(list) checks and copies entry by entry; lists of
// samples hold runs of consecutive numbers (the letters of a word, the samples of a fold), which can be
// copied as they lie.
#pragma once

#include <armadillo>

namespace preimage::linalg {

/// M(rows, columns), in that order; any may come twice.
/// throws  std::out_of_range for a number that is none of M's
/// cost    as many copies as entries
arma::mat gathered(const arma::mat& M, const arma::uvec& rows, const arma::uvec& columns);

/// M(rows, all)
arma::mat gathered_rows(const arma::mat& M, const arma::uvec& rows);

/// `count` columns of `matrix`, from column `begin` on, as a matrix on the same memory: Armadillo copies
/// cols() before it multiplies by them, which costs four times the product with a vector. Must not outlive
/// `matrix`, nor be written to.
inline const arma::mat some_columns(arma::mat& matrix, arma::uword begin, arma::uword count) {
  return {matrix.colptr(begin), matrix.n_rows, count, false, true};
}

/// The first n columns.
inline const arma::mat first_columns(arma::mat& matrix, arma::uword n) {
  return {matrix.memptr(), matrix.n_rows, n, false, true};
}

}  // namespace preimage::linalg
