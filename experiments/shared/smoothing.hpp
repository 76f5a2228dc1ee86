#pragma once

#include <armadillo>
#include <cstddef>

namespace preimage::experiments::shared {

struct ImageShape {
  std::size_t width = 0;
  std::size_t height = 0;
};

/// Gaussian smoothing of images, one per row of `images` (n x width height, row-major).
///   out(r, c) = sum_{i, j = -R..R} w_i w_j in(r + i, c + j),  w_k = exp(-k^2 / (2 sigma^2)) / sum
/// with R = floor(4 sigma + 1/2) and `outside` for pixels beyond the edge: the numbers of
/// scipy.ndimage.gaussian_filter(mode="constant", cval=outside, truncate=4).
/// sigma   in pixels; > 0 and finite
/// throws  DataError where the shape does not fit or sigma is not positive;  cost O(n width height (width +
/// height))
arma::mat smooth_images(const arma::mat& images, ImageShape shape, double sigma, double outside = -1.0);

}  // namespace preimage::experiments::shared
