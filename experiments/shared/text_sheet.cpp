#include "experiments/shared/text_sheet.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "suite/figures/markup.hpp"
#include "suite/figures/svg.hpp"

namespace preimage::experiments::shared {

using namespace suite::figures;

namespace {

constexpr double kArrowRoom = 44.0;  // between the columns
constexpr double kRowHeight = 22.0;
constexpr double kLetterWidth =
    0.62;  // of a font with letters of equal width, in em: DejaVu Sans Mono has .602
constexpr const char* kEqualLetters =
    " font-family=\"ui-monospace, Menlo, Consolas, Liberation Mono, DejaVu Sans Mono, monospace\"";

/// Of a text in letters of equal width, which are no narrower than a character's bytes.
double equal_width(const std::string& text) {
  return kLetterWidth * kFontSize * static_cast<double>(text.size());
}

}  // namespace

std::string text_sheet_svg(const TextSheet& sheet) {
  if (sheet.rows.empty()) throw std::invalid_argument("text sheet: nothing to draw");
  double first_width = svg_text_width(sheet.headings.first),
         second_width = svg_text_width(sheet.headings.second);
  for (const auto& [first, second] : sheet.rows) {
    first_width = std::max(first_width, equal_width(first));
    second_width = std::max(second_width, equal_width(second));
  }
  const double second_x = kEdge + first_width + kArrowRoom;
  const double width = std::max({second_x + second_width + kEdge,
                                 svg_text_width(sheet.title, kTitleSize) + 2 * kEdge, 0.6 * kFigureWidth});
  double y = kEdge + kTitleLine + kRowHeight;
  std::string elements = svg_title({sheet.title}, kEdge);
  if (!sheet.headings.first.empty() || !sheet.headings.second.empty()) {
    elements += svg_text(kEdge, y, markup_escaped(sheet.headings.first), svg_faint());
    elements += svg_text(second_x, y, markup_escaped(sheet.headings.second), svg_faint());
    elements += fmt::format("<path{} stroke=\"currentColor\" d=\"M{:.2f} {:.2f}H{:.2f}\"/>\n", svg_grid(),
                            kEdge, y + 7.0, width - kEdge);
    y += kRowHeight + 4.0;
  }
  for (const auto& [first, second] : sheet.rows) {
    elements += svg_text(kEdge, y, markup_escaped(first), kEqualLetters);
    elements += svg_text(second_x - kArrowRoom / 2, y, "\u2192", svg_faint() + kMiddle);
    elements += svg_text(second_x, y, markup_escaped(second), kEqualLetters);
    y += kRowHeight;
  }
  return svg_opening({sheet.id_prefix, sheet.title, "", width, y - kRowHeight + 8.0 + kEdge}) + elements +
         "</svg>\n";
}

}  // namespace preimage::experiments::shared
