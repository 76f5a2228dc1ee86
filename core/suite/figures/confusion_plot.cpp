#include "suite/figures/confusion_plot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "suite/figures/colour_levels.hpp"
#include "suite/figures/markup.hpp"
#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

constexpr double kPanelGap = 28.0;     // below a panel
constexpr double kPanelSpace = 12.0;   // beside it
constexpr double kLeastPanel = 190.0;  // room for its title and legend
constexpr double kMaxCell = 56.0, kSmallCell = 9.0;
constexpr double kMaxClassLabel = 120.0, kLeastClassLabel = 40.0;
constexpr double kLeftOfLabels = kEdge + kLineHeight, kRightOfLabels = 8.0;
constexpr double kCountSize = 12.0, kShareSize = 11.0;
constexpr double kSlant = 0.70710678118654752;  // sine and cosine of 45 degrees
constexpr const char* kLegend = "share among the samples of the true class";

[[noreturn]] void refuse_confusion(const std::string& what) {
  throw std::invalid_argument("confusion plot: " + what);
}

void check(const ConfusionPlot& plot) {
  if (plot.panels.empty()) refuse_confusion("there is no panel");
  for (const ConfusionPanel& panel : plot.panels) {
    const std::size_t c = panel.classes.size();
    if (c == 0 || c > kMaxClassesDrawn)
      refuse_confusion(fmt::format("{} classes, expected 1 to {}", c, kMaxClassesDrawn));
    const bool fits =
        panel.counts.size() == c && std::all_of(panel.counts.begin(), panel.counts.end(),
                                                [&](const auto& row) { return row.size() == c; });
    if (!fits) refuse_confusion(fmt::format("counts are not {0} x {0}", c));
  }
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

Colour share_colour(double share) {
  return between(kTheme.ground, kTheme.share, share);
}

const ColourLevels& share_levels() {
  static const ColourLevels levels(share_colour);
  return levels;
}

std::size_t largest_count(const ConfusionPanel& panel) {
  std::size_t largest = 0;
  for (const auto& row : panel.counts) largest = std::max(largest, *std::max_element(row.begin(), row.end()));
  return largest;
}

/// "12" of "12 %".
std::string share_number(std::size_t count, std::size_t all) {
  const std::string text = share_text(count, all);
  return text.substr(0, text.find(' '));
}

double widest_share_number(const ConfusionPanel& panel) {
  double width = 0.0;
  for (const std::vector<std::size_t>& row : panel.counts) {
    const std::size_t all = sum_of(row);
    for (const std::size_t count : row)
      width = std::max(width, svg_text_width(share_number(count, all), kShareSize));
  }
  return width;
}

enum class CellText { none, shares, counts, counts_and_shares };

/// Of the class names, so that cells have room beside them: where they may hold text, for a line of each row's label.
double most_label_width(std::size_t classes) {
  const double room = kFigureWidth - kEdge - kLeftOfLabels - kRightOfLabels;
  const double cell = classes <= kMaxClassesWithText ? kSmallLine : kSmallCell;
  return std::clamp((room - cell * static_cast<double>(classes)) / (1.0 + kSlant), kLeastClassLabel,
                    kMaxClassLabel);
}

/// What a cell of that width has room for.
CellText text_for(double cell, const ConfusionPanel& panel) {
  if (panel.classes.size() > kMaxClassesWithText) return CellText::none;
  const double count = svg_text_width(std::to_string(largest_count(panel)), kCountSize) + 4.0;
  const double share = svg_text_width(">99 %", kShareSize) + 4.0;
  if (cell >= std::max({count, share, 30.0})) return CellText::counts_and_shares;
  if (cell >= count) return CellText::counts;
  return cell >= widest_share_number(panel) + 3.0 ? CellText::shares : CellText::none;
}

std::string legend_of(CellText text) {
  const std::string what = text == CellText::counts_and_shares ? "Colour and per cent: "
                           : text == CellText::shares          ? "Colour and number, in per cent: "
                                                               : "Colour: ";
  return what + kLegend;
}

/// Where the parts of a panel lie.
struct PanelLayout {
  std::vector<std::string> labels, title, legend;
  double cell = 0.0, edge = kEdge, top = kEdge, left = 0.0, matrix_top = 0.0, right = 0.0, bottom = 0.0,
         panel_right = 0.0, label_height = 0.0;
  CellText text = CellText::none;
  bool slanted = false;
  std::size_t stride = 1;  // every how manieth label is written

  /// In the upper left corner; its texts take as much of the width of a figure as they need where it is alone in a row.
  PanelLayout(const ConfusionPanel& panel, bool is_alone) {
    const auto c = static_cast<double>(panel.classes.size());
    for (const std::string& name : panel.classes)
      labels.push_back(shortened(name, most_label_width(panel.classes.size()), kSmallSize));
    const double label_width = widest(labels, kSmallSize);
    left = std::ceil(kLeftOfLabels + label_width + kRightOfLabels);
    const double most =
        std::max(kMaxCell, std::ceil(svg_text_width(std::to_string(largest_count(panel)), kCountSize) + 4.0));
    const auto cell_in = [&](double room) { return std::clamp(std::floor(room / c), kSmallCell, most); };
    cell = cell_in(kFigureWidth - kEdge - left);
    slanted = label_width > cell - 4.0;
    if (slanted) cell = cell_in(kFigureWidth - kEdge - left - label_width * kSlant);
    text = text_for(cell, panel);
    stride = slanted ? static_cast<std::size_t>(std::ceil(kSmallLine / cell)) : 1;
    label_height = slanted ? label_width * kSlant + 16.0 : 22.0;
    right = left + c * cell;
    panel_right = std::max(is_alone ? kFigureWidth - kEdge : kEdge + kLeastPanel,
                           right + (slanted ? label_width * kSlant : 0.0));
    title = wrapped(panel.title, panel_right - kEdge, kTitleSize);
    legend = wrapped(legend_of(text), panel_right - kEdge, kSmallSize);
    matrix_top = top + kTitleLine * static_cast<double>(title.size()) + kLineHeight + label_height;
    bottom = matrix_top + c * cell;
  }
  void move(double to_the_right, double down) {
    for (double* x : {&edge, &left, &right, &panel_right}) *x += to_the_right;
    for (double* y : {&top, &matrix_top, &bottom}) *y += down;
  }
  double legend_bottom() const { return bottom + kSmallLine * static_cast<double>(legend.size()) + 6.0; }
  double x(std::size_t column) const { return left + static_cast<double>(column) * cell; }
  double y(std::size_t row) const { return matrix_top + static_cast<double>(row) * cell; }
};

std::string rectangle(const PanelLayout& at, std::size_t row, std::size_t column,
                      const std::string& attributes) {
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"{}", at.x(column),
                     at.y(row), at.cell, at.cell, attributes);
}

void draw_count(std::string& svg, const PanelLayout& at, std::size_t row, std::size_t column,
                std::size_t count, std::size_t all) {
  const auto draw = [&](double below, double size, const std::string& text) {
    svg += svg_text(at.x(column) + at.cell / 2, at.y(row) + at.cell / 2 + below,
                    figures::markup_escaped(text), fmt::format(" font-size=\"{}\"{}", size, kMiddle));
  };
  if (at.text == CellText::shares) {
    draw(4.0, kShareSize, share_number(count, all));
  } else if (at.text == CellText::counts || count == 0) {  // the share of nothing says no more
    draw(4.4, kCountSize, std::to_string(count));
  } else {
    draw(-2.0, kCountSize, std::to_string(count));
    draw(11.0, kShareSize, share_text(count, all));
  }
}

void draw_count_cell(std::string& svg, const ConfusionPanel& panel, const PanelLayout& at, std::size_t row,
                     std::size_t column) {
  const std::size_t count = panel.counts[row][column], all = sum_of(panel.counts[row]);
  const int level =
      ColourLevels::level_of(all == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(all));
  svg += rectangle(at, row, column, share_levels().area(level) + "><title>");
  svg += figures::markup_escaped(fmt::format("true {}, predicted {}: {} of {} ({})", panel.classes[row],
                                             panel.classes[column], count, all, share_text(count, all)));
  svg += "</title></rect>\n";
  if (at.text == CellText::none) return;
  svg += "<g" + share_levels().ink(level) + ">\n";
  draw_count(svg, at, row, column, count, all);
  svg += "</g>\n";
}

void draw_labels(std::string& svg, const PanelLayout& at) {
  const std::size_t row_stride = static_cast<std::size_t>(std::ceil(kSmallLine / at.cell));
  for (std::size_t c = 0; c < at.labels.size(); ++c) {
    const std::string label = figures::markup_escaped(at.labels[c]);
    if (c % row_stride == 0)
      svg += svg_text(at.left - 8.0, at.y(c) + at.cell / 2 + 4.4, label, std::string(kSmall) + kEnd);
    if (c % at.stride != 0) continue;
    const double x = at.x(c) + at.cell / 2;
    svg += at.slanted ? fmt::format("<text transform=\"translate({:.2f} {:.2f}) rotate(-45)\"{}>{}</text>\n",
                                    x + 2.0, at.matrix_top - 6.0, kSmall, label)
                      : svg_text(x, at.matrix_top - 6.0, label, std::string(kSmall) + kMiddle);
  }
  const double half = svg_text_width("predicted") / 2;
  svg += svg_text(std::max((at.left + at.right) / 2, at.edge + half), at.matrix_top - at.label_height - 2.0,
                  "predicted", kMiddle);
  svg += svg_upright_text(at.edge + kFontSize - 2.0, (at.matrix_top + at.bottom) / 2, "true");
}

/// Between all cells, and around those of the right class.
void draw_frames(std::string& svg, const PanelLayout& at) {
  std::string path;
  for (std::size_t c = 0; c <= at.labels.size(); ++c) {
    path += fmt::format("M{:.2f} {:.2f}V{:.2f}M{:.2f} {:.2f}H{:.2f}", at.x(c), at.matrix_top, at.bottom,
                        at.left, at.y(c), at.right);
  }
  svg += "<path" + svg_grid() + " stroke=\"currentColor\" stroke-width=\"0.8\" d=\"" + path + "\"/>\n";
  for (std::size_t c = 0; c < at.labels.size(); ++c)
    svg += rectangle(at, c, c, " fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\"/>\n");
}

void draw_panel(std::string& svg, const ConfusionPanel& panel, const PanelLayout& at) {
  svg += svg_lines(at.edge, at.top + kTitleSize - 2.0, at.title, kTitleLine,
                   fmt::format(" font-size=\"{}\"", kTitleSize));
  for (std::size_t r = 0; r < panel.classes.size(); ++r)
    for (std::size_t c = 0; c < panel.classes.size(); ++c) draw_count_cell(svg, panel, at, r, c);
  draw_frames(svg, at);
  draw_labels(svg, at);
}

void draw_legend_lines(std::string& svg, const std::vector<std::string>& lines, double x, double below) {
  svg += svg_lines(x, below + kSmallLine + 3.0, lines, kSmallLine, svg_faint() + kSmall);
}

/// Each panel stands beside the one before, as long as the width of a figure has room for it.
std::vector<PanelLayout> rows_of_panels(const std::vector<ConfusionPanel>& panels, bool has_one_legend) {
  std::vector<PanelLayout> layouts;
  double top = kEdge;
  for (std::size_t i = 0; i < panels.size();) {
    const std::size_t first = i;
    double right = 0.0, bottom = 0.0;
    for (; i < panels.size(); ++i) {
      PanelLayout next(panels[i], false);
      const double shift = i == first ? 0.0 : right + kPanelSpace - next.edge;
      if (i > first && next.panel_right + shift > kFigureWidth - kEdge) break;
      next.move(shift, top - next.top);
      right = next.panel_right;
      layouts.push_back(std::move(next));
    }
    if (i == first + 1) {
      layouts.back() = PanelLayout(panels[first], true);
      layouts.back().move(0.0, top - layouts.back().top);
    }
    for (std::size_t k = first; k < i; ++k)
      bottom = std::max(bottom, has_one_legend ? layouts[k].bottom : layouts[k].legend_bottom());
    top = bottom + kPanelGap;
  }
  return layouts;
}

/// What the colours of all panels say; "" where that differs.
std::string common_legend(const std::vector<ConfusionPanel>& panels) {
  std::set<std::string> legends;
  for (const ConfusionPanel& panel : panels) legends.insert(legend_of(PanelLayout(panel, false).text));
  return legends.size() == 1 ? *legends.begin() : "";
}

}  // namespace

std::string confusion_plot_svg(const ConfusionPlot& plot) {
  check(plot);
  const std::string legend = common_legend(plot.panels);
  const std::vector<PanelLayout> layouts = rows_of_panels(plot.panels, !legend.empty());
  double width = 0.0, bottom = 0.0;
  for (const PanelLayout& at : layouts) {
    width = std::max(width, at.panel_right + kEdge);
    bottom = std::max(bottom, legend.empty() ? at.legend_bottom() : at.bottom);
  }
  std::string panels;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    draw_panel(panels, plot.panels[i], layouts[i]);
    if (legend.empty()) draw_legend_lines(panels, layouts[i].legend, layouts[i].edge, layouts[i].bottom);
  }
  if (!legend.empty()) {
    const std::vector<std::string> lines = wrapped(legend, width - 2 * kEdge, kSmallSize);
    draw_legend_lines(panels, lines, kEdge, bottom);
    bottom += kSmallLine * static_cast<double>(lines.size()) + 6.0;
  }
  return svg_opening({plot.id_prefix, plot.title, plot.description, width, bottom + kEdge}) + panels +
         "</svg>\n";
}

std::vector<std::string> confusion_panel_svgs(const ConfusionPlot& plot) {
  check(plot);
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    const PanelLayout at(plot.panels[i], false);
    std::string piece =
        svg_opening({fmt::format("{}-{}", plot.id_prefix, i + 1), plot.title + ", " + plot.panels[i].title,
                     plot.description, at.panel_right + kEdge, at.legend_bottom() + kEdge});
    draw_panel(piece, plot.panels[i], at);
    draw_legend_lines(piece, at.legend, at.edge, at.bottom);
    pieces.push_back(piece + "</svg>\n");
  }
  return pieces;
}

}  // namespace preimage::suite::figures
