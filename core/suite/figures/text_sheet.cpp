#include "suite/figures/text_sheet.hpp"

#include <algorithm>
#include <stdexcept>

namespace preimage::suite::figures {

namespace {
constexpr std::size_t kTextMargin = 10;
constexpr Colour kRule{160, 160, 160};
constexpr const char* kArrow = "->";

/// Where the columns stand, in pixels.
struct Columns {
  std::size_t arrow = 0;
  std::size_t second = 0;
  std::size_t width = 0;  // of the sheet
};

Columns columns_of(const TextSheet& sheet) {
  std::size_t first_width = text_width(sheet.headings.first, sheet.text_scale);
  std::size_t second_width = text_width(sheet.headings.second, sheet.text_scale);
  for (const auto& [first, second] : sheet.rows) {
    first_width = std::max(first_width, text_width(first, sheet.text_scale));
    second_width = std::max(second_width, text_width(second, sheet.text_scale));
  }
  Columns columns;
  columns.arrow = kTextMargin + first_width + 2 * kTextMargin;
  columns.second = columns.arrow + text_width(kArrow, sheet.text_scale) + 2 * kTextMargin;
  columns.width =
      std::max(columns.second + second_width, kTextMargin + text_width(sheet.title, sheet.text_scale)) +
      kTextMargin;
  return columns;
}

}  // namespace

Canvas text_sheet(const TextSheet& sheet) {
  if (sheet.rows.empty() || sheet.text_scale == 0) throw std::invalid_argument("text sheet: nothing to draw");
  const std::size_t scale = sheet.text_scale;
  const std::size_t line = text_height(scale) + kTextMargin;
  const bool has_headings = !sheet.headings.first.empty() || !sheet.headings.second.empty();
  const Columns columns = columns_of(sheet);
  const std::size_t lines = sheet.rows.size() + (sheet.title.empty() ? 0 : 1) + (has_headings ? 1 : 0);
  Canvas canvas(columns.width, lines * line + kTextMargin + (has_headings ? kTextMargin : 0));
  std::size_t y = kTextMargin;
  if (!sheet.title.empty()) {
    canvas.text(kTextMargin, y, sheet.title, scale);
    y += line;
  }
  if (has_headings) {
    canvas.text(kTextMargin, y, sheet.headings.first, scale);
    canvas.text(columns.second, y, sheet.headings.second, scale);
    y += line;
    canvas.fill(kTextMargin, y - kTextMargin / 2, columns.width - 2 * kTextMargin, 1, kRule);
    y += kTextMargin;
  }
  for (const auto& [first, second] : sheet.rows) {
    canvas.text(kTextMargin, y, first, scale);
    canvas.text(columns.arrow, y, kArrow, scale, kRule);
    canvas.text(columns.second, y, second, scale);
    y += line;
  }
  return canvas;
}

}  // namespace preimage::suite::figures
