#include "preimage/linalg/gaussian.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/exponential.hpp"

namespace preimage::linalg {

namespace {

constexpr arma::uword kBlock = 1024;  // stays in the nearest cache between the two steps

}  // namespace

arma::mat gaussian_of_squared_distances(arma::mat squared_distances, double sigma) {
  gaussian_in_place(squared_distances.memptr(), squared_distances.n_elem, sigma);
  return squared_distances;
}

void gaussian_in_place(double* squared_distances, arma::uword count, double sigma) {
  if (!(sigma > 0.0)) throw NumericalError(fmt::format("Gaussian: sigma is {}, expected > 0", sigma));
  for (arma::uword begin = 0; begin < count; begin += kBlock) {
    double* block = squared_distances + begin;
    const arma::uword n = std::min(kBlock, count - begin);
    // Divided twice, because sigma^2 underflows to 0 from sigma = 1e-162 on and 0 / 0 would be NaN.
    for (arma::uword i = 0; i < n; ++i) block[i] = -0.5 * (block[i] / sigma) / sigma;
    exponentials_in_place(block, n);
  }
}

}  // namespace preimage::linalg
