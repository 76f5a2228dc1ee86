#include "suite/figures/confusion_plot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/markup.hpp"
#include "suite/figures/perceptual_colours.hpp"
#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

// Pixels.
constexpr double kMargin = 12.0;
constexpr double kGap = 28.0;          // between panels
constexpr double kCellHeight = 34.0;   // two lines of text
constexpr double kSmallCell = 16.0;    // without text; a label's line is as high
constexpr double kLabelWidth = 160.0;  // at most
constexpr double kCountSize = 11.0, kShareSize = 9.5;
constexpr double kSlant = 0.70710678118654752;  // sine and cosine of 45 degrees
constexpr const char* kLegend = "Per cent and colour: share among the samples of the true class";

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("confusion plot: " + what);
}

void check(const ConfusionPlot& plot) {
  if (plot.panels.empty()) refuse("there is no panel");
  for (const ConfusionPanel& panel : plot.panels) {
    const std::size_t c = panel.classes.size();
    if (c == 0 || c > kMaxClassesDrawn)
      refuse(fmt::format("{} classes, expected 1 to {}", c, kMaxClassesDrawn));
    const bool fits =
        panel.counts.size() == c && std::all_of(panel.counts.begin(), panel.counts.end(),
                                                [&](const auto& row) { return row.size() == c; });
    if (!fits) refuse(fmt::format("counts are not {0} x {0}", c));
  }
}

/// The text, or as many of its characters as fit and an ellipsis.
std::string cut(const std::string& text) {
  if (svg_text_width(text) <= kLabelWidth) return text;
  std::string kept = text;
  while (!kept.empty() && svg_text_width(kept + "…") > kLabelWidth) {
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xc0U) == 0x80U) kept.pop_back();
    if (!kept.empty()) kept.pop_back();
  }
  return kept + "…";
}

std::size_t sum_of(const std::vector<std::size_t>& row) {
  return std::accumulate(row.begin(), row.end(), std::size_t{0});
}

/// "12 %"; a share that is neither nothing nor all is never rounded to either.
std::string share_text(std::size_t count, std::size_t all) {
  if (all == 0) return "–";
  const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(all);
  if (count > 0 && percent < 0.5) return "<1 %";
  if (count < all && percent > 99.5) return ">99 %";
  return fmt::format("{:.0f} %", percent);
}

Colour blend(double share) {
  const auto mix = [share](std::uint8_t full) {
    return static_cast<std::uint8_t>(std::lround(255.0 + share * (static_cast<double>(full) - 255.0)));
  };
  const Colour full = kColours.front();
  return {mix(full.red), mix(full.green), mix(full.blue)};
}

/// Where the parts of a panel lie that begins at `top`.
struct PanelLayout {
  std::vector<std::string> labels, title;
  double cell_width = 0.0, cell_height = 0.0, left = 0.0, matrix_top = 0.0, right = 0.0, bottom = 0.0,
         panel_right = 0.0, panel_bottom = 0.0, label_height = 0.0;
  bool has_text = false, slanted = false;

  PanelLayout(const ConfusionPanel& panel, double top) {
    const auto c = static_cast<double>(panel.classes.size());
    has_text = panel.classes.size() <= kMaxClassesWithText;
    for (const std::string& name : panel.classes) labels.push_back(cut(name));
    std::size_t largest = 0;
    for (const auto& row : panel.counts)
      largest = std::max(largest, *std::max_element(row.begin(), row.end()));
    const double text =
        std::max(svg_text_width(std::to_string(largest), kCountSize), svg_text_width(">99 %", kShareSize));
    cell_width = has_text ? text + 10.0 : kSmallCell;
    cell_height = has_text ? kCellHeight : kSmallCell;
    const double label_width = widest(labels);
    slanted = label_width > cell_width - 6.0;
    label_height = slanted ? label_width * kSlant + 12.0 : 18.0;
    left = kMargin + 22.0 + label_width + 8.0;
    right = left + c * cell_width;
    title = wrapped(panel.title, std::max(right - kMargin, 240.0), kTitleSize);
    matrix_top = top + kTitleLine * static_cast<double>(title.size()) + 20.0 + label_height;
    bottom = matrix_top + c * cell_height;
    panel_bottom = bottom + 22.0;
    panel_right = std::max({right + (slanted ? label_width * kSlant : 0.0), kMargin + svg_text_width(kLegend),
                            kMargin + widest(title, kTitleSize)});
  }
  double x(std::size_t column) const { return left + static_cast<double>(column) * cell_width; }
  double y(std::size_t row) const { return matrix_top + static_cast<double>(row) * cell_height; }
};

std::string rectangle(const PanelLayout& at, std::size_t row, std::size_t column,
                      const std::string& attributes) {
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"{}", at.x(column),
                     at.y(row), at.cell_width, at.cell_height, attributes);
}

void draw_cell(std::string& svg, const ConfusionPanel& panel, const PanelLayout& at, std::size_t row,
               std::size_t column) {
  const std::size_t count = panel.counts[row][column], all = sum_of(panel.counts[row]);
  const Colour ground = blend(all == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(all));
  svg += rectangle(
      at, row, column,
      fmt::format(" fill=\"{}\" stroke=\"#bbbbbb\" stroke-width=\"0.6\"><title>", colour_text(ground)));
  svg += base::markup_escaped(fmt::format("true {}, predicted {}: {} of {} ({})", panel.classes[row],
                                          panel.classes[column], count, all, share_text(count, all)));
  svg += "</title></rect>\n";
  if (!at.has_text) return;
  const double x = at.x(column) + at.cell_width / 2, y = at.y(row);
  const std::string ink = fmt::format(" fill=\"{}\"{}", colour_text(ink_on(ground)), kMiddle);
  svg += svg_text(x, y + (count == 0 ? 21.0 : 14.0), std::to_string(count),
                  fmt::format(" font-size=\"{}\"{}", kCountSize, ink));
  if (count == 0) return;  // the share says no more
  svg += svg_text(x, y + 28.0, base::markup_escaped(share_text(count, all)),
                  fmt::format(" font-size=\"{}\"{}", kShareSize, ink));
}

void draw_labels(std::string& svg, const PanelLayout& at) {
  for (std::size_t c = 0; c < at.labels.size(); ++c) {
    const std::string label = base::markup_escaped(at.labels[c]);
    svg += svg_text(at.left - 8.0, at.y(c) + at.cell_height / 2 + 4.0, label, kEnd);
    const double x = at.x(c) + at.cell_width / 2;
    svg += at.slanted ? fmt::format("<text transform=\"translate({:.2f} {:.2f}) rotate(-45)\">{}</text>\n",
                                    x + 2.0, at.matrix_top - 6.0, label)
                      : svg_text(x, at.matrix_top - 6.0, label, kMiddle);
  }
  svg += svg_text((at.left + at.right) / 2, at.matrix_top - at.label_height - 2.0, "predicted", kMiddle);
  svg += svg_upright_text(kMargin + kFontSize, (at.matrix_top + at.bottom) / 2, "true");
}

void draw_panel(std::string& svg, const ConfusionPanel& panel, const PanelLayout& at, double top) {
  double y = top;
  for (const std::string& line : at.title) {
    svg += svg_text(kMargin, y + kTitleSize, base::markup_escaped(line),
                    fmt::format(" font-size=\"{}\"", kTitleSize));
    y += kTitleLine;
  }
  for (std::size_t r = 0; r < panel.classes.size(); ++r)
    for (std::size_t c = 0; c < panel.classes.size(); ++c) draw_cell(svg, panel, at, r, c);
  for (std::size_t c = 0; c < panel.classes.size(); ++c)  // on top of their neighbours
    svg += rectangle(at, c, c, " fill=\"none\" stroke=\"#333333\" stroke-width=\"1.6\"/>\n");
  draw_labels(svg, at);
  svg += svg_text(kMargin, at.bottom + 17.0, base::markup_escaped(kLegend));
}

}  // namespace

std::string confusion_plot_svg(const ConfusionPlot& plot) {
  check(plot);
  std::vector<double> tops;
  std::vector<PanelLayout> layouts;
  double top = kMargin, width = 0.0;
  for (const ConfusionPanel& panel : plot.panels) {
    tops.push_back(top);
    layouts.emplace_back(panel, top);
    top = layouts.back().panel_bottom + kGap;
    width = std::max(width, layouts.back().panel_right + kMargin);
  }
  std::string svg = svg_opening({plot.id_prefix, plot.title, plot.description, width, top - kGap + kMargin});
  for (std::size_t i = 0; i < layouts.size(); ++i) draw_panel(svg, plot.panels[i], layouts[i], tops[i]);
  return svg + "</svg>\n";
}

}  // namespace preimage::suite::figures
