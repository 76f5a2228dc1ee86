// The stand-in for the UIUC cars: scenes drawn by formula, so that everything runs without a download. Its
// results are never compared with a paper's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "experiments/car_localization/uiuc_cars.hpp"

namespace preimage::experiments::car_localization {

struct CarSceneCounts {
  std::size_t car_crops = 550;
  std::size_t other_crops = 500;
  std::size_t single_scale = 170;
  std::size_t multi_scale = 108;
};

/// As many crops and images as asked for, of the sizes and box widths of the real set: crops of 100 x 40;
/// single-scale images of 145 to 275 x 85 to 185 with boxes of 100 x 40; multi-scale images of 215 to 425 x
/// 105 to 225 with boxes 88 to 212 wide. Every sixth image has two cars where the second finds room; a box
/// may leave the image by up to 10 %. Cars lie on textured ground among things that share parts with them,
/// and do not fill their boxes exactly.
/// Fewer with the same seed are a prefix of more. Learnable, not trivial: a test holds the template "mean
/// histogram of the car crops" to it.
/// cost  about 2 s for the whole set
CarImages car_scenes(const CarSceneCounts& counts, std::uint64_t seed);

}  // namespace preimage::experiments::car_localization
