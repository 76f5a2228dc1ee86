#include "suite/figures/line_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/markup.hpp"
#include "suite/figures/svg.hpp"

namespace preimage::suite::figures {

namespace {

constexpr std::array<const char*, 3> kDashes = {"", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\""};

// Pixels.
constexpr double kPlotWidth = 480.0;
constexpr double kPlotHeight = 320.0;
constexpr double kTop = 40.0;
constexpr double kBottom = 58.0;
constexpr double kLegendRow = 20.0;
constexpr double kMarkRadius = 3.5;

[[noreturn]] void refuse_plot(const std::string& what) {
  throw std::invalid_argument("line plot: " + what);
}

double error_at(const Series& series, std::size_t i) {
  return series.error.empty() ? 0.0 : series.error[i];
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
                        (plot.y_scale == Scale::linear || series.y[i] - error > 0.0);
      if (fits) continue;
      throw NumericalError(fmt::format("line plot: series '{}': point {} is x = {}, y = {}, error = {}",
                                       series.name, i, series.x[i], series.y[i], error));
    }
  }
  if (points == 0) refuse_plot("there is no point");
}

struct Range {
  double lo = std::numeric_limits<double>::infinity();
  double hi = -std::numeric_limits<double>::infinity();
  void include(double value) {
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
};

/// Of a value on an axis, up to a factor that its ticks share.
double transformed(double value, Scale scale) {
  return scale == Scale::linear ? value : std::log2(value);
}

Ticks ticks_of(const Range& range, Scale scale, int linear_count, int most) {
  return scale == Scale::linear ? linear_ticks(range.lo, range.hi, linear_count)
                                : log_ticks(range.lo, range.hi, scale, most);
}

/// The axes and the mapping from data to pixels.
class Frame {
 public:
  explicit Frame(const LinePlot& plot) : x_scale_(plot.x_scale), y_scale_(plot.y_scale) {
    Range x_range;
    Range y_range;
    for (const double x : plot.x_shown) x_range.include(x);
    for (const double y : plot.y_shown) y_range.include(y);
    for (const Series& series : plot.series) {
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        x_range.include(series.x[i]);
        y_range.include(series.y[i] - error_at(series, i));
        y_range.include(series.y[i] + error_at(series, i));
      }
    }
    x_ticks = ticks_of(x_range, x_scale_, 7, 12);
    y_ticks = ticks_of(y_range, y_scale_, 6, 9);
    left = 34.0 + std::ceil(widest(y_ticks.labels));
  }
  double x(double value) const {
    const double lo = transformed(x_ticks.values.front(), x_scale_);
    const double hi = transformed(x_ticks.values.back(), x_scale_);
    return left + kPlotWidth * (transformed(value, x_scale_) - lo) / (hi - lo);
  }
  double y(double value) const {
    const double lo = transformed(y_ticks.values.front(), y_scale_);
    const double hi = transformed(y_ticks.values.back(), y_scale_);
    return kTop + kPlotHeight * (hi - transformed(value, y_scale_)) / (hi - lo);
  }
  Ticks x_ticks;
  Ticks y_ticks;
  double left = 0.0;

 private:
  Scale x_scale_, y_scale_;
};

void draw_axes(std::string& svg, const LinePlot& plot, const Frame& frame) {
  const double right = frame.left + kPlotWidth;
  const double bottom = kTop + kPlotHeight;
  svg += "<g stroke=\"#dddddd\" stroke-width=\"1\">\n";
  for (const double value : frame.x_ticks.values) {
    const double x = frame.x(value);
    svg +=
        fmt::format("<line x1=\"{0:.2f}\" y1=\"{1:.2f}\" x2=\"{0:.2f}\" y2=\"{2:.2f}\"/>\n", x, kTop, bottom);
  }
  for (const double value : frame.y_ticks.values) {
    const double y = frame.y(value);
    svg += fmt::format("<line x1=\"{1:.2f}\" y1=\"{0:.2f}\" x2=\"{2:.2f}\" y2=\"{0:.2f}\"/>\n", y, frame.left,
                       right);
  }
  svg += fmt::format(
      "</g>\n<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" "
      "stroke=\"#444444\"/>\n",
      frame.left, kTop, kPlotWidth, kPlotHeight);
  for (std::size_t i = 0; i < frame.x_ticks.values.size(); ++i) {
    svg += svg_text(frame.x(frame.x_ticks.values[i]), bottom + 18.0, tick_markup(frame.x_ticks.labels[i]),
                    kMiddle);
  }
  for (std::size_t i = 0; i < frame.y_ticks.values.size(); ++i) {
    svg += svg_text(frame.left - 6.0, frame.y(frame.y_ticks.values[i]) + 4.0,
                    tick_markup(frame.y_ticks.labels[i]), kEnd);
  }
  svg += svg_text(frame.left + kPlotWidth / 2, bottom + 42.0, base::markup_escaped(plot.x_label), kMiddle);
  if (!plot.caption.empty())
    svg += svg_text(frame.left + kPlotWidth / 2, bottom + 62.0, base::markup_escaped(plot.caption), kMiddle);
  svg += svg_upright_text(18.0, kTop + kPlotHeight / 2, base::markup_escaped(plot.y_label));
}

Mark mark_of(std::size_t number) {
  static constexpr std::array kMarks = {Mark::circle, Mark::square, Mark::triangle, Mark::diamond};
  return kMarks[number % kMarks.size()];
}

/// Opens the group in whose colour a series is drawn.
std::string group_of(std::size_t number) {
  return fmt::format("<g stroke=\"{0}\" fill=\"{0}\" stroke-width=\"1.5\">\n",
                     colour_text(kColours[number % kColours.size()]));
}

std::string dash_of(std::size_t number) {
  return kDashes[number / kColours.size() % kDashes.size()];
}

/// From error to error, below the lines.
void draw_band(std::string& svg, const Series& series, std::size_t number, const Frame& frame) {
  svg += fmt::format("<polygon fill=\"{}\" fill-opacity=\"0.18\" stroke=\"none\" points=\"",
                     colour_text(kColours[number % kColours.size()]));
  const std::size_t n = series.x.size();
  for (std::size_t k = 0; k < 2 * n; ++k) {
    const std::size_t i = k < n ? k : 2 * n - 1 - k;
    const double y = series.y[i] + (k < n ? 1.0 : -1.0) * error_at(series, i);
    svg += fmt::format("{}{:.2f},{:.2f}", k == 0 ? "" : " ", frame.x(series.x[i]), frame.y(y));
  }
  svg += "\"/>\n";
}

void draw_series(std::string& svg, const Series& series, std::size_t number, const Frame& frame,
                 bool has_bars) {
  svg += group_of(number);
  svg += fmt::format("<polyline fill=\"none\"{} points=\"", dash_of(number));
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    svg += fmt::format("{}{:.2f},{:.2f}", i == 0 ? "" : " ", frame.x(series.x[i]), frame.y(series.y[i]));
  }
  svg += "\"/>\n";
  const std::size_t marked = series.x.size() > 40 ? series.x.size() / 25 : 1;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const double x = frame.x(series.x[i]);
    if (const double error = error_at(series, i); has_bars && error > 0.0) {
      svg += fmt::format(
          "<path fill=\"none\" d=\"M{1:.2f} {3:.2f}H{2:.2f}M{0:.2f} {3:.2f}V{4:.2f}M{1:.2f} "
          "{4:.2f}H{2:.2f}\"/>\n",
          x, x - 4.0, x + 4.0, frame.y(series.y[i] + error), frame.y(series.y[i] - error));
    }
    if (i % marked == 0) svg += svg_mark(mark_of(number), x, frame.y(series.y[i]), kMarkRadius);
  }
  svg += "</g>\n";
}

void draw_legend(std::string& svg, const LinePlot& plot, double left) {
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const double y = kTop + 10.0 + kLegendRow * static_cast<double>(i);
    svg += group_of(i);
    svg += fmt::format("<line x1=\"{0:.2f}\" y1=\"{2:.2f}\" x2=\"{1:.2f}\" y2=\"{2:.2f}\"{3}/>\n", left,
                       left + 28.0, y, dash_of(i));
    svg += svg_mark(mark_of(i), left + 14.0, y, kMarkRadius) + "</g>\n";
    svg += svg_text(left + 36.0, y + 4.0, base::markup_escaped(plot.series[i].name));
  }
}

struct Drawn {
  double width = 0.0, height = 0.0;
  std::string elements;
};

Drawn drawn(const LinePlot& plot) {
  check(plot);
  const Frame frame(plot);
  const double legend_left = frame.left + kPlotWidth + 18.0;
  double longest = 0.0;
  for (const Series& series : plot.series) longest = std::max(longest, svg_text_width(series.name));
  Drawn result;
  result.width =
      std::max(legend_left + 44.0 + longest, frame.left + svg_text_width(plot.title, kTitleSize) + 10.0);
  result.height = std::max(kTop + kPlotHeight + kBottom + (plot.caption.empty() ? 0.0 : kLegendRow),
                           kTop + 20.0 + kLegendRow * static_cast<double>(plot.series.size()));
  std::string& svg = result.elements;
  svg += svg_title({plot.title}, frame.left);
  draw_axes(svg, plot, frame);
  for (std::size_t i = 0; plot.has_bands && i < plot.series.size(); ++i)
    draw_band(svg, plot.series[i], i, frame);
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    draw_series(svg, plot.series[i], i, frame, !plot.has_bands);
  draw_legend(svg, plot, legend_left);
  return result;
}

/// On a white ground.
std::string document(const SvgHead& head, const std::string& elements) {
  return svg_opening(head) +
         "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<g fill=\"#000000\">\n" + elements +
         "</g>\n</svg>\n";
}

}  // namespace

std::string line_plot_svg(const LinePlot& plot) {
  const Drawn plot_drawn = drawn(plot);
  return document({plot.id_prefix, plot.title, "", plot_drawn.width, plot_drawn.height}, plot_drawn.elements);
}

std::string line_plots_svg(const std::string& id_prefix, const std::string& title,
                           const std::vector<LinePlot>& plots) {
  if (plots.empty()) throw std::invalid_argument("line plots: there is none");
  SvgHead head{id_prefix, title, "", 0.0, 0.0};
  std::string elements;
  for (const LinePlot& plot : plots) {
    const Drawn below = drawn(plot);
    elements += fmt::format("<g transform=\"translate(0 {:.0f})\">\n{}</g>\n", head.height, below.elements);
    head.width = std::max(head.width, below.width);
    head.height += std::ceil(below.height);
  }
  return document(head, elements);
}

}  // namespace preimage::suite::figures
