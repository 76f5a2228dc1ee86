#include "suite/figures/perceptual_colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

constexpr std::array<Colour, 11> kViridis = {{{0x44, 0x01, 0x54},
                                              {0x48, 0x24, 0x75},
                                              {0x41, 0x44, 0x87},
                                              {0x35, 0x5f, 0x8d},
                                              {0x2a, 0x78, 0x8e},
                                              {0x21, 0x91, 0x8c},
                                              {0x22, 0xa8, 0x84},
                                              {0x44, 0xbf, 0x70},
                                              {0x7a, 0xd1, 0x51},
                                              {0xbd, 0xdf, 0x26},
                                              {0xfd, 0xe7, 0x25}}};

}  // namespace

Colour viridis(double t) {
  const double at = std::clamp(t, 0.0, 1.0) * static_cast<double>(kViridis.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), kViridis.size() - 2);
  const double share = at - static_cast<double>(below);
  const auto mixed = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + share * (to - from)));
  };
  const Colour& a = kViridis[below];
  const Colour& b = kViridis[below + 1];
  return {mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue)};
}

Colour ink_on(Colour ground) {
  return contrast_ratio(kBlack, ground) >= contrast_ratio(kWhite, ground) ? kBlack : kWhite;
}

}  // namespace preimage::suite::figures
