#pragma once

#include <armadillo>

namespace preimage::linalg {

/// Gaussian of a distance: exp(-d^2 / (2 sigma^2)), elementwise; 1 at d = 0 and 0 elsewhere for a sigma whose
/// square is no number any more.  throws  NumericalError unless sigma > 0
arma::mat gaussian_of_squared_distances(arma::mat squared_distances, double sigma);
/// The same of `count` numbers in their place.
void gaussian_in_place(double* squared_distances, arma::uword count, double sigma);

}  // namespace preimage::linalg
