// What localising cars needs, whether photographed (uiuc_cars.hpp) or drawn (car_scenes.hpp).
#pragma once

#include <vector>

#include "preimage/samples/box.hpp"
#include "preimage/samples/grey_image.hpp"

namespace preimage::samples {

inline constexpr int kCarWidth = 100;  // of a crop, and of every box of the single-scale images
inline constexpr int kCarHeight = 40;

/// The height of a car's box: 0.4 of its width, rounded.
constexpr int car_height(int width) {
  return (4 * width + 5) / 10;
}

struct Scene {
  GreyImage image;
  std::vector<Box> cars;  // at least one; may leave the image, but not wholly
};

struct CarImages {
  std::vector<GreyImage> car_crops, other_crops;  // kCarWidth x kCarHeight
  std::vector<Scene> single_scale;                // boxes of kCarWidth x kCarHeight
  std::vector<Scene> multi_scale;                 // boxes of any width w and height car_height(w)
};

}  // namespace preimage::samples
