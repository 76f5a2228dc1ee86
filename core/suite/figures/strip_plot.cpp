#include "suite/figures/strip_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/markup.hpp"
#include "suite/figures/svg.hpp"
#include "suite/figures/ticks.hpp"
#include "suite/statistics/mean_text.hpp"

namespace preimage::suite::figures {

namespace {

// Pixels.
constexpr double kMargin = 8.0;
constexpr double kGap = 18.0;  // between the columns: labels, plot, numbers, verdicts
constexpr double kLabelWidth = 230.0;
constexpr double kPlotWidth = 400.0;
constexpr double kHeaderSize = 11.0;
constexpr double kLineHeight = 15.0;
constexpr double kRowPadding = 11.0;
constexpr double kMarkRadius = 4.5;
constexpr double kCap = 4.0;  // half the height of a whisker's ends

constexpr const char* kPlusMinus = " \u00b1 ";

struct MarkStyle {
  Mark mark;
  std::string colour;
};

MarkStyle style_of(const StripRow& row) {
  if (!row.verdict) return {Mark::circle, "currentColor"};
  switch (row.verdict->agreement) {
    case statistics::Agreement::reproduced:
      return {Mark::circle, colour_text(kColours[2])};
    case statistics::Agreement::marginal:
      return {Mark::diamond, colour_text(kColours[0])};
    case statistics::Agreement::not_reproduced:
      return {Mark::square, colour_text(kColours[1])};
    case statistics::Agreement::inconclusive:
      break;
  }
  return {Mark::triangle, "currentColor"};
}

void check(const StripPlot& plot) {
  if (plot.rows.empty()) throw std::invalid_argument("strip plot: there is no row");
  bool any = plot.published.has_value();
  for (const StripRow& row : plot.rows) {
    any = any || row.value;
    const double value = row.value.value_or(row.spread ? std::numeric_limits<double>::quiet_NaN() : 0.0);
    const double spread = row.spread.value_or(0.0);
    if (std::isfinite(value) && std::isfinite(spread) && spread >= 0.0) continue;
    throw NumericalError(
        fmt::format("strip plot: row '{}' is {} with a spread of {}", row.label, value, spread));
  }
  if (!any) throw std::invalid_argument("strip plot: there is no number");
  if (!plot.published) return;
  const double spread = statistics::published_standard_error(*plot.published);
  if (!std::isfinite(plot.published->value) || !std::isfinite(spread) || spread < 0.0) {
    throw NumericalError(fmt::format("strip plot: the published number is {} with a standard error of {}",
                                     plot.published->value, spread));
  }
}

Ticks ticks_of(const StripPlot& plot) {
  double lo = std::numeric_limits<double>::infinity();
  double hi = -lo;
  const auto include = [&](double value, double spread) {
    lo = std::min(lo, value - spread);
    hi = std::max(hi, value + spread);
  };
  if (plot.published) include(plot.published->value, statistics::published_standard_error(*plot.published));
  for (const StripRow& row : plot.rows) {
    if (row.value) include(*row.value, row.spread.value_or(0.0));
  }
  return linear_ticks(lo, hi, 5);
}

std::string number_text(const StripRow& row) {
  if (!row.value) return "-";
  const std::string mean = statistics::mean_text(*row.value);
  return row.spread ? mean + kPlusMinus + statistics::spread_text(*row.value, *row.spread) : mean;
}

std::string verdict_text(const StripRow& row) {
  const std::string verdict = row.verdict ? row.verdict->text() : "";
  return verdict.empty() || row.remark.empty() ? verdict + row.remark : verdict + ", " + row.remark;
}

/// "published 0.1250 +- 0.0169 (SD over 5 folds; band: SD / sqrt(5))", with signs
std::string published_text(const statistics::Published& published) {
  std::string text = "published " + published.text;
  if (!published.spread) return text;
  text += kPlusMinus + published.spread_text + " (" + statistics::published_spread_remark(published);
  if (published.spread_kind == statistics::SpreadKind::standard_deviation)
    text += fmt::format("; band: SD/\u221a{}", published.folds);
  return text + ")";
}

/// Where everything stands.
struct Layout {
  explicit Layout(const StripPlot& plot);
  double x(double value) const {
    const double lo = ticks.values.front();
    const double hi = ticks.values.back();
    return left + kPlotWidth * (value - lo) / (hi - lo);
  }
  Ticks ticks;
  std::vector<std::vector<std::string>> labels;  // of each row, in lines
  std::vector<std::string> title;                // in lines
  std::vector<double> row_y;                     // centres
  double left = 0.0, numbers = 0.0, verdicts = 0.0, width = 0.0;
  double top = 0.0, bottom = 0.0, height = 0.0;
};

constexpr const char* kOursHeader = "ours, mean \u00b1 SD";

Layout::Layout(const StripPlot& plot) : ticks(ticks_of(plot)) {
  double label_width = 0.0;
  double number_width = svg_text_width(kOursHeader, kHeaderSize);
  double verdict_width = 0.0;
  for (const StripRow& row : plot.rows) {
    labels.push_back(wrapped(row.label, kLabelWidth));
    label_width = std::max(label_width, widest(labels.back()));
    number_width = std::max(number_width, svg_text_width(number_text(row)));
    verdict_width = std::max(verdict_width, svg_text_width(verdict_text(row)));
  }
  left = kMargin + label_width + kGap;
  numbers = left + kPlotWidth + kGap;
  verdicts = numbers + number_width + kGap;
  width = verdict_width > 0.0 ? verdicts + verdict_width + kMargin : numbers + number_width + kMargin;
  title = wrapped(plot.title, width - 2 * kMargin, kTitleSize);
  width = std::max(width, widest(title, kTitleSize) + 2 * kMargin);
  top = kMargin + kTitleLine * static_cast<double>(title.size()) + 2 * kLineHeight;
  bottom = top;
  for (const auto& lines : labels) {
    const double height_of_row = kLineHeight * static_cast<double>(lines.size()) + kRowPadding;
    row_y.push_back(bottom + height_of_row / 2);
    bottom += height_of_row;
  }
  height = bottom + 24.0 + (plot.x_label.empty() ? 0.0 : 20.0) + kMargin;
}

void draw_published(std::string& svg, const StripPlot& plot, const Layout& layout) {
  if (!plot.published) return;
  const double value = plot.published->value;
  const double error = statistics::published_standard_error(*plot.published);
  if (error > 0.0) {
    svg += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill-opacity=\"0.11\"/>\n",
        layout.x(value - error), layout.top, layout.x(value + error) - layout.x(value - error),
        layout.bottom - layout.top);
  }
  const double x = layout.x(value);
  svg += fmt::format(
      "<line x1=\"{0:.2f}\" y1=\"{1:.2f}\" x2=\"{0:.2f}\" y2=\"{2:.2f}\" stroke=\"currentColor\" "
      "stroke-width=\"1.5\"/>\n",
      x, layout.top - 5.0, layout.bottom);
  const std::string text = published_text(*plot.published);
  const double half = svg_text_width(text, kHeaderSize) / 2;
  // Above its line, but no farther than the plot reaches on either side.
  const double middle = std::max(std::min(x, layout.left + kPlotWidth - half), kMargin + half);
  svg += svg_text(middle, layout.top - 9.0, base::markup_escaped(text),
                  fmt::format(" font-size=\"{}\"{}", kHeaderSize, kMiddle));
}

void draw_axis(std::string& svg, const StripPlot& plot, const Layout& layout) {
  svg += "<g stroke=\"currentColor\" stroke-opacity=\"0.15\">\n";
  for (const double value : layout.ticks.values) {
    svg += fmt::format("<line x1=\"{0:.2f}\" y1=\"{1:.2f}\" x2=\"{0:.2f}\" y2=\"{2:.2f}\"/>\n",
                       layout.x(value), layout.top, layout.bottom);
  }
  svg += fmt::format("</g>\n<path stroke=\"currentColor\" fill=\"none\" d=\"M{:.2f} {:.2f}h{:.2f}",
                     layout.left, layout.bottom, kPlotWidth);
  for (const double value : layout.ticks.values)
    svg += fmt::format("M{:.2f} {:.2f}v4", layout.x(value), layout.bottom);
  svg += "\"/>\n";
  const double spacing = kPlotWidth / static_cast<double>(layout.ticks.values.size() - 1);
  const auto stride = static_cast<std::size_t>(std::ceil((widest(layout.ticks.labels) + 8.0) / spacing));
  for (std::size_t i = 0; i < layout.ticks.values.size(); i += stride) {
    svg += svg_text(layout.x(layout.ticks.values[i]), layout.bottom + 18.0,
                    tick_markup(layout.ticks.labels[i]), kMiddle);
  }
  if (plot.x_label.empty()) return;
  svg += svg_text(layout.left + kPlotWidth / 2, layout.bottom + 38.0, base::markup_escaped(plot.x_label),
                  kMiddle);
}

void draw_mark(std::string& svg, const StripRow& row, double y, const Layout& layout) {
  if (!row.value) return;
  const MarkStyle style = style_of(row);
  svg += fmt::format("<g stroke=\"{}\" fill=\"{}\" stroke-width=\"1.6\">\n", style.colour,
                     row.spread ? style.colour : "none");
  if (row.spread) {
    svg += fmt::format(
        "<path fill=\"none\" d=\"M{0:.2f} {2:.2f}v{4:.2f}M{0:.2f} {3:.2f}H{1:.2f}M{1:.2f} "
        "{2:.2f}v{4:.2f}\"/>\n",
        layout.x(*row.value - *row.spread), layout.x(*row.value + *row.spread), y - kCap, y, 2 * kCap);
  }
  svg += svg_mark(style.mark, layout.x(*row.value), y, kMarkRadius) + "</g>\n";
}

void draw_row(std::string& svg, const StripPlot& plot, std::size_t number, const Layout& layout) {
  const StripRow& row = plot.rows[number];
  const double y = layout.row_y[number];
  const std::vector<std::string>& lines = layout.labels[number];
  double baseline = y + 4.0 - kLineHeight * static_cast<double>(lines.size() - 1) / 2;
  for (const std::string& line : lines) {
    svg += svg_text(layout.left - kGap, baseline, base::markup_escaped(line), kEnd);
    baseline += kLineHeight;
  }
  draw_mark(svg, row, y, layout);
  svg += svg_text(layout.numbers, y + 4.0, base::markup_escaped(number_text(row)));
  const std::string verdict = verdict_text(row);
  if (!verdict.empty()) svg += svg_text(layout.verdicts, y + 4.0, base::markup_escaped(verdict));
}

}  // namespace

std::string strip_plot_svg(const StripPlot& plot) {
  check(plot);
  const Layout layout(plot);
  std::string svg = svg_opening({plot.id_prefix, plot.title, plot.description, layout.width, layout.height});
  svg += svg_title(layout.title, kMargin);
  const std::string header = fmt::format(" font-size=\"{}\"", kHeaderSize);
  svg += svg_text(layout.numbers, layout.top - 9.0, kOursHeader, header);
  draw_published(svg, plot, layout);
  draw_axis(svg, plot, layout);
  for (std::size_t i = 0; i < plot.rows.size(); ++i) draw_row(svg, plot, i, layout);
  return svg + "</svg>\n";
}

}  // namespace preimage::suite::figures
