// Colours of figures.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace preimage::suite::figures {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool operator==(const Colour&) const = default;
};
inline constexpr Colour kBlack{0, 0, 0};
inline constexpr Colour kWhite{255, 255, 255};

/// "#0072b2"
std::string colour_text(Colour colour);

/// (L1 + .05) / (L2 + .05) of the relative luminances, the lighter first: 1 to 21     [WCAG 2.1, "contrast
/// ratio"]
double contrast_ratio(Colour a, Colour b);

/// Black or white, whichever is easier to read on the colour: a contrast ratio of at least 4.5.
Colour ink_on(Colour ground);

/// Linear in sRGB: `from` for a share of 0, `to` for 1.
Colour between(Colour from, Colour to, double share);

/// Everything that a figure is drawn with. A colour has one meaning on all figures: the values' say a
/// value where less is better (a cell of a heat map, the strip beside an axis of losses), a series' one of
/// several lines. Ground and ink are those of the report page in light (page.css); on a dark one a figure
/// lies on a white card.
struct Theme {
  Colour ground, ink, faint, line;  // faint: text of less weight; line: grids
  std::array<Colour, 7> series;
  Colour best, middle, worst;  // of values, where less is better; the best is farthest from the ground
};
extern const Theme kTheme;

/// The series' colours where they lie on a photograph.
extern const std::array<Colour, 7> kSeriesOnPictures;

/// The colour of a value between the best (t = 0) and the worst (t = 1), from dark to light, so that
/// lightness alone tells values apart. Linear in sRGB between three colours; outside [0, 1] the nearer end.
Colour value_colour(double t);

}  // namespace preimage::suite::figures
