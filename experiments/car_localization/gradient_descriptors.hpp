// Dense histograms of gradient orientations, in the manner of SIFT [Lowe 2004, sec. 6] without rotation and
// scale: one descriptor per point of a regular grid.
#pragma once

#include <armadillo>
#include <cstddef>

#include "suite/figures/grey_image.hpp"

namespace preimage::experiments::car_localization {

struct DescriptorOptions {
  std::size_t patch = 24;        // side in pixels, an even multiple of `cells`
  std::size_t stride = 6;        // pixels from one centre to the next, from 1
  std::size_t cells = 4;         // per side of the patch, from 1
  std::size_t orientations = 8;  // bins per cell, from 2
  bool is_signed = true;         // bins over a whole turn; else over half a turn (g and -g are one)
  double clip = 0.2;             // largest entry of a descriptor of norm 1 before it is normalised again; > 0
  double flat_norm = 4.0;        // below it a patch is flat; grey levels per pixel, >= 0
  /// throws  std::invalid_argument "patch: ..." for whatever is not as above
  void require_valid() const;
  std::size_t length() const { return cells * cells * orientations; }
};

/// The points (offset + c stride, offset + r stride), c < columns, r < rows, of an image in pixels (x, y).
struct Grid {
  long offset = 0;
  long stride = 1;
  std::size_t columns = 0;
  std::size_t rows = 0;
  bool operator==(const Grid&) const = default;
};

/// All points floor(stride / 2) + k stride inside the image.
Grid descriptor_grid(const suite::figures::GreyImage& image, const DescriptorOptions& options);

/// A descriptor per grid point (x, y), of the pixels [x - patch/2, x + patch/2) x [y - patch/2, y + patch/2);
/// beyond its edge the image continues with its outermost pixels.
///   g = ((I(x+1, y) - I(x-1, y))/2, (I(x, y+1) - I(x, y-1))/2), grey levels 0..255
///   h(cell, b) = mean over the cell's pixels of |g| max(0, 1 - |angle(g)/step - b|), angles cyclic,
/// with bin b at the angle b step, step = 2 pi / orientations (signed) or pi / orientations; then h/|h|,
/// every entry at most `clip`, and h/|h| again.
/// returns  length() x (columns rows): column r columns + c is grid point (c, r), its entry (cell row, cell
///          column, b) the ((cell row) cells + (cell column)) orientations + b -th. Columns have norm 1,
///          those of flat patches (|h| < flat_norm, or 0) are zero
/// throws   std::invalid_argument as require_valid
/// cost     O(pixels orientations + points length), by integral images
arma::mat gradient_descriptors(const suite::figures::GreyImage& image, const DescriptorOptions& options);

}  // namespace preimage::experiments::car_localization
