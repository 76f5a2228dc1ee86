#include "suite/figures/line_plot.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/testing_golden.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using testing::count;
using testing::thrown_message;

namespace {

LinePlot example() {
  LinePlot plot;
  plot.title = "Loss <b> & \"size\"";
  plot.x_label = "training samples";
  plot.y_label = "loss";
  plot.x_scale = Scale::log2;
  plot.series = {{"KDE & co", {8.0, 16.0, 64.0}, {0.5, 0.4, 0.1}, {0.1, 0.0, 0.05}},
                 {"k-NN", {8.0, 64.0}, {0.6, 0.3}, {}}};
  return plot;
}

/// The plot area of a picture.
struct Area {
  double left = 0.0, top = 0.0, width = 0.0, height = 0.0;
  explicit Area(const std::string& svg) {
    for (const std::string& tag : testing::tags_of(svg, "rect")) {
      if (testing::attribute(tag, "fill") != "none") continue;
      left = testing::number_attribute(tag, "x");
      top = testing::number_attribute(tag, "y");
      width = testing::number_attribute(tag, "width");
      height = testing::number_attribute(tag, "height");
    }
  }
  /// A point by its shares of the axes, from the lower left corner.
  std::string at(double x, double y) const {
    return fmt::format("{:.2f},{:.2f}", left + x * width, top + (1.0 - y) * height);
  }
};

testing::Pictures line_plots() {
  const LinePlot plain = example();
  LinePlot bands = plain, strip = plain, cost = plain, series = plain, marks;
  bands.has_bands = true;
  bands.y_bounds = {0.0, 0.55};  // of .5 +- .1
  bands.caption = "bands: SD & more";
  bands.series.push_back({"a point", {16.0}, {0.4}, {0.1}});  // too short for a band
  strip.has_value_strip = true;
  cost.y_scale = Scale::log10;
  cost.title = "A control character \x01 and an apostrophe '";
  cost.series = {{"cost", {0.125, 16.0, 64.0}, {0.01, 0.1, 1.0}, {}}};
  series.series[1].name =
      "a technique with a name that is far too long for one line of a legend, and so takes two";
  for (int i = 0; i < 20; ++i) series.series.push_back({"series " + std::to_string(i), {8.0}, {0.1}, {}});
  marks.title = "A series of more points than are marked, on axes that hold more than its points";
  marks.series.push_back({"long", {}, {}, {}});
  for (int i = 0; i < 100; ++i) {
    marks.series[0].x.push_back(0.5 + 0.002 * i);
    marks.series[0].y.push_back(0.4 + 0.001 * i);
  }
  marks.x_shown = {0.0, 1.0};
  marks.y_shown = {1.0};
  return {{"line_plot", line_plot_svg(plain)},
          {"line_plot_bands", line_plot_svg(bands)},
          {"line_plot_value_strip", line_plot_svg(strip)},
          {"line_plot_many_series", line_plot_svg(series)},
          {"line_plot_marks", line_plot_svg(marks)},
          {"line_plot_logarithms", line_plot_svg(cost)}};
}

}  // namespace

TEST_CASE("line plots are as they were looked at, and no text lies on another or outside") {
  testing::check_golden(line_plots());
}

TEST_CASE("points, error bars and ticks are where the data is") {
  const std::string svg = line_plot_svg(example());
  const Area area(svg);
  // y runs from 0.0 to 0.6, x from 2^3 to 2^6.
  CHECK(svg.find(fmt::format("points=\"{} {} {}\"", area.at(0.0, 5.0 / 6), area.at(1.0 / 3, 4.0 / 6),
                             area.at(1.0, 1.0 / 6))) != std::string::npos);
  CHECK(svg.find(fmt::format("points=\"{} {}\"", area.at(0.0, 1.0), area.at(1.0, 0.5))) != std::string::npos);
  CHECK(svg.find(fmt::format("d=\"M{0:.2f} {2:.2f}H{1:.2f}", area.left - 4.0, area.left + 4.0, area.top)) !=
        std::string::npos);
  CHECK(count(svg, "<path fill=\"none\" d=\"M") == 2);  // an error of 0 has no bar
  for (const char* label : {">8<", ">16<", ">32<", ">64<", ">0.0<", ">0.6<"}) CHECK(count(svg, label) == 1);
}

TEST_CASE("on a logarithmic y axis equal ratios are equal lengths, and what has no logarithm is refused") {
  LinePlot plot = example();
  plot.y_scale = Scale::log10;
  plot.series = {{"cost", {8.0, 16.0, 64.0}, {0.01, 0.1, 1.0}, {}}};
  const std::string svg = line_plot_svg(plot);
  const Area area(svg);
  CHECK(svg.find(fmt::format("points=\"{} {} {}\"", area.at(0.0, 0.0), area.at(1.0 / 3, 0.5),
                             area.at(1.0, 1.0))) != std::string::npos);
  for (const char* label : {">0.01<", ">0.1<", ">1<"}) CHECK(count(svg, label) == 1);
  plot.series[0].y[1] = 0.0;
  CHECK(thrown_message<NumericalError>([&] { line_plot_svg(plot); }) ==
        "line plot: series 'cost': point 1 is x = 16, y = 0, error = 0");
  plot.series[0] = {"cost", {8.0}, {0.5}, {0.5}};
  CHECK_THROWS_AS(line_plot_svg(plot), NumericalError);
}

TEST_CASE("plots one below the other are one document, as high as all together") {
  const std::string svg = line_plots_svg("costs", "Costs & sizes", {example(), example()});
  CHECK(testing::is_well_formed(svg));
  CHECK(count(svg, "<title id=\"costs-title\">Costs &amp; sizes</title>") == 1);
  const auto height = [](const std::string& document) {
    return testing::number_attribute(testing::tags_of(document, "svg").at(0), "height");
  };
  const double of_one = height(line_plot_svg(example()));
  CHECK(height(svg) == 2 * of_one);
  CHECK(count(svg, fmt::format("<g transform=\"translate(0 {:.0f})\">", of_one)) == 1);
}

TEST_CASE("what cannot be drawn is refused by name") {
  const auto numerical = [](const LinePlot& plot) {
    return thrown_message<NumericalError>([&] { line_plot_svg(plot); });
  };
  const auto invalid = [](const LinePlot& plot) {
    return thrown_message<std::invalid_argument>([&] { line_plot_svg(plot); });
  };
  LinePlot plot = example();
  plot.series[1].y[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(numerical(plot) == "line plot: series 'k-NN': point 1 is x = 64, y = nan, error = 0");
  plot = example();
  plot.series[0].x[0] = 0.0;
  CHECK(numerical(plot) == "line plot: series 'KDE & co': point 0 is x = 0, y = 0.5, error = 0.1");
  plot.x_scale = Scale::linear;
  CHECK(numerical(plot) == "(nothing was thrown)");
  plot.series[0].error[1] = -0.1;
  CHECK(numerical(plot) == "line plot: series 'KDE & co': point 1 is x = 16, y = 0.4, error = -0.1");
  plot = example();
  plot.series[0].y.pop_back();
  CHECK(invalid(plot) == "line plot: series 'KDE & co' has 3 x, 2 y and 3 errors");
  plot.series = {{"empty", {}, {}, {}}};
  CHECK(invalid(plot) == "line plot: there is no point");
  CHECK_THROWS_AS(line_plots_svg("costs", "Costs", {}), std::invalid_argument);
}

TEST_CASE("the strip of values beside the axis has a heat map's colour at the height of each loss") {
  LinePlot plot = example();
  plot.has_value_strip = true;
  const std::string svg = line_plot_svg(plot);
  std::vector<std::string> strip;
  for (const std::string& tag : testing::tags_of(svg, "rect"))
    if (testing::attribute(tag, "class").starts_with("pf-v")) strip.push_back(tag);
  REQUIRE(strip.size() == 33);
  const Area area(svg);
  const auto colour_at = [&](double y) {                         // of a point that lies there
    const double at = area.top + area.height * (1.0 - y / 0.6);  // the axis is from 0 to 0.6
    for (const std::string& tag : strip) {
      const double top = testing::number_attribute(tag, "y");
      if (at >= top && at < top + testing::number_attribute(tag, "height"))
        return testing::attribute(tag, "color");
    }
    return std::string();
  };
  CHECK(colour_at(0.1) == colour_text(kTheme.best));
  CHECK(colour_at(0.02) == colour_text(kTheme.best));
  CHECK(colour_at(0.35) == colour_text(kTheme.middle));
  CHECK(colour_at(0.598) == colour_text(kTheme.worst));
  for (const std::string& tag : strip)
    CHECK(testing::number_attribute(tag, "x") + testing::number_attribute(tag, "width") <= area.left + 0.01);
  plot.series = {{"flat", {8.0, 16.0}, {0.5, 0.5}, {}}};
  CHECK(count(line_plot_svg(plot), "class=\"pf-v") == 0);
}
