// Drawing by formula for car_scenes.hpp: ground, cars seen from the side, and things that share parts with
// them.
#pragma once

#include <cstddef>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/samples/box.hpp"
#include "suite/figures/grey_image.hpp"

namespace preimage::experiments::car_localization {

/// Grey levels while they are drawn: 0 = black, 255 = white, beyond both is cut off at the end.
class GreyCanvas {
 public:
  /// Ground: noise that is smooth over about 64, 24 and 9 pixels, and an edge between sky and street.
  GreyCanvas(std::size_t width, std::size_t height, base::Random& random);
  int width() const { return width_; }
  int height() const { return height_; }
  /// Draws a car that fills `box` (its part inside the image): body, cabin, two windows, two wheels with
  /// hubs, a shadow; facing left or right, brighter or darker than the ground, of random shape and contrast.
  void draw_car(const samples::Box& box, base::Random& random);
  /// Draws some parts of a car alone or wrongly put together: a body without wheels, a cabin, wheels, a body
  /// with one wheel, a pole.
  void draw_clutter(const samples::Box& box, base::Random& random);
  /// The image with noise of a camera, of a standard deviation between 2 and 5 grey levels.
  suite::figures::GreyImage photograph(base::Random& random) const;

 private:
  struct Parts;
  struct Look;
  static Look random_look(base::Random& random);
  void paint(const samples::Box& box, const Look& look);
  void add_smooth_noise(double length, double deviation, base::Random& random);

  int width_;
  int height_;
  std::vector<double> grey_;  // height x width
};

}  // namespace preimage::experiments::car_localization
