// Drawing by formula for the stand-ins: glyphs of strokes, written by an unsteady hand.
#pragma once

#include <armadillo>
#include <vector>

#include "experiments/shared/smoothing.hpp"
#include "preimage/base/random.hpp"

namespace preimage::experiments::shared {

struct Point {
  double x = 0.0, y = 0.0;  // unit square, y downwards
};
using Stroke = std::vector<Point>;
using Glyph = std::vector<Stroke>;

/// The part of an ellipse from angle `from` to `to` (degrees, clockwise, 0 = right) around (x, y).
Stroke arc(double x, double y, double rx, double ry, double from, double to);

/// `first` and then, by a straight line, `second`.
Stroke joined(Stroke first, const Stroke& second);

/// Standard deviations of what a hand does to a glyph, and its pens.
struct Hand {
  double rotation = 0.0;  // radians
  double shear = 0.0, scale = 0.0;
  double shift = 0.0;                      // of the unit square
  double jitter = 0.0;                     // of a corner, in the unit square
  double noise = 0.0;                      // of a pixel with ink
  double thin_pen = 0.0, thick_pen = 0.0;  // half a stroke's width in pixels, uniform between the two
  double margin = 0.0;                     // pixels around the unit square
};

/// The glyph under a random affine map (rotation, shear, scale, shift), with jittered corners and a random
/// pen, rendered with a soft edge and a little noise to [-1, 1] (-1 = paper) in steps of 0.001, so that the
/// last bit of sin and cos does not show. returns 1 x (width height), row-major
arma::rowvec write_glyph(const Glyph& glyph, const Hand& hand, const ImageShape& shape, base::Random& random);

}  // namespace preimage::experiments::shared
