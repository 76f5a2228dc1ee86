#include "preimage/linalg/gaussian.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::linalg {

arma::mat gaussian_of_squared_distances(const arma::mat& squared_distances, double sigma) {
  arma::mat values = squared_distances;
  gaussian_in_place(values.memptr(), values.n_elem, sigma);
  return values;
}

void gaussian_in_place(double* squared_distances, arma::uword count, double sigma) {
  if (!(sigma > 0.0)) throw NumericalError(fmt::format("Gaussian: sigma is {}, expected > 0", sigma));
  // Divided twice, because sigma^2 underflows to 0 from sigma = 1e-162 on and 0 / 0 would be NaN.
  for (arma::uword i = 0; i < count; ++i)
    squared_distances[i] = std::exp(-0.5 * (squared_distances[i] / sigma) / sigma);
}

}  // namespace preimage::linalg
