// Kernel ridge regression for thousands of samples: the Gram matrix is filled block by block into the storage
// that its Cholesky factor takes over, one factorisation serves all outputs, and the Gram matrix of the test
// samples never exists as a whole.
#pragma once

#include <armadillo>
#include <functional>

namespace preimage::methods {

/// Rows `rows` and columns `columns` of a Gram matrix, both ends included. Must be a pure function.
using GramBlock = std::function<arma::mat(const arma::span& rows, const arma::span& columns)>;

/// Rows of a Gram matrix that are in memory at a time while predictions are streamed, unless said otherwise.
inline constexpr arma::uword kGramBlockRows = 256;

/// alpha = (K + ridge I)^-1 Y, the plain form of kernel_ridge.hpp     [Saunders et al. 1998]
/// train_block  of the m x m symmetric K; asked only for blocks on and below the diagonal;  Y  m x q;
/// ridge >= 0;  returns m x q
/// throws   NumericalError (a block of another shape, not finite, ridge < 0, not positive definite, singular)
/// cost     half of K, m^3 / 3 + 2 m^2 q flops; memory m^2 + O(m kGramBlockRows) numbers
arma::mat blocked_ridge_coefficients(const GramBlock& train_block, const arma::mat& Y, double ridge);

/// K_test_train alpha, `block_rows` test samples at a time; every block spans all columns.
/// test_block  of the t x m K_test_train;  alpha  m x q;  returns t x q. The same numbers up to rounding for
/// every block_rows >= 1.
/// throws   NumericalError (a block of another shape, a prediction that is not finite)
/// cost     all of K_test_train, 2 t m q flops; memory t q + O(m block_rows) numbers
arma::mat blocked_predictions(const GramBlock& test_block, arma::uword n_test, const arma::mat& alpha,
                              arma::uword block_rows = kGramBlockRows);

}  // namespace preimage::methods
