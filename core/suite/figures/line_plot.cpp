#include "suite/figures/line_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/markup.hpp"
#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

constexpr std::array<const char*, 3> kDashes = {"", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\""};

constexpr double kPlotHeight = 300.0;
constexpr double kMarkRadius = 3.5;
constexpr double kKeyWidth = 38.0;   // of the legend's line and mark, with the gap behind
constexpr double kKeyGap = 18.0;     // between two entries of the legend
constexpr double kValueStrip = 8.0;  // its width

[[noreturn]] void refuse_plot(const std::string& what) {
  throw std::invalid_argument("line plot: " + what);
}

double error_at(const Series& series, std::size_t i) {
  return series.error.empty() ? 0.0 : series.error[i];
}

/// The ends of an error bar or band.
std::pair<double, double> ends_at(const LinePlot& plot, const Series& series, std::size_t i) {
  double lo = series.y[i] - error_at(series, i), hi = series.y[i] + error_at(series, i);
  if (plot.y_bounds) {
    lo = std::min(std::max(lo, plot.y_bounds->first), series.y[i]);
    hi = std::max(std::min(hi, plot.y_bounds->second), series.y[i]);
  }
  return {lo, hi};
}

void check(const LinePlot& plot) {
  std::size_t points = 0;
  for (const Series& series : plot.series) {
    points += series.x.size();
    if (series.y.size() != series.x.size() ||
        (!series.error.empty() && series.error.size() != series.x.size())) {
      refuse_plot(fmt::format("series '{}' has {} x, {} y and {} errors", series.name, series.x.size(),
                              series.y.size(), series.error.size()));
    }
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      const double error = error_at(series, i);
      const bool fits = std::isfinite(series.x[i]) && std::isfinite(series.y[i]) && std::isfinite(error) &&
                        error >= 0.0 && (plot.x_scale == Scale::linear || series.x[i] > 0.0) &&
                        (plot.y_scale == Scale::linear || ends_at(plot, series, i).first > 0.0);
      if (fits) continue;
      throw NumericalError(fmt::format("line plot: series '{}': point {} is x = {}, y = {}, error = {}",
                                       series.name, i, series.x[i], series.y[i], error));
    }
  }
  if (points == 0) refuse_plot("there is no point");
}

/// Of a value on an axis, up to a factor that its ticks share.
double transformed(double value, Scale scale) {
  return scale == Scale::linear ? value : std::log2(value);
}

Ticks ticks_of(const ValueRange& range, Scale scale, int linear_count, int most) {
  return scale == Scale::linear ? linear_ticks(range.lo, range.hi, linear_count)
                                : log_ticks(range.lo, range.hi, scale, most);
}

/// The axes and the mapping from data to the picture.
class Frame {
 public:
  explicit Frame(const LinePlot& plot) : x_scale_(plot.x_scale), y_scale_(plot.y_scale) {
    ValueRange x_range, y_range;
    for (const double x : plot.x_shown) x_range.include(x);
    for (const double y : plot.y_shown) y_range.include(y);
    for (const Series& series : plot.series) {
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        x_range.include(series.x[i]);
        means.include(series.y[i]);
        y_range.include(ends_at(plot, series, i).first);
        y_range.include(ends_at(plot, series, i).second);
      }
    }
    x_ticks = ticks_of(x_range, x_scale_, 7, 12);
    y_ticks = ticks_of(y_range, y_scale_, 6, 9);
    title = wrapped(plot.title, kFigureWidth - 2 * kEdge, kTitleSize);
    top = kEdge + kTitleLine * static_cast<double>(title.size()) + 8.0;
    bottom = top + kPlotHeight;
    has_strip = plot.has_value_strip && means.hi > means.lo;
    left = kEdge + kLineHeight + 12.0 + std::ceil(widest(y_ticks.labels)) + (has_strip ? kValueStrip : 0.0);
    right = kFigureWidth - kEdge - std::ceil(svg_text_width(x_ticks.labels.back()) / 2);
  }
  double x(double value) const {
    const double lo = transformed(x_ticks.values.front(), x_scale_);
    const double hi = transformed(x_ticks.values.back(), x_scale_);
    return left + (right - left) * (transformed(value, x_scale_) - lo) / (hi - lo);
  }
  double y(double value) const {
    const double lo = transformed(y_ticks.values.front(), y_scale_);
    const double hi = transformed(y_ticks.values.back(), y_scale_);
    return top + kPlotHeight * (hi - transformed(value, y_scale_)) / (hi - lo);
  }
  Ticks x_ticks;
  Ticks y_ticks;
  std::vector<std::string> title;
  double left = 0.0, right = 0.0, top = 0.0, bottom = 0.0;
  ValueRange means;        // of the points, without their errors
  bool has_strip = false;  // of the colours of values, left of the plot area

 private:
  Scale x_scale_, y_scale_;
};

void draw_grid(std::string& svg, const Frame& frame) {
  svg += "<g" + svg_grid() + " stroke=\"currentColor\" stroke-width=\"1\">\n";
  for (const double value : frame.x_ticks.values) {
    svg += fmt::format("<line x1=\"{0:.2f}\" y1=\"{1:.2f}\" x2=\"{0:.2f}\" y2=\"{2:.2f}\"/>\n",
                       frame.x(value), frame.top, frame.bottom);
  }
  for (const double value : frame.y_ticks.values) {
    svg += fmt::format("<line x1=\"{1:.2f}\" y1=\"{0:.2f}\" x2=\"{2:.2f}\" y2=\"{0:.2f}\"/>\n",
                       frame.y(value), frame.left, frame.right);
  }
  svg += "</g>\n<rect" + svg_faint() + svg_box(frame.left, frame.top, frame.right - frame.left, kPlotHeight) +
         " fill=\"none\" stroke=\"currentColor\"/>\n";
}

/// The axis of losses in the colours of a heat map, a rectangle per step.
void draw_value_strip(std::string& svg, const Frame& frame) {
  double below = frame.bottom;
  for (int level = 0; level <= kLastLevel; ++level) {
    const double end = frame.means.lo + (frame.means.hi - frame.means.lo) * (level + 0.5) / kLastLevel;
    const double above = level == kLastLevel ? frame.top : frame.y(end);
    svg += "<rect" + level_area(level) +
           svg_box(frame.left - kValueStrip, above, kValueStrip, below - above) +
           " stroke=\"currentColor\" stroke-width=\"0.6\"/>\n";
    below = above;
  }
}

void draw_axes(std::string& svg, const LinePlot& plot, const Frame& frame) {
  draw_grid(svg, frame);
  if (frame.has_strip) draw_value_strip(svg, frame);
  const double spacing = (frame.right - frame.left) / static_cast<double>(frame.x_ticks.values.size() - 1);
  const std::size_t stride = label_stride(frame.x_ticks.labels, spacing);
  for (std::size_t i = 0; i < frame.x_ticks.values.size(); i += stride) {
    svg += svg_text(frame.x(frame.x_ticks.values[i]), frame.bottom + 19.0,
                    tick_markup(frame.x_ticks.labels[i]), kMiddle);
  }
  for (std::size_t i = 0; i < frame.y_ticks.values.size(); ++i) {
    svg += svg_text(frame.left - 6.0 - (frame.has_strip ? kValueStrip : 0.0),
                    frame.y(frame.y_ticks.values[i]) + 5.0, tick_markup(frame.y_ticks.labels[i]), kEnd);
  }
  const double half = svg_text_width(plot.x_label) / 2;
  const double middle =
      std::max(std::min((frame.left + frame.right) / 2, kFigureWidth - kEdge - half), kEdge + half);
  svg += svg_text(middle, frame.bottom + 41.0, figures::markup_escaped(plot.x_label), kMiddle);
  svg += svg_upright_text(kEdge + kFontSize - 2.0, (frame.top + frame.bottom) / 2,
                          figures::markup_escaped(plot.y_label));
}

Mark mark_of(std::size_t number) {
  static constexpr std::array kMarks = {Mark::circle, Mark::square, Mark::triangle, Mark::diamond};
  return kMarks[number % kMarks.size()];
}

/// Opens the group in whose colour a series is drawn.
std::string group_of(std::size_t number) {
  return "<g" + svg_series(number) + " stroke=\"currentColor\" stroke-width=\"1.5\">\n";
}

std::string dash_of(std::size_t number) {
  return kDashes[number / kTheme.series.size() % kDashes.size()];
}

/// From error to error, below the lines.
void draw_band(std::string& svg, const LinePlot& plot, std::size_t number, const Frame& frame) {
  const Series& series = plot.series[number];
  svg += "<polygon" + svg_series(number) + " fill-opacity=\"0.18\" points=\"";
  const std::size_t n = series.x.size();
  for (std::size_t k = 0; k < 2 * n; ++k) {
    const std::size_t i = k < n ? k : 2 * n - 1 - k;
    const auto ends = ends_at(plot, series, i);
    const double y = k < n ? ends.second : ends.first;
    svg += fmt::format("{}{:.2f},{:.2f}", k == 0 ? "" : " ", frame.x(series.x[i]), frame.y(y));
  }
  svg += "\"/>\n";
}

void draw_series(std::string& svg, const LinePlot& plot, std::size_t number, const Frame& frame,
                 bool has_bars) {
  const Series& series = plot.series[number];
  svg += group_of(number);
  svg += fmt::format("<polyline fill=\"none\"{} points=\"", dash_of(number));
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    svg += fmt::format("{}{:.2f},{:.2f}", i == 0 ? "" : " ", frame.x(series.x[i]), frame.y(series.y[i]));
  }
  svg += "\"/>\n";
  const std::size_t marked = series.x.size() > 40 ? series.x.size() / 25 : 1;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const double x = frame.x(series.x[i]);
    if (has_bars && error_at(series, i) > 0.0) {
      const auto ends = ends_at(plot, series, i);
      svg += fmt::format(
          "<path fill=\"none\" d=\"M{1:.2f} {3:.2f}H{2:.2f}M{0:.2f} {3:.2f}V{4:.2f}M{1:.2f} "
          "{4:.2f}H{2:.2f}\"/>\n",
          x, x - 4.0, x + 4.0, frame.y(ends.second), frame.y(ends.first));
    }
    if (i % marked == 0) svg += svg_mark(mark_of(number), x, frame.y(series.y[i]), kMarkRadius);
  }
  svg += "</g>\n";
}

/// Below the axis, in as many columns as the names leave room for.
void draw_legend(std::string& svg, const LinePlot& plot, double& y) {
  const double room = kFigureWidth - 2 * kEdge;
  std::vector<std::vector<std::string>> names;
  double widest_name = 0.0;
  for (const Series& series : plot.series) {
    names.push_back(wrapped(series.name, room - kKeyWidth));
    widest_name = std::max(widest_name, widest(names.back()));
  }
  const auto columns = std::clamp<std::size_t>(
      static_cast<std::size_t>((room + kKeyGap) / (kKeyWidth + widest_name + kKeyGap)), 1, names.size());
  const double step = (room + kKeyGap) / static_cast<double>(columns);
  std::size_t lines = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i % columns == 0 && i > 0) y += kLineHeight * static_cast<double>(std::exchange(lines, 0)) + 3.0;
    const double x = kEdge + step * static_cast<double>(i % columns);
    svg += group_of(i);
    svg += fmt::format("<line x1=\"{0:.2f}\" y1=\"{2:.2f}\" x2=\"{1:.2f}\" y2=\"{2:.2f}\"{3}/>\n", x,
                       x + 28.0, y, dash_of(i));
    svg += svg_mark(mark_of(i), x + 14.0, y, kMarkRadius) + "</g>\n";
    svg += svg_lines(x + kKeyWidth, y + 5.0, names[i], kLineHeight, "");
    lines = std::max(lines, names[i].size());
  }
  y += kLineHeight * static_cast<double>(lines);
}

struct Drawn {
  double height = 0.0;
  std::string elements;
};

Drawn drawn(const LinePlot& plot) {
  check(plot);
  const Frame frame(plot);
  Drawn result;
  std::string& svg = result.elements;
  svg += svg_title(frame.title, kEdge);
  draw_axes(svg, plot, frame);
  const auto has_band = [&](const Series& series) { return plot.has_bands && series.x.size() > 1; };
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (has_band(plot.series[i]) && !plot.series[i].error.empty()) draw_band(svg, plot, i, frame);
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    draw_series(svg, plot, i, frame, !has_band(plot.series[i]));
  result.height = frame.bottom + 66.0;
  draw_legend(svg, plot, result.height);
  if (!plot.caption.empty()) {
    const std::vector<std::string> lines = wrapped(plot.caption, kFigureWidth - 2 * kEdge, kSmallSize);
    result.height += 4.0;
    svg += svg_lines(kEdge, result.height + 6.0, lines, kSmallLine, svg_faint() + kSmall);
    result.height += kSmallLine * static_cast<double>(lines.size());
  }
  return result;
}

}  // namespace

std::string line_plot_svg(const LinePlot& plot) {
  const Drawn plot_drawn = drawn(plot);
  return svg_opening({plot.id_prefix, plot.title, "", kFigureWidth, plot_drawn.height}) +
         plot_drawn.elements + "</svg>\n";
}

std::string line_plots_svg(const std::string& id_prefix, const std::string& title,
                           const std::vector<LinePlot>& plots) {
  if (plots.empty()) throw std::invalid_argument("line plots: there is none");
  SvgHead head{id_prefix, title, "", kFigureWidth, 0.0};
  std::string elements;
  for (const LinePlot& plot : plots) {
    const Drawn below = drawn(plot);
    elements += fmt::format("<g transform=\"translate(0 {:.0f})\">\n{}</g>\n", head.height, below.elements);
    head.height += std::ceil(below.height);
  }
  return svg_opening(head) + elements + "</svg>\n";
}

}  // namespace preimage::suite::figures
