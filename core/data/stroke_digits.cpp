#include "data/stroke_digits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/random.hpp"

namespace preimage::data {

namespace {

struct Point {
  double x = 0.0, y = 0.0;  // unit square, y downwards
};
using Stroke = std::vector<Point>;
using Glyph = std::vector<Stroke>;

constexpr double kDegree = std::numbers::pi / 180.0;

/// Standard deviations of the hand, chosen so that the digits are readable but not trivial.
constexpr double kRotation = 9.0 * kDegree;
constexpr double kShear = 0.18;
constexpr double kScale = 0.10;
constexpr double kShift = 0.035;
constexpr double kJitter = 0.022;
constexpr double kNoise = 0.05;
constexpr double kThinPen = 0.55, kThickPen = 1.25;  // half a stroke's width in pixels
constexpr double kMargin = 1.0;                      // pixels around the unit square

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

const std::array<Glyph, 10>& glyphs() {
  static const std::array<Glyph, 10> table{{
      {arc(0.5, 0.5, 0.28, 0.42, 0, 360)},
      {{{0.38, 0.2}, {0.52, 0.08}, {0.52, 0.92}}},
      {joined(arc(0.5, 0.31, 0.26, 0.23, -170, 35), {{0.22, 0.92}, {0.8, 0.9}})},
      {joined(arc(0.47, 0.29, 0.25, 0.21, -150, 90), arc(0.47, 0.7, 0.29, 0.22, -90, 150))},
      {{{0.3, 0.08}, {0.22, 0.58}, {0.8, 0.56}}, {{0.66, 0.28}, {0.6, 0.94}}},
      {joined({{0.76, 0.08}, {0.34, 0.1}, {0.3, 0.44}}, arc(0.46, 0.66, 0.29, 0.25, -110, 140))},
      {joined({{0.64, 0.06}, {0.4, 0.3}}, arc(0.5, 0.67, 0.25, 0.24, -170, 190))},
      {{{0.22, 0.12}, {0.78, 0.1}, {0.58, 0.46}, {0.46, 0.93}}},
      {arc(0.5, 0.28, 0.21, 0.2, 90, 450), arc(0.5, 0.7, 0.25, 0.22, -90, 270)},
      {joined(arc(0.49, 0.32, 0.24, 0.23, 0, 360), {{0.7, 0.5}, {0.62, 0.94}})},
  }};
  return table;
}

/// x -> centre + A (x - centre) + shift, from the unit square to pixels.
struct AffineMap {
  double xx, xy, yx, yy, dx, dy;
  Point operator()(Point p) const {
    const double x = p.x - 0.5, y = p.y - 0.5;
    const double pixels = static_cast<double>(kDigitSide) - 2.0 * kMargin;
    return {kMargin + pixels * (0.5 + xx * x + xy * y + dx), kMargin + pixels * (0.5 + yx * x + yy * y + dy)};
  }
};

AffineMap random_map(base::Random& random) {
  const double angle = kRotation * random.gaussian();
  const double shear = kShear * random.gaussian();
  const double width = 1.0 + kScale * random.gaussian(), height = 1.0 + kScale * random.gaussian();
  const double c = std::cos(angle), s = std::sin(angle);
  const double dx = kShift * random.gaussian(), dy = kShift * random.gaussian();
  return {c * width, (c * shear - s) * height, s * width, (s * shear + c) * height, dx, dy};
}

/// The glyph in pixels. A whole stroke bends with its corners: jitter is smooth along it.
Glyph random_glyph(const Glyph& glyph, base::Random& random) {
  const AffineMap map = random_map(random);
  Glyph drawn;
  for (const Stroke& stroke : glyph) {
    Stroke bent;
    Point wander;
    for (const Point& point : stroke) {
      wander = {0.8 * wander.x + kJitter * random.gaussian(), 0.8 * wander.y + kJitter * random.gaussian()};
      bent.push_back(map({point.x + wander.x, point.y + wander.y}));
    }
    drawn.push_back(bent);
  }
  return drawn;
}

double distance_to_segment(Point p, Point a, Point b) {
  const double ux = b.x - a.x, uy = b.y - a.y;
  const double length2 = ux * ux + uy * uy;
  const double along = length2 > 0.0 ? ((p.x - a.x) * ux + (p.y - a.y) * uy) / length2 : 0.0;
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - t * ux, p.y - a.y - t * uy);
}

double distance_to_glyph(Point p, const Glyph& glyph) {
  double nearest = static_cast<double>(kDigitSide);
  for (const Stroke& stroke : glyph)
    for (std::size_t i = 1; i < stroke.size(); ++i)
      nearest = std::min(nearest, distance_to_segment(p, stroke[i - 1], stroke[i]));
  return nearest;
}

arma::rowvec render(const Glyph& glyph, double pen, base::Random& random) {
  arma::rowvec image(kDigitPixels);
  for (std::size_t i = 0; i < kDigitPixels; ++i) {
    const std::size_t row = i / kDigitSide, column = i % kDigitSide;
    const Point centre{static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5};
    const double ink = std::clamp(pen + 0.5 - distance_to_glyph(centre, glyph), 0.0, 1.0);
    const double noise = kNoise * random.gaussian();
    // Noise only on ink and its edge: the paper of USPS is exactly -1.
    const double value = ink > 0.0 ? std::clamp(2.0 * ink - 1.0 + noise, -1.0, 1.0) : -1.0;
    image(i) = std::round(1000.0 * value) / 1000.0;
  }
  return image;
}

}  // namespace

Digits stroke_digits(std::size_t per_class, std::uint64_t seed) {
  base::Random random(seed);
  const std::size_t n = glyphs().size() * per_class;
  Digits digits{arma::mat(n, kDigitPixels), {}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t label = i % glyphs().size();
    const Glyph glyph = random_glyph(glyphs()[label], random);
    const double pen = kThinPen + (kThickPen - kThinPen) * random.uniform();
    digits.pixels.row(i) = render(glyph, pen, random);
    digits.labels.push_back(static_cast<int>(label));
    digits.ids.push_back(i);
  }
  return digits;
}

}  // namespace preimage::data
