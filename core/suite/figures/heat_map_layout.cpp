#include "suite/figures/heat_map_layout.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/figures/svg.hpp"
#include "suite/records/mean_text.hpp"

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
      if (value) range.include(*value);
    }
  }
  return range;
}

ValueText value_text(const ValueRange& range) {
  const double largest = std::max(std::abs(range.lo), std::abs(range.hi));
  const int last = leading_place(range.hi > range.lo ? range.hi - range.lo : largest) - 2;
  const int decimals = std::max(-last, 0), digits = std::max(leading_place(largest) - last + 1, 1);
  const bool is_plain = decimals <= 6 && largest < 1e6;
  return [=](double value) {
    return records::without_sign_of_zero(is_plain ? fmt::format("{:.{}f}", value, decimals)
                                                  : fmt::format("{:.{}g}", value, digits));
  };
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

constexpr std::size_t kLongLabel = 6;   // characters; longer numbers are rounded
constexpr double kMaxRowLabel = 150.0;  // a longer one is cut
constexpr double kMaxColumnLabel = 110.0;

}  // namespace

std::vector<std::string> axis_labels(const std::vector<std::string>& values) {
  for (int digits = 3; digits < 17; ++digits) {
    std::vector<std::string> labels;
    for (const std::string& value : values) {
      const std::optional<double> number =
          value.size() > kLongLabel ? config::parse_decimal(value) : std::nullopt;
      labels.push_back(number ? records::without_sign_of_zero(fmt::format("{:.{}g}", *number, digits))
                              : value);
    }
    const std::set<std::string> different(labels.begin(), labels.end());
    if (different.size() == values.size()) return labels;
  }
  return values;
}

HeatMapLayout::HeatMapLayout(const HeatMap& map)
    : range(range_of(map)), text(value_text(range)), ticks(ticks_inside(range, text)) {
  for (const std::string& label : axis_labels(map.columns))
    columns.push_back(shortened(label, kMaxColumnLabel, kSmallSize));
  for (const std::string& label : axis_labels(map.rows))
    rows.push_back(shortened(label, kMaxRowLabel, kSmallSize));
  for (const auto& row : map.values)
    any_missing = any_missing || std::find(row.begin(), row.end(), std::nullopt) != row.end();
  const auto count = static_cast<double>(rows.size());
  cell_height = std::clamp(std::floor(400.0 / count), 9.0, 36.0);
  row_stride = static_cast<std::size_t>(std::ceil(kSmallLine / cell_height));
  place_sideways(map);
  // How far a long label of the vertical axis reaches above and below the rows.
  const double rows_height = cell_height * count;
  const double overhang = std::max((svg_text_width(map.y_label) - rows_height) / 2, 0.0);
  top = kEdge + kTitleLine * static_cast<double>(title.size()) + std::max(8.0, overhang);
  bottom = top + rows_height;
  x_label_y = bottom + (slanted ? 16.0 + 0.75 * widest(columns, kSmallSize) : 17.0) + kLineHeight + 4.0;
  legend_top = std::max(x_label_y, bottom + overhang) + 14.0;
  const double legend_rows = (any_missing ? 1.0 : 0.0) + (map.chosen.empty() ? 0.0 : 1.0);
  height = legend_top + kLineHeight + kBarHeight + 26.0 + (kLineHeight + 4.0) * legend_rows + kEdge;
}

void HeatMapLayout::place_sideways(const HeatMap& map) {
  const double label_width = widest(columns, kSmallSize);
  const auto count = static_cast<double>(columns.size());
  left = kEdge + kLineHeight + std::ceil(widest(rows, kSmallSize)) + 8.0;
  cell_width = std::clamp(std::floor((kFigureWidth - kEdge - left) / count), 9.0, 72.0);
  slanted = label_width > cell_width - 4.0;
  if (slanted) {
    column_stride = static_cast<std::size_t>(std::ceil(kSmallLine / cell_width));
    left = std::max(left, kEdge + std::ceil(0.75 * label_width) - cell_width / 2);
    cell_width = std::clamp(std::floor((kFigureWidth - kEdge - left) / count), 9.0, 72.0);
  }
  const double half_tick = widest(ticks.labels, kSmallSize) / 2;
  const double legend = std::max({svg_text_width(map.value_label),
                                  any_missing ? kSignWidth + svg_text_width(map.missing_label) : 0.0,
                                  map.chosen.empty() ? 0.0 : kSignWidth + svg_text_width(map.chosen_label)});
  width =
      std::max({kFigureWidth, right() + kEdge, legend + 2 * kEdge, svg_text_width(map.x_label) + 2 * kEdge});
  bar_width = width - 2 * kEdge - 2 * std::ceil(half_tick);
  title = wrapped(map.title, width - 2 * kEdge, kTitleSize);
  width = std::max(width, widest(title, kTitleSize) + 2 * kEdge);
}

double HeatMapLayout::share(double value) const {
  return range.hi > range.lo ? (value - range.lo) / (range.hi - range.lo) : 0.0;
}

}  // namespace preimage::suite::figures
