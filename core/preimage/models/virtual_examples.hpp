// Virtual examples: invariances that are known of images, told by shifted copies of the training images.
#pragma once

#include <armadillo>

#include "preimage/samples/image_shifts.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::models {

/// A form of inputs beside RawVectors (prepared_method.hpp): they are images, which may be shifted.
struct ShiftableImages {
  samples::ImageShifts shifts;
  arma::uword count = 0;  // images
};
inline std::size_t sample_count(const ShiftableImages& images) {
  return images.count;
}
inline ShiftableImages select(const ShiftableImages& images, const arma::uvec& positions) {
  return {images.shifts, positions.n_elem};
}

/// throws  std::invalid_argument where the inputs have the form ShiftableImages and cannot be shifted: not
///         the form RawVectors, too, or images of another size
void require_shiftable(const samples::SampleSet& inputs);

/// Training images with their shifted copies, which have the outputs of the images that they are copies of: m
/// s^2 samples. Inputs without the form ShiftableImages are as they were.
///   [Weston et al., NIPS 2002 and TR-098, sec. 4.3 proposes virtual examples for the outputs' matrix; Burges
///   and Schoelkopf 1997]
samples::DataSet with_virtual_examples(const samples::DataSet& training);

}  // namespace preimage::models
