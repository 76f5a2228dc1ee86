#include "experiments/car_localization/car_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace preimage::experiments::car_localization {

namespace {

double between(double low, double high, base::Random& random) {
  return low + (high - low) * random.uniform();
}

/// Whether x lies between two edges that run straight from `top` to `bottom` while y does so.
bool in_trapezoid(double x, double y, double top, double bottom, double top_left, double top_right,
                  double bottom_left, double bottom_right) {
  if (y < top || y > bottom) return false;
  const double t = (y - top) / (bottom - top);
  return x >= top_left + t * (bottom_left - top_left) && x <= top_right + t * (bottom_right - top_right);
}

}  // namespace

/// Which parts of a car are drawn, or a pole.
struct GreyCanvas::Parts {
  bool has_body = true, has_cabin = true, has_shadow = true, has_front_wheel = true, has_rear_wheel = true,
       has_pole = false;
};

/// A car in units of its box: x from 0 (front) to 1, y from 0 (roof) to 1.
struct GreyCanvas::Look : Parts {
  bool faces_right = false;
  double contrast = 1.0;  // of all paint against the ground
  double body = 0.0, window = 0.0, tyre = 0.0, hub = 0.0;
  double belt = 0.0, sill = 0.0;  // y of the body's top and bottom
  double roof_front = 0.0, roof_rear = 0.0, pane_foot = 0.0, rear_foot = 0.0;  // x of the cabin's corners
  double front_wheel = 0.0, rear_wheel = 0.0, wheel = 0.0;  // x of centres; radius in heights

  /// The grey level of the topmost part at (x, y) of a box `ratio` times as wide as high; nothing beside it.
  std::optional<double> paint_at(double x, double y, double ratio) const {
    if (faces_right) x = 1.0 - x;
    if (has_pole) return std::abs(x - 0.5) < 0.04 ? std::optional(body) : std::nullopt;
    for (const auto& [is_there, centre] :
         {std::pair{has_front_wheel, front_wheel}, std::pair{has_rear_wheel, rear_wheel}}) {
      const double from_hub = std::hypot((x - centre) * ratio, y - (0.97 - wheel));
      if (is_there && from_hub < wheel) return from_hub < 0.45 * wheel ? hub : tyre;
    }
    if (has_cabin) {
      const double pillar = (roof_front + roof_rear) / 2.0;
      const bool is_pane = in_trapezoid(x, y, 0.1, belt - 0.03, roof_front + 0.03, roof_rear - 0.03,
                                        pane_foot + 0.05, rear_foot - 0.05);
      if (is_pane && std::abs(x - pillar) > 0.015) return window;
      if (in_trapezoid(x, y, 0.03, belt, roof_front, roof_rear, pane_foot, rear_foot)) return body;
    }
    if (has_body && in_trapezoid(x, y, belt, sill, 0.04, 0.98, 0.01, 0.99)) {
      return y > belt + 0.55 * (sill - belt) ? 0.85 * body : body;  // the lower half lies in shade
    }
    if (has_shadow && y > sill && x > 0.04 && x < 0.96) return 30.0;
    return std::nullopt;
  }
};

GreyCanvas::GreyCanvas(std::size_t width, std::size_t height, base::Random& random)
    : width_(static_cast<int>(width)), height_(static_cast<int>(height)), grey_(width * height) {
  const double horizon = between(0.2, 0.7, random) * static_cast<double>(height);
  const double sky = between(90.0, 190.0, random), street = between(60.0, 160.0, random);
  for (std::size_t i = 0; i < grey_.size(); ++i) {
    const std::size_t row = i / width;
    grey_[i] = static_cast<double>(row) < horizon ? sky : street;
  }
  add_smooth_noise(64.0, 40.0, random);
  add_smooth_noise(24.0, 22.0, random);
  add_smooth_noise(9.0, 11.0, random);
}

/// Uniform values at the corners of squares, with a smooth step between them.
void GreyCanvas::add_smooth_noise(double length, double deviation, base::Random& random) {
  const auto corners = [&](int pixels) { return static_cast<std::size_t>(pixels / length) + 2; };
  const std::size_t columns = corners(width_);
  std::vector<double> values(columns * corners(height_));
  for (double& value : values) value = deviation * std::sqrt(3.0) * (2.0 * random.uniform() - 1.0);
  const auto smooth = [](double t) { return t * t * (3.0 - 2.0 * t); };
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      const double column = std::floor(x / length), row = std::floor(y / length);
      const double across = smooth(x / length - column), down = smooth(y / length - row);
      const double* corner =
          &values[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)];
      const double top = corner[0] + across * (corner[1] - corner[0]);
      const double bottom = corner[columns] + across * (corner[columns + 1] - corner[columns]);
      grey_[static_cast<std::size_t>(y * width_ + x)] += top + down * (bottom - top);
    }
  }
}

GreyCanvas::Look GreyCanvas::random_look(base::Random& random) {
  Look look;
  look.faces_right = random.below(2) == 1;
  look.contrast = between(0.5, 1.0, random);
  const bool is_bright = random.below(2) == 1;
  look.body = is_bright ? between(170.0, 250.0, random) : between(20.0, 100.0, random);
  look.window = is_bright ? between(20.0, 110.0, random) : between(90.0, 220.0, random);
  look.tyre = between(10.0, 60.0, random);
  look.hub = between(90.0, 220.0, random);
  look.belt = between(0.34, 0.46, random);
  look.sill = between(0.78, 0.86, random);
  look.roof_front = between(0.30, 0.42, random);
  look.roof_rear = between(0.66, 0.86, random);
  look.pane_foot = look.roof_front - between(0.05, 0.16, random);
  look.rear_foot = std::min(0.97, look.roof_rear + between(0.03, 0.15, random));
  look.front_wheel = between(0.17, 0.23, random);
  look.rear_wheel = between(0.75, 0.82, random);
  look.wheel = between(0.15, 0.21, random);
  return look;
}

void GreyCanvas::paint(const samples::Box& box, const Look& look) {
  constexpr double kSamples[] = {0.25, 0.75};  // of a pixel, along both axes
  const double ratio = static_cast<double>(box.width) / box.height;
  for (int y = std::max(0, box.top); y < std::min(height_, box.top + box.height); ++y) {
    for (int x = std::max(0, box.left); x < std::min(width_, box.left + box.width); ++x) {
      double& grey = grey_[static_cast<std::size_t>(y * width_ + x)];
      double sum = 0.0;
      for (const double down : kSamples) {
        for (const double across : kSamples) {
          const double u = (x - box.left + across) / box.width, v = (y - box.top + down) / box.height;
          const std::optional<double> colour = look.paint_at(u, v, ratio);
          sum += colour ? grey + look.contrast * (*colour - grey) : grey;
        }
      }
      grey = sum / 4.0;
    }
  }
}

void GreyCanvas::draw_car(const samples::Box& box, base::Random& random) {
  paint(box, random_look(random));
}

void GreyCanvas::draw_clutter(const samples::Box& box, base::Random& random) {
  Look look = random_look(random);
  constexpr Parts kClutter[] = {{true, false, true, false, false},           // a body and its shadow
                                {false, true, false, false, false},          // a cabin
                                {false, false, false, true, true},           // wheels
                                {true, false, false, true, false},           // a body with one wheel
                                {true, true, false, false, false},           // without wheels
                                {false, false, false, false, false, true}};  // a pole
  static_cast<Parts&>(look) = kClutter[random.below(std::size(kClutter))];
  paint(box, look);
}

suite::figures::GreyImage GreyCanvas::photograph(base::Random& random) const {
  const double deviation = between(2.0, 5.0, random);
  suite::figures::GreyImage image{static_cast<std::size_t>(width_), static_cast<std::size_t>(height_), {}};
  image.pixels.reserve(grey_.size());
  for (const double grey : grey_) {
    const double noisy = std::round(grey + deviation * random.gaussian());
    image.pixels.push_back(static_cast<std::uint8_t>(std::clamp(noisy, 0.0, 255.0)));
  }
  return image;
}

}  // namespace preimage::experiments::car_localization
