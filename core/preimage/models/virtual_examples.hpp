// Virtual examples: invariances that are known of images, told by shifted copies of the training images.
#pragma once

#include <armadillo>
#include <vector>

#include "preimage/samples/sample_set.hpp"

namespace preimage::models {

struct ImageShifts {
  arma::uword width = 0, height = 0;  // pixels; an image is a row of width x height numbers, line by line
  std::vector<int> steps = {0};       // pixels; each of them to the right with each of them down
  double background = 0.0;            // what comes in at the edges
};

/// A form of inputs beside RawVectors (prepared_method.hpp): they are images, which may be shifted.
struct ShiftableImages {
  ImageShifts shifts;
  arma::uword count = 0;  // images
};
inline std::size_t sample_count(const ShiftableImages& images) {
  return images.count;
}
inline ShiftableImages select(const ShiftableImages& images, const arma::uvec& positions) {
  return {images.shifts, positions.n_elem};
}

/// The images as they are, then all of them shifted by each further pair (right, down), in the order of the
/// steps.
/// images  n x (width height)
/// returns n s^2 rows, of s different steps, 0 among them
/// throws  std::invalid_argument where images have another size, 0 is no step, a step comes twice, or one
///         moves the whole image out
arma::mat with_shifted_copies(const arma::mat& images, const ImageShifts& shifts);

/// throws  std::invalid_argument where the inputs have the form ShiftableImages and cannot be shifted: not
///         the form RawVectors, too, or images of another size
void require_shiftable(const samples::SampleSet& inputs);

/// Training images with their shifted copies, which have the outputs of the images that they are copies of: m
/// s^2 samples. Inputs without the form ShiftableImages are as they were.
///   [Weston et al., NIPS 2002 and TR-098, sec. 4.3 proposes virtual examples for the outputs' matrix; Burges
///   and Schoelkopf 1997]
samples::DataSet with_virtual_examples(const samples::DataSet& training);

}  // namespace preimage::models
