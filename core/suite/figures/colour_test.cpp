#include "suite/figures/colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "suite/figures/svg.hpp"
#include "suite/figures/testing_svg.hpp"
#include "testing/is_close.hpp"

using namespace preimage;
using namespace preimage::suite::figures;

namespace {

/// CIE 1976 (L*, a*, b*) of an sRGB colour, white D65.
std::array<double, 3> lab(Colour colour) {
  const auto linear = [](double byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double r = linear(colour.red), g = linear(colour.green), b = linear(colour.blue);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const double y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
  const double z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
  return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double difference(Colour a, Colour b) {
  const auto p = lab(a), q = lab(b);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

double least_difference(const std::vector<Colour>& some, const std::vector<Colour>& others) {
  double least = 1e9;
  for (const Colour a : some) {
    for (const Colour b : others) least = std::min(least, difference(a, b));
  }
  return least;
}

}  // namespace

TEST_CASE("no colour of a figure has two meanings: values and series lie apart") {
  CHECK(testing::is_close(difference(kBlack, kWhite), 100.0, 1e-4));
  const std::vector<Colour> series(kTheme.series.begin(), kTheme.series.end()),
      values = {kTheme.best, kTheme.middle, kTheme.worst};
  CHECK(least_difference(series, values) > 15.0);  // two colours that differ by 2.3 can just be told apart
  for (std::size_t i = 0; i < series.size(); ++i)
    CHECK(least_difference({series[i]}, {series.begin() + static_cast<std::ptrdiff_t>(i) + 1, series.end()}) >
          15.0);
}

TEST_CASE("contrast of known pairs") {
  CHECK(testing::is_close(contrast_ratio(kBlack, kWhite), 21.0, 1e-12));
  CHECK(testing::is_close(contrast_ratio(kWhite, kBlack), 21.0, 1e-12));
  CHECK(contrast_ratio(kTheme.best, kTheme.best) == 1.0);
  // #767676 is the lightest grey that WCAG's 4.5 allows on white.
  CHECK(contrast_ratio({0x76, 0x76, 0x76}, kWhite) >= 4.5);
  CHECK(contrast_ratio({0x77, 0x77, 0x77}, kWhite) < 4.5);
  CHECK(colour_text({0x00, 0x72, 0xb2}) == "#0072b2");
}

TEST_CASE("text is legible, and what has a colour is seen") {
  CHECK(contrast_ratio(kTheme.ink, kTheme.ground) >= 7.0);    // WCAG 2.1, 1.4.6
  CHECK(contrast_ratio(kTheme.faint, kTheme.ground) >= 4.5);  // 1.4.3
  for (const Colour colour : kTheme.series) CHECK(contrast_ratio(colour, kTheme.ground) >= 3.0);  // 1.4.11
}

TEST_CASE("the best value is farthest from the ground, and colours come nearer to it all the way") {
  CHECK(value_colour(0.0) == kTheme.best);
  CHECK(value_colour(0.5) == kTheme.middle);
  CHECK(value_colour(1.0) == kTheme.worst);
  CHECK(value_colour(-1.0) == kTheme.best);
  CHECK(value_colour(2.0) == kTheme.worst);
  double before = 22.0;
  for (int i = 0; i <= 50; ++i) {  // in steps that are more than the rounding of a byte
    const Colour colour = value_colour(i / 50.0);
    const double contrast = contrast_ratio(colour, kTheme.ground);
    CHECK(contrast < before);
    before = contrast;
    CHECK(contrast_ratio(ink_on(colour), colour) >= 4.5);
  }
  CHECK(between({0, 0, 0}, {100, 200, 51}, 0.5) == Colour{50, 100, 26});
}

TEST_CASE("levels have a colour, and an ink that is legible on it") {
  CHECK(level_of(0.0) == 0);
  CHECK(level_of(0.51) == 16);
  CHECK(level_of(1.0) == kLastLevel);
  CHECK(level_of(7.0) == kLastLevel);
  CHECK(level_area(0) == " class=\"pf-v0\" color=\"" + colour_text(kTheme.best) + "\"");
  CHECK(level_ink(0) == " class=\"pf-k0\" color=\"#ffffff\"");
}
