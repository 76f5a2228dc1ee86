// Images that are moved by some pixels.
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::samples {

struct ImageShifts {
  arma::uword width = 0, height = 0;  // pixels; an image is a row of width x height numbers, line by line
  std::vector<int> steps = {0};       // pixels; each of them to the right with each of them down
  double background = 0.0;            // what comes in at the edges
};

/// throws  std::invalid_argument where images have another number of pixels, 0 is no step, a step comes
///         twice, or one moves the whole image out
void require_shifts(arma::uword pixels, const ImageShifts& shifts);

/// The images as they are, then all of them shifted by each further pair (right, down), in the order of the
/// steps.
/// images  n x (width height)
/// returns n s^2 rows, of s different steps, 0 among them
/// throws  as require_shifts
arma::mat with_shifted_copies(const arma::mat& images, const ImageShifts& shifts);

}  // namespace preimage::samples
