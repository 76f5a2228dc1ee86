#include "suite/figures/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/heat_map_layout.hpp"
#include "suite/figures/markup.hpp"
#include "suite/figures/svg.hpp"
#include "suite/records/mean_text.hpp"

namespace preimage::suite::figures {

namespace {

constexpr double kRing = 17.0;         // its height; its width where the count has one digit
constexpr double kRoomForBoth = 35.0;  // height of a cell that holds ring and value

[[noreturn]] void refuse_map(const std::string& what) {
  throw std::invalid_argument("heat map: " + what);
}

void check_choices(const HeatMap& map) {
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (const HeatMapChoice& choice : map.chosen) {
    if (choice.row >= map.rows.size() || choice.column >= map.columns.size() || choice.times == 0 ||
        !seen.insert({choice.row, choice.column}).second) {
      refuse_map(
          fmt::format("row {}, column {} of {} x {} chosen {} times, expected each cell once, 1 time or more",
                      choice.row, choice.column, map.rows.size(), map.columns.size(), choice.times));
    }
  }
}

void check(const HeatMap& map) {
  const bool fits = map.values.size() == map.rows.size() &&
                    std::all_of(map.values.begin(), map.values.end(),
                                [&](const auto& row) { return row.size() == map.columns.size(); });
  if (!fits) {
    refuse_map(fmt::format("values are not {} rows x {} columns", map.rows.size(), map.columns.size()));
  }
  bool any = false;
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    for (std::size_t c = 0; c < map.columns.size(); ++c) {
      const std::optional<double>& value = map.values[r][c];
      any = any || value;
      if (!value || std::isfinite(*value)) continue;
      throw NumericalError(
          fmt::format("heat map: row '{}', column '{}' is {}", map.rows[r], map.columns[c], *value));
    }
  }
  if (!any) refuse_map("there is no value");
  check_choices(map);
}

std::string hatch_id(const HeatMap& map) {
  return map.id_prefix + "-hatch";
}

std::string scale_id(const HeatMap& map) {
  return map.id_prefix + "-scale";
}

void draw_definitions(std::string& svg, const HeatMap& map, const HeatMapLayout& layout) {
  svg += fmt::format("<defs>\n<linearGradient id=\"{}\">\n", scale_id(map));
  const int last = layout.range.hi > layout.range.lo ? kLastLevel : 0;
  for (int level = 0; level <= last; level += 4) {
    svg += fmt::format("<stop offset=\"{:.3f}\"{} stop-color=\"currentColor\"/>\n",
                       static_cast<double>(level) / kLastLevel, level_area(level));
  }
  svg += "</linearGradient>\n";
  if (layout.any_missing) {
    svg += fmt::format(
        "<pattern id=\"{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\n"
        "<path d=\"M-1 7L7 -1M-1 1L1 -1M5 7L7 5\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1\" "
        "stroke-opacity=\"0.6\"/>\n</pattern>\n",
        hatch_id(map));
  }
  svg += "</defs>\n";
}

/// A ring around the count, as wide as that needs, centred at (x, y).
std::string ring(double x, double y, const std::string& count) {
  const double width = std::max(kRing, svg_text_width(count, kSmallSize) + 7.0);
  return fmt::format("<rect{} rx=\"{:.2f}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/>\n",
                     svg_box(x - width / 2, y - kRing / 2, width, kRing), kRing / 2) +
         svg_text(x, y + 4.4, count, std::string(kSmall) + kMiddle);
}

void draw_cell(std::string& svg, const HeatMap& map, const HeatMapLayout& layout, std::size_t r,
               std::size_t c) {
  const std::optional<double>& value = map.values[r][c];
  const std::string tip =
      fmt::format("{}: {}; {}: {}; {}", map.y_label, map.rows[r], map.x_label, map.columns[c],
                  value ? records::without_sign_of_zero(fmt::format("{}", *value)) : map.missing_label);
  // The stroke closes the seams that a viewer's antialiasing leaves between neighbours.
  svg += fmt::format(
      "<rect{}{}><title>{}</title></rect>\n",
      svg_box(layout.x(c), layout.y(r), layout.cell_width, layout.cell_height),
      value ? level_area(level_of(layout.share(*value))) + " stroke=\"currentColor\" stroke-width=\"0.6\""
            : fmt::format(" fill=\"url(#{})\"", hatch_id(map)),
      figures::markup_escaped(tip));
}

/// What a cell says: its value, where that fits, and the ring of a chosen point.
void draw_content(std::string& svg, const HeatMap& map, const HeatMapLayout& layout, std::size_t r,
                  std::size_t c) {
  const std::optional<double>& value = map.values[r][c];
  const auto choice = std::find_if(map.chosen.begin(), map.chosen.end(), [&](const HeatMapChoice& chosen) {
    return chosen.row == r && chosen.column == c;
  });
  const bool has_ring = choice != map.chosen.end();
  const std::string text = value ? layout.text(*value) : "";
  const bool shows_value = !text.empty() && svg_text_width(text, kSmallSize) <= layout.cell_width - 4.0 &&
                           layout.cell_height >= (has_ring ? kRoomForBoth : kSmallLine);
  if (!has_ring && !shows_value) return;
  const double x = layout.x(c) + layout.cell_width / 2;
  const double y = layout.y(r) + layout.cell_height / 2;
  // Hatching lies on the figure's own ground.
  svg += "<g" + (value ? level_ink(level_of(layout.share(*value))) : "") + ">\n";
  if (has_ring) svg += ring(x, shows_value ? y - 8.0 : y, std::to_string(choice->times));
  if (shows_value) svg += svg_text(x, y + (has_ring ? 14.0 : 4.4), text, std::string(kSmall) + kMiddle);
  svg += "</g>\n";
}

void draw_axes(std::string& svg, const HeatMap& map, const HeatMapLayout& layout) {
  svg += "<rect" + svg_faint() +
         svg_box(layout.left, layout.top, layout.right() - layout.left, layout.bottom - layout.top) +
         " fill=\"none\" stroke=\"currentColor\"/>\n";
  for (std::size_t r = 0; r < map.rows.size(); r += layout.row_stride) {
    svg += svg_text(layout.left - 6.0, layout.y(r) + layout.cell_height / 2 + 4.4,
                    figures::markup_escaped(layout.rows[r]), std::string(kSmall) + kEnd);
  }
  for (std::size_t c = 0; c < map.columns.size(); c += layout.column_stride) {
    const double x = layout.x(c) + layout.cell_width / 2;
    const std::string label = figures::markup_escaped(layout.columns[c]);
    svg += layout.slanted
               ? fmt::format("<text transform=\"translate({:.2f} {:.2f}) rotate(-45)\"{}{}>{}</text>\n",
                             x + 4.0, layout.bottom + 14.0, kSmall, kEnd, label)
               : svg_text(x, layout.bottom + 17.0, label, std::string(kSmall) + kMiddle);
  }
  const double half = svg_text_width(map.x_label) / 2;
  svg += svg_text(std::clamp((layout.left + layout.right()) / 2, kEdge + half, layout.width - kEdge - half),
                  layout.x_label_y, figures::markup_escaped(map.x_label), kMiddle);
  svg += svg_upright_text(kEdge + kFontSize - 2.0, (layout.top + layout.bottom) / 2,
                          figures::markup_escaped(map.y_label));
}

void draw_signs(std::string& svg, const HeatMap& map, const HeatMapLayout& layout, double y) {
  if (!map.chosen.empty()) {
    svg += ring(kEdge + kRing / 2, y, "n");
    svg += svg_text(kEdge + HeatMapLayout::kSignWidth, y + 5.0, figures::markup_escaped(map.chosen_label));
    y += kLineHeight + 4.0;
  }
  if (!layout.any_missing) return;
  svg += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"17\" height=\"13\" fill=\"url(#{})\" stroke=\"currentColor\" "
      "stroke-opacity=\"0.6\"/>\n",
      kEdge, y - 6.5, hatch_id(map));
  svg += svg_text(kEdge + HeatMapLayout::kSignWidth, y + 5.0, figures::markup_escaped(map.missing_label));
}

void draw_legend(std::string& svg, const HeatMap& map, const HeatMapLayout& layout) {
  svg += svg_text(kEdge, layout.legend_top + kFontSize - 2.0, figures::markup_escaped(map.value_label));
  const double x = (layout.width - layout.bar_width) / 2, y = layout.legend_top + kLineHeight;
  svg += fmt::format("<rect{} fill=\"url(#{})\"/>\n",
                     svg_box(x, y, layout.bar_width, HeatMapLayout::kBarHeight), scale_id(map));
  const double below = y + HeatMapLayout::kBarHeight;
  const double spacing = layout.bar_width / static_cast<double>(layout.ticks.values.size());
  const std::size_t stride = label_stride(layout.ticks.labels, spacing);
  for (std::size_t i = 0; i < layout.ticks.values.size(); i += stride) {
    const double at = x + layout.bar_width * layout.share(layout.ticks.values[i]);
    svg += fmt::format("<path d=\"M{:.2f} {:.2f}v4\" stroke=\"currentColor\"/>\n", at, below);
    svg += svg_text(at, below + 17.0, tick_markup(layout.ticks.labels[i]), std::string(kSmall) + kMiddle);
  }
  draw_signs(svg, map, layout, below + 33.0);
}

}  // namespace

std::string heat_map_svg(const HeatMap& map) {
  check(map);
  const HeatMapLayout layout(map);
  std::string svg = svg_opening({map.id_prefix, map.title, map.description, layout.width, layout.height});
  draw_definitions(svg, map, layout);
  svg += svg_title(layout.title, kEdge);
  for (const auto draw : {draw_cell, draw_content}) {  // a ring may reach into the next cell
    for (std::size_t r = 0; r < map.rows.size(); ++r) {
      for (std::size_t c = 0; c < map.columns.size(); ++c) draw(svg, map, layout, r, c);
    }
  }
  draw_axes(svg, map, layout);
  draw_legend(svg, map, layout);
  return svg + "</svg>\n";
}

}  // namespace preimage::suite::figures
