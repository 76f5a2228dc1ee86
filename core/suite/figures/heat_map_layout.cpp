#include "suite/figures/heat_map_layout.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

/// 0 for units, -1 for tenths.
int leading_place(double value) {
  return value > 0.0 ? static_cast<int>(std::floor(std::log10(value))) : 0;
}

ValueRange range_of(const HeatMap& map) {
  ValueRange range;
  for (const auto& row : map.values) {
    for (const std::optional<double>& value : row) {
      range.lo = std::min(range.lo, value.value_or(range.lo));
      range.hi = std::max(range.hi, value.value_or(range.hi));
    }
  }
  return range;
}

/// Those of linear_ticks that lie inside; the ends where they are too near each other for those.
Ticks ticks_inside(const ValueRange& range, const ValueText& text) {
  if (range.lo == range.hi) return {{range.lo}, {text(range.lo)}};
  const Ticks all = linear_ticks(range.lo, range.hi, 5);
  Ticks inside;
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    if (all.values[i] < range.lo || all.values[i] > range.hi) continue;
    inside.values.push_back(all.values[i]);
    inside.labels.push_back(all.labels[i]);
  }
  if (inside.values.size() < 2) return {{range.lo, range.hi}, {text(range.lo), text(range.hi)}};
  return inside;
}

}  // namespace

ValueText::ValueText(const ValueRange& range) {
  const double largest = std::max(std::abs(range.lo), std::abs(range.hi));
  const int last = leading_place(range.hi > range.lo ? range.hi - range.lo : largest) - 2;
  decimals_ = std::max(-last, 0);
  digits_ = std::max(leading_place(largest) - last + 1, 1);
  plain_ = decimals_ <= 6 && largest < 1e6;
}

std::string ValueText::operator()(double value) const {
  return plain_ ? fmt::format("{:.{}f}", value, decimals_) : fmt::format("{:.{}g}", value, digits_);
}

HeatMapLayout::HeatMapLayout(const HeatMap& map)
    : range(range_of(map)), text(range), ticks(ticks_inside(range, text)) {
  columns = static_cast<double>(map.columns.size());
  const auto rows = static_cast<double>(map.rows.size());
  cell_width = std::clamp(std::floor(560.0 / columns), 20.0, 62.0);
  cell_height = std::clamp(std::floor(400.0 / rows), 20.0, 36.0);
  for (const auto& row : map.values)
    any_missing = any_missing || std::find(row.begin(), row.end(), std::nullopt) != row.end();
  place_sideways(map);
  const double rows_height = cell_height * rows;
  const double legend_rows = (any_missing ? 1.0 : 0.0) + (map.chosen.empty() ? 0.0 : 1.0);
  const double label_width = widest(map.columns);
  // How far a long label of the vertical axis reaches above and below the rows.
  const double overhang = std::max((svg_text_width(map.y_label) - rows_height) / 2, 0.0);
  top = kMargin + kTitleLine * static_cast<double>(title.size()) + std::max(12.0, overhang);
  bottom = top + rows_height;
  bar_height = std::max(rows_height - kBarTop - kLine * legend_rows - 14.0, 80.0);
  x_label_y = bottom + (slanted ? 14.0 + 0.75 * label_width : 16.0) + kLine + 2.0;
  height = std::max({x_label_y + 4.0, bottom + overhang,
                     top + kBarTop + bar_height + 14.0 + kLine * legend_rows}) +
           kMargin;
}

void HeatMapLayout::place_sideways(const HeatMap& map) {
  const double label_width = widest(map.columns);
  slanted = label_width > cell_width - 4.0;
  const double plot_width = cell_width * columns;
  const double half_x_label = svg_text_width(map.x_label) / 2;
  left =
      std::ceil(std::max({kMargin + kLine + widest(map.rows) + 10.0, kMargin + half_x_label - plot_width / 2,
                          slanted ? kMargin + 0.75 * label_width - cell_width / 2 : 0.0}));
  legend_left = std::max(right(), left + plot_width / 2 + half_x_label) + 22.0;
  const double legend_width =
      std::max({svg_text_width(map.value_label), kBarWidth + 10.0 + widest(ticks.labels),
                any_missing ? kSignWidth + svg_text_width(map.missing_label) : 0.0,
                map.chosen.empty() ? 0.0 : kSignWidth + svg_text_width(map.chosen_label)});
  width = legend_left + legend_width + kMargin;
  title = wrapped(map.title, width - 2 * kMargin, kTitleSize);
  width = std::max(width, widest(title, kTitleSize) + 2 * kMargin);
}

double HeatMapLayout::brightness(double value) const {
  return range.hi > range.lo ? (range.hi - value) / (range.hi - range.lo) : 1.0;
}

}  // namespace preimage::suite::figures
