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
  CHECK(contrast_ratio(kLight.good, kLight.good) == 1.0);
  // #767676 is the lightest grey that WCAG's 4.5 allows on white.
  CHECK(contrast_ratio({0x76, 0x76, 0x76}, kWhite) >= 4.5);
  CHECK(contrast_ratio({0x77, 0x77, 0x77}, kWhite) < 4.5);
  CHECK(colour_text({0x00, 0x72, 0xb2}) == "#0072b2");
}

TEST_CASE("in both themes text is legible, and what has a colour is seen") {
  for (const Theme* theme : {&kLight, &kDark}) {
    CHECK(contrast_ratio(theme->ink, theme->ground) >= 7.0);    // WCAG 2.1, 1.4.6
    CHECK(contrast_ratio(theme->faint, theme->ground) >= 4.5);  // 1.4.3
    for (const Colour colour : {theme->good, theme->fair, theme->bad})
      CHECK(contrast_ratio(colour, theme->ground) >= 3.0);  // 1.4.11
    for (const Colour colour : theme->series) CHECK(contrast_ratio(colour, theme->ground) >= 3.0);
  }
}

TEST_CASE("the best value is farthest from the ground, and colours come nearer to it all the way") {
  for (const Theme* theme : {&kLight, &kDark}) {
    CHECK(value_colour(*theme, 0.0) == theme->best);
    CHECK(value_colour(*theme, 0.5) == theme->middle);
    CHECK(value_colour(*theme, 1.0) == theme->worst);
    CHECK(value_colour(*theme, -1.0) == theme->best);
    CHECK(value_colour(*theme, 2.0) == theme->worst);
    double before = 22.0;
    for (int i = 0; i <= 50; ++i) {  // in steps that are more than the rounding of a byte
      const Colour colour = value_colour(*theme, i / 50.0);
      const double contrast = contrast_ratio(colour, theme->ground);
      CHECK(contrast < before);
      before = contrast;
      CHECK(contrast_ratio(ink_on(colour), colour) >= 4.5);
    }
  }
  CHECK(between({0, 0, 0}, {100, 200, 51}, 0.5) == Colour{50, 100, 26});
}

TEST_CASE("levels have a colour in both themes, and an ink that is legible on it") {
  const ColourLevels levels(value_colour);
  CHECK(ColourLevels::level_of(0.0) == 0);
  CHECK(ColourLevels::level_of(0.51) == 16);
  CHECK(ColourLevels::level_of(1.0) == ColourLevels::kLast);
  CHECK(ColourLevels::level_of(7.0) == ColourLevels::kLast);
  CHECK(levels.area(0) == " class=\"pf-v0\" color=\"" + colour_text(kLight.best) + "\"");
  CHECK(levels.ink(0) == " class=\"pf-k0\" color=\"#ffffff\"");
  const std::string rules = levels.dark_rules("a");
  CHECK(testing::count(rules, "#a-figure .pf-v0{color:" + colour_text(kDark.best) + "}\n") == 1);
  CHECK(testing::count(rules, "#a-figure .pf-k0{color:#000000}\n") == 1);
  CHECK(testing::count(rules, "\n") == 2 * (ColourLevels::kLast + 1));
}
