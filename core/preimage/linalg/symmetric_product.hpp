#pragma once

#include <armadillo>

namespace preimage::linalg {

/// A x of a symmetric A, of which the lower triangle alone is read: a product with a vector takes the time to read A, so this
/// is up to twice as fast as A * x.
/// A       n x n, symmetric up to rounding;  x  n
/// throws  NumericalError where the shapes do not fit
/// cost    2 n^2 flops, 4 n^2 bytes read
arma::vec symmetric_times(const arma::mat& A, const arma::vec& x);

}  // namespace preimage::linalg
