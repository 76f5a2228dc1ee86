#include "experiments/shared/stroke_digits.hpp"

#include <array>
#include <numbers>

#include "experiments/shared/strokes.hpp"
#include "preimage/base/random.hpp"

namespace preimage::experiments::shared {

namespace {

/// Chosen so that the digits are readable but not trivial.
constexpr Hand kHand = {.rotation = 9.0 * (std::numbers::pi / 180.0),
                        .shear = 0.18,
                        .scale = 0.10,
                        .shift = 0.035,
                        .jitter = 0.022,
                        .noise = 0.05,
                        .thin_pen = 0.55,
                        .thick_pen = 1.25,
                        .margin = 1.0};

const std::array<Glyph, 10>& glyphs() {
  static const std::array<Glyph, 10> table{{
      {arc(0.5, 0.5, 0.28, 0.42, 0, 360)},
      {{{0.38, 0.2}, {0.52, 0.08}, {0.52, 0.92}}},
      {joined(arc(0.5, 0.31, 0.26, 0.23, -170, 35), {{0.22, 0.92}, {0.8, 0.9}})},
      {joined(arc(0.47, 0.29, 0.25, 0.21, -150, 90), arc(0.47, 0.7, 0.29, 0.22, -90, 150))},
      {{{0.3, 0.08}, {0.22, 0.58}, {0.8, 0.56}}, {{0.66, 0.28}, {0.6, 0.94}}},
      {joined({{0.76, 0.08}, {0.34, 0.1}, {0.3, 0.44}}, arc(0.46, 0.66, 0.29, 0.25, -110, 140))},
      {joined({{0.64, 0.06}, {0.4, 0.3}}, arc(0.5, 0.67, 0.25, 0.24, -170, 190))},
      {{{0.22, 0.12}, {0.78, 0.1}, {0.58, 0.46}, {0.46, 0.93}}},
      {arc(0.5, 0.28, 0.21, 0.2, 90, 450), arc(0.5, 0.7, 0.25, 0.22, -90, 270)},
      {joined(arc(0.49, 0.32, 0.24, 0.23, 0, 360), {{0.7, 0.5}, {0.62, 0.94}})},
  }};
  return table;
}

}  // namespace

Digits stroke_digits(std::size_t per_class, std::uint64_t seed) {
  base::Random random(seed);
  const std::size_t n = glyphs().size() * per_class;
  Digits digits{arma::mat(n, kDigitPixels), {}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t label = i % glyphs().size();
    digits.pixels.row(i) = write_glyph(glyphs()[label], kHand, {kDigitSide, kDigitSide}, random);
    digits.labels.push_back(static_cast<int>(label));
    digits.ids.push_back(i);
  }
  return digits;
}

}  // namespace preimage::experiments::shared
