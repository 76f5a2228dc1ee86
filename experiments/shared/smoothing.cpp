#include "experiments/shared/smoothing.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::experiments::shared {

namespace {

/// The filter along an axis of `length` pixels as a symmetric band matrix. Weights that fall outside are
/// left out here, because smooth_images filters differences from the outside value.
arma::mat filter_matrix(std::size_t length, double sigma) {
  const double radius = std::floor(4.0 * sigma + 0.5);
  double sum = 1.0;
  for (double k = 1.0; k <= radius; ++k) sum += 2.0 * std::exp(-k * k / (2.0 * sigma * sigma));
  arma::mat filter(length, length, arma::fill::zeros);
  for (std::size_t r = 0; r < length; ++r)
    for (std::size_t c = 0; c < length; ++c) {
      const double k = static_cast<double>(r) - static_cast<double>(c);
      if (std::abs(k) <= radius) filter(r, c) = std::exp(-k * k / (2.0 * sigma * sigma)) / sum;
    }
  return filter;
}

}  // namespace

arma::mat smooth_images(const arma::mat& images, ImageShape shape, double sigma, double outside) {
  constexpr double kLargestSigma = 1e6;  // far wider than any image; bounds the sum over the radius
  if (!(sigma > 0.0) || sigma > kLargestSigma)
    throw DataError(
        fmt::format("smoothing: expected a sigma in (0, {}] pixels, found {}", kLargestSigma, sigma));
  if (images.n_cols != shape.width * shape.height)
    throw DataError(fmt::format("smoothing: expected {} x {} pixels per image, found {}", shape.width,
                                shape.height, images.n_cols));
  const arma::mat along_rows = filter_matrix(shape.width, sigma);
  const arma::mat along_columns = filter_matrix(shape.height, sigma);
  arma::mat columns = images.t() - outside;
  for (arma::uword i = 0; i < columns.n_cols; ++i) {
    // A row-major image read column by column is its transpose, width x height.
    arma::mat image(columns.colptr(i), shape.width, shape.height, false, true);
    image = arma::mat(along_rows * image * along_columns);
  }
  return columns.t() + outside;
}

}  // namespace preimage::experiments::shared
