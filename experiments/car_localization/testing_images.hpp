// Small seeded images for tests of this folder.
#pragma once

#include <cstddef>
#include <cstdint>

#include "experiments/car_localization/codebook.hpp"
#include "preimage/base/random.hpp"
#include "suite/figures/grey_image.hpp"

namespace preimage::experiments::car_localization {

/// Independent uniform grey levels.
inline suite::figures::GreyImage noise_image(std::size_t width, std::size_t height, std::uint64_t seed) {
  base::Random random(seed);
  suite::figures::GreyImage image{width, height, {}};
  for (std::size_t i = 0; i < width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(random.below(256)));
  return image;
}

/// An image of grey(x, y).
template <class Grey>
suite::figures::GreyImage drawn_image(std::size_t width, std::size_t height, Grey&& grey) {
  suite::figures::GreyImage image{width, height, {}};
  for (std::size_t i = 0; i < width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(grey(i % width, i / width)));
  return image;
}

/// Random words on a grid.
inline WordMap random_words(const Grid& grid, std::size_t n_words, std::uint64_t seed) {
  base::Random random(seed);
  WordMap map{grid, n_words, {}};
  for (std::size_t i = 0; i < grid.columns * grid.rows; ++i)
    map.words.push_back(static_cast<std::uint16_t>(random.below(n_words)));
  return map;
}

}  // namespace preimage::experiments::car_localization
