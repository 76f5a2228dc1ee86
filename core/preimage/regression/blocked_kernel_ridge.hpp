// Kernel ridge regression for thousands of samples: the Gram matrix is filled block by block into the storage
// that its Cholesky factor takes over, one factorisation serves all outputs, and the Gram matrix of the test
// samples never exists as a whole.
#pragma once

#include <armadillo>

#include "preimage/linalg/gram_block.hpp"

namespace preimage::regression {

using linalg::GramBlock;

/// Rows and columns of the blocks that are asked for: 1 MiB, so that a block stays in the cache from the
/// matrix product through the kernel's function to its use.
struct BlockShape {
  arma::uword rows = 512;
  arma::uword columns = 256;
};

/// alpha = (K + ridge I)^-1 Y, the plain form of kernel_ridge.hpp     [Saunders et al. 1998]
/// train_block  of the m x m symmetric K; asked only for blocks on and below the diagonal;  Y  m x q;
/// ridge >= 0;  returns m x q
/// rcond    where it is given: as of ridge_dual_operator
/// throws   NumericalError (a block of another shape, not finite, ridge < 0, not positive definite, singular)
/// cost     half of K, m^3 / 3 + 2 m^2 q flops; memory m^2 + 2 m q numbers and a block
arma::mat blocked_ridge_coefficients(const GramBlock& train_block, const arma::mat& Y, double ridge,
                                     const BlockShape& shape = {}, double* rcond = nullptr);

/// K_test_train alpha, one block of K_test_train at a time.
/// test_block  of the t x m K_test_train, asked by several threads at a time where there are;  alpha  m x q;  returns t x q,
/// the same up to rounding for every shape, and the same bits for any number of threads
/// throws   NumericalError (a block of another shape, a prediction that is not finite)
/// cost     all of K_test_train, 2 t m q flops; memory t q numbers and a block
arma::mat blocked_predictions(const GramBlock& test_block, arma::uword n_test, const arma::mat& alpha,
                              const BlockShape& shape = {}, std::size_t threads = 1);

}  // namespace preimage::regression
