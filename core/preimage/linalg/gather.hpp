// Some rows and columns of a matrix. Armadillo's own M.rows(list) checks and copies entry by entry; lists of samples hold
// runs of consecutive numbers (the letters of a word, the samples of a fold), which can be copied as they lie.
#pragma once

#include <armadillo>

namespace preimage::linalg {

/// M(rows, columns), in that order; any may come twice.
/// throws  std::out_of_range for a number that is none of M's;  cost  as many copies as entries
arma::mat gathered(const arma::mat& M, const arma::uvec& rows, const arma::uvec& columns);

/// M(rows, all)
arma::mat gathered_rows(const arma::mat& M, const arma::uvec& rows);

}  // namespace preimage::linalg
