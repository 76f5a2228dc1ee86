#include "experiments/frame_compression/turning_head.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace preimage::experiments::frame_compression {

namespace {

// The head's own coordinates: x to its left, y up, z out of its face; 1 is half the picture.
using Point = std::array<double, 3>;

enum class Surface { skin, skull, face, eye, brow, lips };

struct Part {
  Point centre;
  Point radii;
  Surface surface;
};

constexpr Part kParts[] = {
    {{0.0, 0.20, -0.08}, {0.50, 0.58, 0.62}, Surface::skull},
    {{0.0, -0.10, 0.12}, {0.43, 0.66, 0.45}, Surface::face},
    {{0.0, -0.60, 0.30}, {0.19, 0.15, 0.19}, Surface::skin},   // chin
    {{0.0, -1.00, -0.10}, {0.27, 0.55, 0.28}, Surface::skin},  // neck
    {{0.0, -0.13, 0.60}, {0.09, 0.11, 0.13}, Surface::skin},   // nose: tip
    {{0.0, 0.00, 0.54}, {0.06, 0.22, 0.10}, Surface::skin},    // nose: bridge
    {{0.50, 0.00, -0.05}, {0.07, 0.18, 0.12}, Surface::skin},  // ears
    {{-0.50, 0.00, -0.05}, {0.07, 0.18, 0.12}, Surface::skin},
    {{0.18, 0.09, 0.47}, {0.10, 0.055, 0.07}, Surface::eye},
    {{-0.18, 0.09, 0.47}, {0.10, 0.055, 0.07}, Surface::eye},
    {{0.18, 0.21, 0.46}, {0.13, 0.030, 0.08}, Surface::brow},
    {{-0.18, 0.21, 0.46}, {0.13, 0.030, 0.08}, Surface::brow},
    {{0.0, -0.37, 0.50}, {0.14, 0.045, 0.07}, Surface::lips},
};

constexpr double kBackground = 0.08;
constexpr double kNowhere = -1e9;                // behind everything
constexpr Point kLight = {-0.48, 0.48, 0.7342};  // of length 1, in the picture's coordinates
constexpr int kRays = 8;
/// Eighths of a pixel: no two rays share a row or a column of the pixel.
constexpr int kRayColumn[kRays] = {0, 1, 2, 3, 4, 5, 6, 7};
constexpr int kRayRow[kRays] = {3, 6, 1, 4, 7, 2, 5, 0};

/// 0 below `from`, 1 above `to`, without a kink between.
double smooth_step(double from, double to, double value) {
  const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

/// wave  sin(19 y) at p
double reflectance(const Part& part, const Point& p, bool texture, double wave) {
  const double hair = 0.22, skin = 0.78;
  double value = skin;
  switch (part.surface) {
    case Surface::skull:  // the hair ends above the forehead and behind the ears
      value = hair + (skin - hair) * smooth_step(0.10, 0.20, p[2] - 0.9 * std::max(0.0, p[1] - 0.38));
      break;
    case Surface::eye: {
      const double x = std::abs(p[0]) - 0.18, y = p[1] - 0.09;
      value = 0.12 + 0.83 * smooth_step(0.030, 0.050, std::sqrt(x * x + y * y));
      break;
    }
    case Surface::brow:
      value = hair;
      break;
    case Surface::lips:  // two, with a dark line between
      value = 0.50 - 0.35 * std::exp(-std::pow((p[1] + 0.37) / 0.012, 2));
      break;
    case Surface::skin:
    case Surface::face:
      break;
  }
  if (!texture || part.surface == Surface::eye) return value;
  return value * (1.0 + 0.25 * std::sin(23.0 * p[0] + 1.0) * wave * std::sin(21.0 * p[2] + 2.0));
}

/// Where a ray of a row of pixels lies, and what depends on that alone.
struct RayRow {
  double y, wave;
};

/// A part as the rays of one frame see it: everything that does not depend on the ray.
struct SeenPart {
  const Part* part;
  double centre_x, half_width;  // of its shadow on the picture
  Point inverse, direction;     // 1 / radii, and the ray's direction in units of the radii
  double a;                     // |direction|^2
};

class Frame {
 public:
  Frame(double angle, bool texture) : cos_(std::cos(angle)), sin_(std::sin(angle)), texture_(texture) {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const auto& [c, r, surface] = kParts[i];
      const Point inverse = {1.0 / r[0], 1.0 / r[1], 1.0 / r[2]};
      const Point direction = {-sin_ * inverse[0], 0.0, cos_ * inverse[2]};
      seen_[i] = {&kParts[i],
                  c[0] * cos_ + c[2] * sin_,
                  std::hypot(r[0] * cos_, r[2] * sin_),
                  inverse,
                  direction,
                  direction[0] * direction[0] + direction[2] * direction[2]};
    }
  }

  /// Brightness at a point of the picture: of the part that the ray meets first.
  double brightness(double x, const RayRow& row) const {
    double nearest = kNowhere;
    const SeenPart* hit = nullptr;
    for (const SeenPart& seen : seen_) {
      if (std::abs(x - seen.centre_x) >= seen.half_width) continue;
      const double distance = meeting(seen, x, row.y);
      if (distance <= nearest) continue;
      nearest = distance;
      hit = &seen;
    }
    if (hit == nullptr) return kBackground;
    return shade(*hit, {x * cos_ - nearest * sin_, row.y, x * sin_ + nearest * cos_}, row.wave);
  }

 private:
  /// How far in front of the picture's plane the ray through (x, y) meets the part; kNowhere where it does
  /// not.
  double meeting(const SeenPart& seen, double x, double y) const {
    const Point& c = seen.part->centre;
    const double q1 = (y - c[1]) * seen.inverse[1];
    if (q1 * q1 >= 1.0) return kNowhere;
    const double q0 = (x * cos_ - c[0]) * seen.inverse[0], q2 = (x * sin_ - c[2]) * seen.inverse[2];
    const double b = q0 * seen.direction[0] + q2 * seen.direction[2];
    const double discriminant = b * b - seen.a * (q0 * q0 + q1 * q1 + q2 * q2 - 1.0);
    return discriminant <= 0.0 ? kNowhere : (std::sqrt(discriminant) - b) / seen.a;
  }

  double shade(const SeenPart& seen, const Point& p, double wave) const {
    Point normal;
    for (std::size_t k = 0; k < 3; ++k) {
      normal[k] = (p[k] - seen.part->centre[k]) * seen.inverse[k] * seen.inverse[k];
    }
    const double length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const double towards_light = (normal[0] * cos_ + normal[2] * sin_) * kLight[0] + normal[1] * kLight[1] +
                                 (normal[2] * cos_ - normal[0] * sin_) * kLight[2];
    return reflectance(*seen.part, p, texture_, wave) * (0.25 + 0.75 * std::max(0.0, towards_light / length));
  }

  double cos_, sin_;
  bool texture_;
  std::array<SeenPart, std::size(kParts)> seen_{};
};

void draw(const Frame& frame, std::size_t side, double* out) {
  const double pixel = 2.0 / static_cast<double>(side);
  for (std::size_t row = 0; row < side; ++row) {
    const double top = 1.0 - pixel * static_cast<double>(row);
    RayRow rows[kRays];
    for (int ray = 0; ray < kRays; ++ray) {
      const double y = top - pixel * (kRayRow[ray] + 0.5) / kRays;
      rows[ray] = {y, std::sin(19.0 * y)};
    }
    for (std::size_t column = 0; column < side; ++column) {
      const double left = pixel * static_cast<double>(column) - 1.0;
      double sum = 0.0;
      for (int ray = 0; ray < kRays; ++ray)
        sum += frame.brightness(left + pixel * (kRayColumn[ray] + 0.5) / kRays, rows[ray]);
      *out++ = sum / kRays;
    }
  }
}

}  // namespace

ImageSequence render(const TurningHead& head) {
  arma::mat columns(head.side * head.side, head.frames);  // a frame is contiguous while it is drawn
  for (std::size_t i = 0; i < head.frames; ++i) {
    const double turn = static_cast<double>(i) / static_cast<double>(head.frames) - 0.5;
    draw(Frame(turn * std::numbers::pi, head.texture), head.side, columns.colptr(i));
  }
  return {{head.side, head.side}, columns.t()};
}

}  // namespace preimage::experiments::frame_compression
