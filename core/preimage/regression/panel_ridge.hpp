// Kernel ridge regression solved exactly for as many samples as half of their Gram matrix fits in memory.
#pragma once

#include <armadillo>

#include "preimage/linalg/panel_cholesky.hpp"
#include "preimage/regression/blocked_kernel_ridge.hpp"

namespace preimage::regression {

/// alpha = (K + ridge I)^-1 Y, as blocked_ridge_coefficients, by panels: half its memory, several threads where asked, and a
/// keeper of finished panels.                                                          [Saunders et al. 1998]
/// train_block  of the m x m symmetric, positive semidefinite K; asked for blocks on and below the diagonal, by several
///              threads at a time;  Y  m x q;  ridge >= 0;  returns m x q, the same bits for any number of threads
/// rcond        where it is given: as of ridge_dual_operator, or a bound above linalg::kFewDigits
/// options      without least_eigenvalue, which is the ridge
/// throws       NumericalError (a block of another shape, not finite, ridge < 0, not positive definite, singular)
/// cost         half of K, m^3 / 3 + 2 m^2 q flops; memory linalg::panel_bytes(m), 2 m q numbers, and a tile per thread
arma::mat panel_ridge_coefficients(const GramBlock& train_block, const arma::mat& Y, double ridge,
                                   linalg::PanelOptions options = {}, double* rcond = nullptr);

}  // namespace preimage::regression
