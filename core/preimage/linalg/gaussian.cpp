#include "preimage/linalg/gaussian.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::linalg {

arma::mat gaussian_of_squared_distances(const arma::mat& squared_distances, double sigma) {
  if (!(sigma > 0.0)) throw NumericalError(fmt::format("Gaussian: sigma is {}, expected > 0", sigma));
  // Divided twice, because sigma^2 underflows to 0 from sigma = 1e-162 on and 0 / 0 would be NaN.
  return arma::exp(-0.5 * (squared_distances / sigma) / sigma);
}

}  // namespace preimage::linalg
