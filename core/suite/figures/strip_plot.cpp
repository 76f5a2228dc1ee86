#include "suite/figures/strip_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/markup.hpp"
#include "suite/figures/svg.hpp"
#include "suite/figures/ticks.hpp"
#include "suite/records/mean_text.hpp"

namespace preimage::suite::figures {

namespace {

constexpr double kStripHeight = 22.0;  // the line with mark and whisker, below a row's texts
constexpr double kTextGap = 14.0;      // at least, between a row's label and its number
constexpr double kStripMark = 5.5;
constexpr double kCap = 5.0;  // half the height of a whisker's ends

constexpr const char* kPlusMinus = " \u00b1 ";

constexpr const char* kOursAre = "ours: mean \u00b1 SD";

struct MarkStyle {
  Mark mark;
  std::string colour;  // attributes
};

MarkStyle style_of(const StripRow& row) {
  if (!row.verdict) return {Mark::circle, kInk};
  switch (row.verdict->agreement) {
    case records::Agreement::reproduced:
      return {Mark::circle, svg_good()};
    case records::Agreement::consistent:
      return {Mark::diamond, svg_good()};
    case records::Agreement::no_difference:
      return {Mark::triangle, svg_good()};
    case records::Agreement::marginal:
      return {Mark::diamond, svg_fair()};
    case records::Agreement::not_reproduced:
      return {Mark::square, svg_bad()};
    case records::Agreement::inconclusive:
      break;
  }
  return {Mark::triangle, kInk};
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
  const double spread = records::published_standard_error(*plot.published);
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
  if (plot.published) include(plot.published->value, records::published_standard_error(*plot.published));
  for (const StripRow& row : plot.rows) {
    if (row.value) include(*row.value, row.spread.value_or(0.0));
  }
  return linear_ticks(lo, hi, 5);
}

std::string number_text(const StripRow& row) {
  if (!row.value) return "-";
  const std::string mean = records::mean_text(*row.value);
  return row.spread ? mean + kPlusMinus + records::spread_text(*row.value, *row.spread) : mean;
}

std::string verdict_text(const StripRow& row) {
  const std::string verdict = row.verdict ? row.verdict->text() : "";
  return verdict.empty() || row.remark.empty() ? verdict + row.remark : verdict + ", " + row.remark;
}

/// "published 0.1250 +- 0.0169 (SD over 5 folds; band: SD / sqrt(5))", with signs
std::string published_text(const records::Published& published) {
  std::string text = "published " + published.text;
  if (!published.spread) return text;
  text += kPlusMinus + published.spread_text + " (" + records::published_spread_remark(published);
  if (published.spread_kind == records::SpreadKind::standard_deviation)
    text += fmt::format("; band: SD/\u221a{}", published.folds > 0 ? published.folds : published.runs);
  return text + ")";
}

/// What stands behind a row's label: "0.8221 \u00b1 0.0454, not reproduced"
std::string said_of(const StripRow& row) {
  const std::string verdict = verdict_text(row);
  return verdict.empty() ? number_text(row) : number_text(row) + ", " + verdict;
}

/// Where everything stands. A row has its texts in lines and its strip below them.
struct Layout {
  explicit Layout(const StripPlot& plot);
  double x(double value) const {
    const double lo = ticks.values.front();
    const double hi = ticks.values.back();
    return left + (right - left) * (value - lo) / (hi - lo);
  }
  Ticks ticks;
  std::vector<std::vector<std::string>> labels;  // of each row, in lines
  std::vector<double> text_y, strip_y;           // of each row: top of its texts, middle of its strip
  std::vector<std::string> title, published;     // in lines
  double left = 0.0, right = 0.0, top = 0.0, bottom = 0.0, height = 0.0;
};

Layout::Layout(const StripPlot& plot) : ticks(ticks_of(plot)) {
  constexpr double kRoom = kFigureWidth - 2 * kEdge;
  const double half =
      std::ceil(std::max(svg_text_width(ticks.labels.front()), svg_text_width(ticks.labels.back())) / 2);
  left = kEdge + half;
  right = kFigureWidth - kEdge - half;
  title = wrapped(plot.title, kRoom, kTitleSize);
  if (plot.published) published = wrapped(published_text(*plot.published), kRoom, kSmallSize);
  top = kEdge + kTitleLine * static_cast<double>(title.size()) + 6.0 +
        (published.empty() ? 0.0 : kSmallLine * static_cast<double>(published.size()) + 8.0);
  bottom = top;
  for (const StripRow& row : plot.rows) {
    labels.push_back(wrapped(row.label, kRoom - svg_text_width(said_of(row)) - kTextGap));
    // A label that leaves no room beside it stands above what is said.
    const bool beside = widest(labels.back()) + kTextGap + svg_text_width(said_of(row)) <= kRoom;
    if (!beside) labels.back() = wrapped(row.label, kRoom);
    if (!beside) labels.back().emplace_back();
    text_y.push_back(bottom + 4.0);
    strip_y.push_back(text_y.back() + kLineHeight * static_cast<double>(labels.back().size()) +
                      kStripHeight / 2);
    bottom = strip_y.back() + kStripHeight / 2;
  }
  height = bottom + 24.0 + (plot.x_label.empty() ? 0.0 : 22.0) + kEdge;
}

void draw_published(std::string& svg, const StripPlot& plot, const Layout& layout) {
  if (!plot.published) return;
  const double value = plot.published->value;
  const double error = records::published_standard_error(*plot.published);
  if (error > 0.0) {
    svg += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill-opacity=\"0.11\"/>\n",
        layout.x(value - error), layout.top, layout.x(value + error) - layout.x(value - error),
        layout.bottom - layout.top);
  }
  const double x = layout.x(value);
  svg += fmt::format("<path d=\"M{:.2f} {:.2f}l-4 -6h8z\"/>\n", x, layout.top);
  for (std::size_t i = 0; i < layout.strip_y.size(); ++i) {  // not through the texts
    svg += fmt::format(
        "<line x1=\"{0:.2f}\" y1=\"{1:.2f}\" x2=\"{0:.2f}\" y2=\"{2:.2f}\" stroke=\"currentColor\" "
        "stroke-width=\"1.5\"/>\n",
        x, layout.strip_y[i] - kStripHeight / 2, layout.strip_y[i] + kStripHeight / 2);
  }
  const double half = widest(layout.published, kSmallSize) / 2;
  const double middle = std::max(std::min(x, kFigureWidth - kEdge - half), kEdge + half);
  const double above = kSmallLine * static_cast<double>(layout.published.size() - 1);
  svg += svg_lines(middle, layout.top - 10.0 - above, layout.published, kSmallLine,
                   std::string(kSmall) + kMiddle);
}

void draw_axis(std::string& svg, const StripPlot& plot, const Layout& layout) {
  svg += "<g" + svg_grid() + " stroke=\"currentColor\">\n";
  for (const double value : layout.ticks.values) {
    for (const double y : layout.strip_y) {
      svg += fmt::format("<line x1=\"{0:.2f}\" y1=\"{1:.2f}\" x2=\"{0:.2f}\" y2=\"{2:.2f}\"/>\n",
                         layout.x(value), y - kStripHeight / 2, y + kStripHeight / 2);
    }
  }
  svg += fmt::format("</g>\n<path stroke=\"currentColor\" fill=\"none\" d=\"M{:.2f} {:.2f}H{:.2f}",
                     layout.left, layout.bottom, layout.right);
  for (const double value : layout.ticks.values)
    svg += fmt::format("M{:.2f} {:.2f}v4", layout.x(value), layout.bottom);
  svg += "\"/>\n";
  const double spacing = (layout.right - layout.left) / static_cast<double>(layout.ticks.values.size() - 1);
  const std::size_t stride = label_stride(layout.ticks.labels, spacing);
  for (std::size_t i = 0; i < layout.ticks.values.size(); i += stride) {
    svg += svg_text(layout.x(layout.ticks.values[i]), layout.bottom + 19.0,
                    tick_markup(layout.ticks.labels[i]), kMiddle);
  }
  if (plot.x_label.empty()) return;
  svg += svg_text(kFigureWidth / 2, layout.bottom + 41.0,
                  fmt::format("{} ({})", figures::markup_escaped(plot.x_label), kOursAre), kMiddle);
}

void draw_mark(std::string& svg, const StripRow& row, double y, const Layout& layout) {
  if (!row.value) return;
  const MarkStyle style = style_of(row);
  svg += fmt::format("<g{} stroke=\"currentColor\"{} stroke-width=\"1.8\">\n", style.colour,
                     row.spread ? "" : " fill=\"none\"");
  if (row.spread) {
    svg += fmt::format(
        "<path fill=\"none\" d=\"M{0:.2f} {2:.2f}v{4:.2f}M{0:.2f} {3:.2f}H{1:.2f}M{1:.2f} "
        "{2:.2f}v{4:.2f}\"/>\n",
        layout.x(*row.value - *row.spread), layout.x(*row.value + *row.spread), y - kCap, y, 2 * kCap);
  }
  svg += svg_mark(style.mark, layout.x(*row.value), y, kStripMark) + "</g>\n";
}

void draw_row(std::string& svg, const StripPlot& plot, std::size_t number, const Layout& layout) {
  const StripRow& row = plot.rows[number];
  const std::vector<std::string>& lines = layout.labels[number];
  const double y = layout.text_y[number] + kFontSize;
  svg += svg_lines(kEdge, y, lines, kLineHeight, "");
  svg += svg_text(kFigureWidth - kEdge, y + kLineHeight * static_cast<double>(lines.size() - 1),
                  figures::markup_escaped(said_of(row)), kEnd);
  draw_mark(svg, row, layout.strip_y[number], layout);
}

}  // namespace

std::string strip_plot_svg(const StripPlot& plot) {
  check(plot);
  const Layout layout(plot);
  std::string svg = svg_opening({plot.id_prefix, plot.title, plot.description, kFigureWidth, layout.height});
  svg += svg_title(layout.title, kEdge);
  draw_axis(svg, plot, layout);
  draw_published(svg, plot, layout);
  for (std::size_t i = 0; i < plot.rows.size(); ++i) draw_row(svg, plot, i, layout);
  return svg + "</svg>\n";
}

}  // namespace preimage::suite::figures
