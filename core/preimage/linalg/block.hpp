// Products with a part of a matrix that is not copied out of it.
#pragma once

#include <armadillo>

namespace preimage::linalg {

/// Some consecutive rows and columns of a matrix, which has to outlive it.
struct Block {
  /// rows, columns  not empty, inside the matrix
  Block(const arma::mat& matrix, const arma::span& rows, const arma::span& columns);

  const double* first;
  arma::blas_int n_rows, n_columns;
  arma::blas_int step;  // from column to column in memory
};

/// A B.  B  of A.n_columns rows;  cost 2 n_rows n_columns B.n_cols flops, no copy
arma::mat product(const Block& A, const arma::mat& B);
/// A' B.  B  of A.n_rows rows
arma::mat transposed_product(const Block& A, const arma::mat& B);
/// target += A' A, of which the lower triangle alone is computed and touched.
/// target  n_columns x n_columns;  cost n_rows n_columns^2 flops
void add_gram_lower(arma::mat& target, const Block& A);

}  // namespace preimage::linalg
