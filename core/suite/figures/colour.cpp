#include "suite/figures/colour.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace preimage::suite::figures {

namespace {

double relative_luminance(Colour colour) {
  const auto linear = [](std::uint8_t byte) {
    const double c = byte / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

constexpr Colour hex(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16U & 0xffU), static_cast<std::uint8_t>(value >> 8U & 0xffU),
          static_cast<std::uint8_t>(value & 0xffU)};
}

}  // namespace

constinit const Theme kTheme = {
    hex(0xffffff),
    hex(0x1b1f24),
    hex(0x57606a),
    hex(0xd5d9de),
    {hex(0x0067a6), hex(0xd6589f), hex(0x4a3228), hex(0x3d97d3), hex(0x8c1d5a), hex(0xa98470), hex(0x1b2a6b)},
    hex(0x3b0f57),
    hex(0x86608f),
    hex(0xdcc9e0)};

constinit const std::array<Colour, 7> kSeriesOnPictures = {
    hex(0x4aa3e0), hex(0xf07fbb), hex(0xc9ab93), hex(0x8ecbf5), hex(0xd879ac), hex(0xe8d2c0), hex(0x9aa9ee)};

Colour between(Colour from, Colour to, double share) {
  const auto mixed = [share](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
  };
  return {mixed(from.red, to.red), mixed(from.green, to.green), mixed(from.blue, to.blue)};
}

std::string colour_text(Colour colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

double contrast_ratio(Colour a, Colour b) {
  const auto [darker, lighter] = std::minmax({relative_luminance(a), relative_luminance(b)});
  return (lighter + 0.05) / (darker + 0.05);
}

Colour ink_on(Colour ground) {
  return contrast_ratio(kBlack, ground) >= contrast_ratio(kWhite, ground) ? kBlack : kWhite;
}

Colour value_colour(double t) {
  const double at = 2.0 * std::clamp(t, 0.0, 1.0);
  return at < 1.0 ? between(kTheme.best, kTheme.middle, at) : between(kTheme.middle, kTheme.worst, at - 1.0);
}

}  // namespace preimage::suite::figures
