#include "suite/figures/colour_levels.hpp"

#include <algorithm>
#include <cmath>

#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

std::string area_class(int level) {
  return "pf-v" + std::to_string(level);
}

std::string ink_class(int level) {
  return "pf-k" + std::to_string(level);
}

}  // namespace

int ColourLevels::level_of(double t) {
  return static_cast<int>(std::lround(kLast * std::clamp(t, 0.0, 1.0)));
}

Colour ColourLevels::colour(int level) const {
  return colour_of_(static_cast<double>(level) / kLast);
}

std::string ColourLevels::area(int level) const {
  return svg_coloured(area_class(level), colour(level));
}

std::string ColourLevels::ink(int level) const {
  return svg_coloured(ink_class(level), ink_on(colour(level)));
}

}  // namespace preimage::suite::figures
