#include "suite/figures/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/markup.hpp"
#include "suite/figures/heat_map_layout.hpp"
#include "suite/figures/perceptual_colours.hpp"
#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

// Pixels.
constexpr double kMargin = HeatMapLayout::kMargin;
constexpr double kLine = HeatMapLayout::kLine;
constexpr double kSignWidth = HeatMapLayout::kSignWidth;
constexpr double kBarWidth = HeatMapLayout::kBarWidth;
constexpr double kValueSize = 11.0;
constexpr double kCountSize = 9.5;
constexpr double kRing = 15.0;         // its height; its width where the count has one digit
constexpr double kRoomForBoth = 33.0;  // height of a cell that holds ring and value

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
  svg +=
      fmt::format("<defs>\n<linearGradient id=\"{}\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">\n", scale_id(map));
  const int stops = layout.range.hi > layout.range.lo ? 10 : 0;
  for (int i = 0; i <= stops; ++i) {
    const double share = stops == 0 ? 0.0 : static_cast<double>(i) / stops;
    svg += fmt::format("<stop offset=\"{:.1f}\" stop-color=\"{}\"/>\n", share,
                       colour_text(viridis(1.0 - share)));
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
std::string ring(double x, double y, const std::string& count, const std::string& colour) {
  const double width = std::max(kRing, svg_text_width(count, kCountSize) + 7.0);
  return fmt::format(
             "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" rx=\"{:.2f}\" fill=\"none\" "
             "stroke=\"{}\" stroke-width=\"1.5\"/>\n",
             x - width / 2, y - kRing / 2, width, kRing, kRing / 2, colour) +
         svg_text(x, y + 3.4, count,
                  fmt::format(" font-size=\"{}\" fill=\"{}\"{}", kCountSize, colour, kMiddle));
}

/// The colour of a cell; that of the largest value where there is none.
Colour ground_of(const std::optional<double>& value, const HeatMapLayout& layout) {
  return viridis(layout.brightness(value.value_or(layout.range.hi)));
}

void draw_cell(std::string& svg, const HeatMap& map, const HeatMapLayout& layout, std::size_t r,
               std::size_t c) {
  const std::optional<double>& value = map.values[r][c];
  const std::string tip = fmt::format("{}: {}; {}: {}; {}", map.y_label, map.rows[r], map.x_label,
                                      map.columns[c], value ? fmt::format("{}", *value) : map.missing_label);
  // The stroke closes the seams that a viewer's antialiasing leaves between neighbours.
  const std::string colour = colour_text(ground_of(value, layout));
  svg += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"{}><title>{}</title></rect>\n",
      layout.x(c), layout.y(r), layout.cell_width, layout.cell_height,
      value ? fmt::format(" fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.6\"", colour)
            : fmt::format(" fill=\"url(#{})\"", hatch_id(map)),
      base::markup_escaped(tip));
}

/// What a cell says: its value, where that fits, and the ring of a chosen point.
void draw_content(std::string& svg, const HeatMap& map, const HeatMapLayout& layout, std::size_t r,
                  std::size_t c) {
  const std::optional<double>& value = map.values[r][c];
  const std::string ink = value ? colour_text(ink_on(ground_of(value, layout))) : "currentColor";
  const auto choice = std::find_if(map.chosen.begin(), map.chosen.end(), [&](const HeatMapChoice& chosen) {
    return chosen.row == r && chosen.column == c;
  });
  const bool has_ring = choice != map.chosen.end();
  const std::string text = value ? layout.text(*value) : "";
  const bool shows_value = !text.empty() && svg_text_width(text, kValueSize) <= layout.cell_width - 4.0 &&
                           (!has_ring || layout.cell_height >= kRoomForBoth);
  const double x = layout.x(c) + layout.cell_width / 2;
  const double y = layout.y(r) + layout.cell_height / 2;
  if (has_ring) svg += ring(x, shows_value ? y - 8.0 : y, std::to_string(choice->times), ink);
  if (!shows_value) return;
  svg += svg_text(x, y + (has_ring ? 13.0 : 4.0), text,
                  fmt::format(" font-size=\"{}\" fill=\"{}\"{}", kValueSize, ink, kMiddle));
}

void draw_axes(std::string& svg, const HeatMap& map, const HeatMapLayout& layout) {
  svg += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" "
      "stroke=\"currentColor\"/>\n",
      layout.left, layout.top, layout.right() - layout.left, layout.bottom - layout.top);
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    svg += svg_text(layout.left - 6.0, layout.y(r) + layout.cell_height / 2 + 4.0,
                    base::markup_escaped(map.rows[r]), kEnd);
  }
  for (std::size_t c = 0; c < map.columns.size(); ++c) {
    const double x = layout.x(c) + layout.cell_width / 2;
    const std::string label = base::markup_escaped(map.columns[c]);
    svg += layout.slanted
               ? fmt::format("<text transform=\"translate({:.2f} {:.2f}) rotate(-45)\"{}>{}</text>\n",
                             x + 4.0, layout.bottom + 14.0, kEnd, label)
               : svg_text(x, layout.bottom + 16.0, label, kMiddle);
  }
  svg += svg_text((layout.left + layout.right()) / 2, layout.x_label_y, base::markup_escaped(map.x_label),
                  kMiddle);
  svg += svg_upright_text(kMargin + kFontSize, (layout.top + layout.bottom) / 2,
                          base::markup_escaped(map.y_label));
}

void draw_legend(std::string& svg, const HeatMap& map, const HeatMapLayout& layout) {
  const double x = layout.legend_left;
  const double top = layout.top + HeatMapLayout::kBarTop;
  svg += svg_text(x, layout.top + 9.0, base::markup_escaped(map.value_label));
  svg += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"url(#{})\" "
      "stroke=\"currentColor\"/>\n",
      x, top, kBarWidth, layout.bar_height, scale_id(map));
  for (std::size_t i = 0; i < layout.ticks.values.size(); ++i) {
    const double y = top + layout.bar_height * layout.brightness(layout.ticks.values[i]);
    svg += fmt::format("<path d=\"M{:.2f} {:.2f}h4\" stroke=\"currentColor\"/>\n", x + kBarWidth, y);
    svg += svg_text(x + kBarWidth + 8.0, y + 4.0, tick_markup(layout.ticks.labels[i]));
  }
  double y = top + layout.bar_height + 14.0 + kLine / 2;
  if (!map.chosen.empty()) {
    svg += ring(x + kRing / 2, y, "n", "currentColor");
    svg += svg_text(x + kSignWidth, y + 4.0, base::markup_escaped(map.chosen_label));
    y += kLine;
  }
  if (layout.any_missing) {
    svg += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"16\" height=\"12\" fill=\"url(#{})\" "
        "stroke=\"currentColor\" "
        "stroke-opacity=\"0.6\"/>\n",
        x, y - 6.0, hatch_id(map));
    svg += svg_text(x + kSignWidth, y + 4.0, base::markup_escaped(map.missing_label));
  }
}

}  // namespace

std::string heat_map_svg(const HeatMap& map) {
  check(map);
  const HeatMapLayout layout(map);
  std::string svg = svg_opening({map.id_prefix, map.title, map.description, layout.width, layout.height});
  draw_definitions(svg, map, layout);
  svg += svg_title(layout.title, kMargin);
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
