// Areas whose colour says a value, in 33 steps, and what is written on them.
#pragma once

#include <string>

#include "suite/figures/colour.hpp"

namespace preimage::suite::figures {

class ColourLevels {
 public:
  static constexpr int kLast = 32;
  /// colour_of  the colour of t from 0 to 1
  explicit ColourLevels(Colour (*colour_of)(double t)) : colour_of_(colour_of) {}
  /// The step nearest to t in [0, 1].
  static int level_of(double t);
  /// Attributes of an area, with a blank in front: its colour is `currentColor` inside.
  std::string area(int level) const;
  /// The same of texts and lines on it: black or white, whichever is easier to read.
  std::string ink(int level) const;

 private:
  Colour colour(int level) const;
  Colour (*colour_of_)(double t);
};

}  // namespace preimage::suite::figures
