// Visual words: the nearest of K descriptors that k-means found on training images, and one word for flat
// patches.
#pragma once

#include <armadillo>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "experiments/car_localization/gradient_descriptors.hpp"
#include "experiments/car_localization/uiuc_cars.hpp"
#include "preimage/base/random.hpp"

namespace preimage::experiments::car_localization {

/// The defaults are the smallest that work on the UIUC cars; {.descriptor = {.stride = 5, .is_signed =
/// false}, .words = 500} localises best there.
struct CodebookOptions {
  DescriptorOptions descriptor{};
  std::size_t words = 300;                  // K, from 1 to 65,534
  std::size_t descriptors_per_image = 555;  // drawn from each training image
  std::size_t iterations = 12;
};

struct Codebook {
  DescriptorOptions descriptor;
  arma::mat centres;  // descriptor.length() x K
  /// K + 1: the last word is that of flat patches.
  std::size_t n_words() const { return centres.n_cols + 1; }
};

/// k-means, from drawn centres, of up to options.descriptors_per_image descriptors of every scene, drawn
/// without replacement from those that are not flat.
/// throws  std::invalid_argument for options out of range; NumericalError where there are fewer descriptors
///         than words
Codebook learn_codebook(const std::vector<Scene>& scenes, const CodebookOptions& options,
                        base::Random& random);

/// The word of every descriptor of an image: all that the boxes of an image are described by.
struct WordMap {
  Grid grid;
  std::size_t n_words = 0;
  std::vector<std::uint16_t> words;  // of grid point (c, r): the (r grid.columns + c)-th, below n_words
};

/// cost  O(pixels orientations + points length K)
WordMap word_map(const suite::figures::GreyImage& image, const Codebook& codebook);

}  // namespace preimage::experiments::car_localization
