#include "figures/text_sheet.hpp"

#include <algorithm>
#include <stdexcept>

namespace preimage::figures {

namespace {
constexpr std::size_t kMargin = 10;
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
  columns.arrow = kMargin + first_width + 2 * kMargin;
  columns.second = columns.arrow + text_width(kArrow, sheet.text_scale) + 2 * kMargin;
  columns.width =
      std::max(columns.second + second_width, kMargin + text_width(sheet.title, sheet.text_scale)) + kMargin;
  return columns;
}

}  // namespace

Canvas text_sheet(const TextSheet& sheet) {
  if (sheet.rows.empty() || sheet.text_scale == 0) throw std::invalid_argument("text sheet: nothing to draw");
  const std::size_t scale = sheet.text_scale;
  const std::size_t line = text_height(scale) + kMargin;
  const bool has_headings = !sheet.headings.first.empty() || !sheet.headings.second.empty();
  const Columns columns = columns_of(sheet);
  const std::size_t lines = sheet.rows.size() + (sheet.title.empty() ? 0 : 1) + (has_headings ? 1 : 0);
  Canvas canvas(columns.width, lines * line + kMargin + (has_headings ? kMargin : 0));
  std::size_t y = kMargin;
  if (!sheet.title.empty()) {
    canvas.text(kMargin, y, sheet.title, scale);
    y += line;
  }
  if (has_headings) {
    canvas.text(kMargin, y, sheet.headings.first, scale);
    canvas.text(columns.second, y, sheet.headings.second, scale);
    y += line;
    canvas.fill(kMargin, y - kMargin / 2, columns.width - 2 * kMargin, 1, kRule);
    y += kMargin;
  }
  for (const auto& [first, second] : sheet.rows) {
    canvas.text(kMargin, y, first, scale);
    canvas.text(columns.arrow, y, kArrow, scale, kRule);
    canvas.text(columns.second, y, second, scale);
    y += line;
  }
  return canvas;
}

}  // namespace preimage::figures
