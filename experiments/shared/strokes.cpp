#include "experiments/shared/strokes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace preimage::experiments::shared {

namespace {
constexpr double kDegree = std::numbers::pi / 180.0;
}  // namespace

/// The part of an ellipse from angle `from` to `to` (degrees, clockwise, 0 = right) around (x, y).
Stroke arc(double x, double y, double rx, double ry, double from, double to) {
  constexpr int kSteps = 12;
  Stroke stroke;
  for (int i = 0; i <= kSteps; ++i) {
    const double angle = (from + (to - from) * i / kSteps) * kDegree;
    stroke.push_back({x + rx * std::cos(angle), y + ry * std::sin(angle)});
  }
  return stroke;
}

Stroke joined(Stroke first, const Stroke& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

namespace {

/// x -> centre + A (x - centre) + shift, from the unit square to pixels.
struct AffineMap {
  double xx, xy, yx, yy, dx, dy;
  double margin, width, height;  // pixels
  Point operator()(Point p) const {
    const double x = p.x - 0.5, y = p.y - 0.5;
    return {margin + width * (0.5 + xx * x + xy * y + dx), margin + height * (0.5 + yx * x + yy * y + dy)};
  }
};

AffineMap random_map(const Hand& hand, const ImageShape& shape, base::Random& random) {
  const double angle = hand.rotation * random.gaussian();
  const double shear = hand.shear * random.gaussian();
  const double width = 1.0 + hand.scale * random.gaussian(), height = 1.0 + hand.scale * random.gaussian();
  const double c = std::cos(angle), s = std::sin(angle);
  const double dx = hand.shift * random.gaussian(), dy = hand.shift * random.gaussian();
  const auto pixels = [&](std::size_t side) { return static_cast<double>(side) - 2.0 * hand.margin; };
  return {c * width,   (c * shear - s) * height, s * width,           (s * shear + c) * height, dx, dy,
          hand.margin, pixels(shape.width),      pixels(shape.height)};
}

/// The glyph in pixels. A whole stroke bends with its corners: jitter is smooth along it.
Glyph random_glyph(const Glyph& glyph, const Hand& hand, const ImageShape& shape, base::Random& random) {
  const AffineMap map = random_map(hand, shape, random);
  Glyph drawn;
  for (const Stroke& stroke : glyph) {
    Stroke bent;
    Point wander;
    for (const Point& point : stroke) {
      wander = {0.8 * wander.x + hand.jitter * random.gaussian(),
                0.8 * wander.y + hand.jitter * random.gaussian()};
      bent.push_back(map({point.x + wander.x, point.y + wander.y}));
    }
    drawn.push_back(bent);
  }
  return drawn;
}

/// From the segment's nearest point to p.
Point offset_to_segment(Point p, Point a, Point b) {
  const double ux = b.x - a.x, uy = b.y - a.y;
  const double length2 = ux * ux + uy * uy;
  const double along = length2 > 0.0 ? ((p.x - a.x) * ux + (p.y - a.y) * uy) / length2 : 0.0;
  const double t = std::clamp(along, 0.0, 1.0);
  return {p.x - a.x - t * ux, p.y - a.y - t * uy};
}

/// Of p to the nearest stroke; where that is `reach` or more, any number that is no smaller. Most pixels are
/// paper, and the test by squares, a hair wider than `reach`, spares them the slow hypot.
double distance_to_glyph(Point p, const Glyph& glyph, double reach) {
  const double reach2 = reach * reach * (1.0 + 1e-9);
  double nearest = std::numeric_limits<double>::max();
  for (const Stroke& stroke : glyph) {
    for (std::size_t i = 1; i < stroke.size(); ++i) {
      const Point offset = offset_to_segment(p, stroke[i - 1], stroke[i]);
      if (offset.x * offset.x + offset.y * offset.y > reach2) continue;
      nearest = std::min(nearest, std::hypot(offset.x, offset.y));
    }
  }
  return nearest;
}

arma::rowvec render(const Glyph& glyph, double pen, double pixel_noise, const ImageShape& shape,
                    base::Random& random) {
  arma::rowvec image(shape.width * shape.height);
  for (std::size_t i = 0; i < image.n_elem; ++i) {
    const std::size_t row = i / shape.width, column = i % shape.width;
    const Point centre{static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5};
    const double ink = std::clamp(pen + 0.5 - distance_to_glyph(centre, glyph, pen + 0.5), 0.0, 1.0);
    const double noise = pixel_noise * random.gaussian();
    // Noise only on ink and its edge: the paper of USPS is exactly -1.
    const double value = ink > 0.0 ? std::clamp(2.0 * ink - 1.0 + noise, -1.0, 1.0) : -1.0;
    image(i) = std::round(1000.0 * value) / 1000.0;
  }
  return image;
}

}  // namespace

arma::rowvec write_glyph(const Glyph& glyph, const Hand& hand, const ImageShape& shape,
                         base::Random& random) {
  const Glyph written = random_glyph(glyph, hand, shape, random);
  const double pen = hand.thin_pen + (hand.thick_pen - hand.thin_pen) * random.uniform();
  return render(written, pen, hand.noise, shape, random);
}

}  // namespace preimage::experiments::shared
