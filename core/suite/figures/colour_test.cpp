#include "suite/figures/colour.hpp"

#include <doctest/doctest.h>

#include "suite/figures/colour_levels.hpp"
#include "suite/figures/testing_svg.hpp"
#include "testing/is_close.hpp"

using namespace preimage;
using namespace preimage::suite::figures;

TEST_CASE("contrast of known pairs") {
  CHECK(testing::is_close(contrast_ratio(kBlack, kWhite), 21.0, 1e-12));
  CHECK(testing::is_close(contrast_ratio(kWhite, kBlack), 21.0, 1e-12));
  CHECK(contrast_ratio(kTheme.good, kTheme.good) == 1.0);
  // #767676 is the lightest grey that WCAG's 4.5 allows on white.
  CHECK(contrast_ratio({0x76, 0x76, 0x76}, kWhite) >= 4.5);
  CHECK(contrast_ratio({0x77, 0x77, 0x77}, kWhite) < 4.5);
  CHECK(colour_text({0x00, 0x72, 0xb2}) == "#0072b2");
}

TEST_CASE("text is legible, and what has a colour is seen") {
  CHECK(contrast_ratio(kTheme.ink, kTheme.ground) >= 7.0);    // WCAG 2.1, 1.4.6
  CHECK(contrast_ratio(kTheme.faint, kTheme.ground) >= 4.5);  // 1.4.3
  for (const Colour colour : {kTheme.good, kTheme.fair, kTheme.bad})
    CHECK(contrast_ratio(colour, kTheme.ground) >= 3.0);  // 1.4.11
  for (const Colour colour : kTheme.series) CHECK(contrast_ratio(colour, kTheme.ground) >= 3.0);
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
  const ColourLevels levels(value_colour);
  CHECK(ColourLevels::level_of(0.0) == 0);
  CHECK(ColourLevels::level_of(0.51) == 16);
  CHECK(ColourLevels::level_of(1.0) == ColourLevels::kLast);
  CHECK(ColourLevels::level_of(7.0) == ColourLevels::kLast);
  CHECK(levels.area(0) == " class=\"pf-v0\" color=\"" + colour_text(kTheme.best) + "\"");
  CHECK(levels.ink(0) == " class=\"pf-k0\" color=\"#ffffff\"");
}
