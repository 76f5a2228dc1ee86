#include "suite/figures/line_plot.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/testing_svg.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using testing::count;
using testing::is_well_formed;
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

}  // namespace

TEST_CASE("the plot is well-formed, its texts are escaped, its bytes are the same every time") {
  const std::string svg = line_plot_svg(example());
  CHECK(is_well_formed(svg));
  CHECK(svg.find("Loss &lt;b&gt; &amp; &quot;size&quot;") != std::string::npos);
  CHECK(svg.find(">KDE &amp; co<") != std::string::npos);
  CHECK(line_plot_svg(example()) == svg);
  CHECK(svg.find(" role=\"img\" aria-labelledby=\"line-plot-title\">\n<title id=\"line-plot-title\">Loss "
                 "&lt;b&gt; ") != std::string::npos);
  LinePlot control = example();
  control.title =
      "a\x01"
      "b'";
  CHECK(line_plot_svg(control).find("a\xEF\xBF\xBD"
                                    "b&#39;") != std::string::npos);
}

TEST_CASE("points, error bars and ticks are where the data is") {
  const std::string svg = line_plot_svg(example());
  // y runs from 0.0 to 0.6 over 320 pixels below 40; x from 2^3 to 2^6 over 480 pixels right of 34 + 20,
  // which "0.0" takes.
  CHECK(svg.find("points=\"54.00,93.33 214.00,146.67 534.00,306.67\"") != std::string::npos);
  CHECK(svg.find("points=\"54.00,40.00 534.00,200.00\"") != std::string::npos);
  CHECK(svg.find("d=\"M50.00 40.00H58.00M54.00 40.00V146.67M50.00 146.67H58.00\"") != std::string::npos);
  CHECK(count(svg, "<path fill=\"none\" d=\"M") == 2);  // an error of 0 has no bar
  for (const char* label : {">8<", ">16<", ">32<", ">64<", ">0.0<", ">0.6<"}) CHECK(count(svg, label) == 1);
}

TEST_CASE("axes hold what they shall show; a long series is marked at some of its points") {
  LinePlot plot;
  plot.title = "A long series";
  plot.series.push_back({"long", {}, {}, {}});
  for (int i = 0; i < 100; ++i) {
    plot.series[0].x.push_back(0.5);
    plot.series[0].y.push_back(0.4 + 0.001 * i);
  }
  plot.x_shown = {0.0, 1.0};
  plot.y_shown = {1.0};
  const std::string svg = line_plot_svg(plot);
  CHECK(svg.find(">0.0</text>") != std::string::npos);
  CHECK(svg.find(">1.0</text>") != std::string::npos);
  CHECK(count(svg, "<circle") == 25 + 1);  // one of them in the legend
}

TEST_CASE("many series with long names widen and heighten the picture, so that the legend has room") {
  LinePlot plot = example();
  for (int i = 0; i < 20; ++i) plot.series.push_back({std::string(50, 'm'), {8.0}, {0.1}, {}});
  const std::string svg = line_plot_svg(plot);
  CHECK(is_well_formed(svg));
  const double legend_left = 54.0 + 480.0 + 18.0;
  const std::string opening = testing::tags_of(svg, "svg").at(0);
  CHECK(testing::number_attribute(opening, "width") == std::ceil(legend_left + 44.0 + 50 * 0.974 * 12.0));
  CHECK(testing::number_attribute(opening, "height") == 500.0);
  CHECK(count(svg, "stroke-dasharray") == 2 * 14);  // line and legend of series 8 to 21; 22 starts again
}

TEST_CASE("on a logarithmic y axis equal ratios are equal lengths, and what has no logarithm is refused") {
  LinePlot plot = example();
  plot.y_scale = Scale::log10;
  plot.series = {{"cost", {8.0, 16.0, 64.0}, {0.01, 0.1, 1.0}, {}}};
  const std::string svg = line_plot_svg(plot);
  // Two decades over 320 pixels below 40; "0.01" is a digit wider than "0.1".
  const double left = testing::number_attribute(testing::tags_of(svg, "rect").at(1), "x");
  CHECK(svg.find(fmt::format("points=\"{:.2f},360.00 {:.2f},200.00 {:.2f},40.00\"", left, left + 160.0,
                             left + 480.0)) != std::string::npos);
  for (const char* label : {">0.01<", ">0.1<", ">1<"}) CHECK(count(svg, label) == 1);
  plot.series[0].y[1] = 0.0;
  CHECK(thrown_message<NumericalError>([&] { line_plot_svg(plot); }) ==
        "line plot: series 'cost': point 1 is x = 16, y = 0, error = 0");
  plot.series[0] = {"cost", {8.0}, {0.5}, {0.5}};
  CHECK_THROWS_AS(line_plot_svg(plot), NumericalError);
}

TEST_CASE("plots one below the other are one document: as wide as the widest, as high as all together") {
  LinePlot wide = example();
  wide.series[0].name = std::string(50, 'm');
  const std::string svg = line_plots_svg("costs", "Costs & sizes", {example(), wide});
  CHECK(is_well_formed(svg));
  CHECK(count(svg, "<svg") == 1);
  CHECK(count(svg, "<title id=\"costs-title\">Costs &amp; sizes</title>") == 1);
  const auto size = [](const std::string& document, const char* name) {
    return testing::number_attribute(testing::tags_of(document, "svg").at(0), name);
  };
  const double height = size(line_plot_svg(example()), "height");
  CHECK(size(svg, "width") == size(line_plot_svg(wide), "width"));
  CHECK(size(svg, "height") == 2 * height);
  CHECK(count(svg, fmt::format("<g transform=\"translate(0 {:.0f})\">", height)) == 1);
  CHECK(count(svg, "<polyline") == 4);
  CHECK_THROWS_AS(line_plots_svg("costs", "Costs", {}), std::invalid_argument);
}

TEST_CASE("negative powers are raised") {
  LinePlot plot = example();
  plot.series[0].x = {0.125, 16.0, 64.0};
  CHECK(line_plot_svg(plot).find(">2<tspan dy=\"-5\" font-size=\"9\">-3</tspan></text>") !=
        std::string::npos);
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
}

TEST_CASE("errors are bars, or a band below the line, and a caption stands below the axis") {
  LinePlot plot = example();
  const std::size_t bars = count(line_plot_svg(plot), "<path fill=\"none\"");
  CHECK(bars == 2);  // of three errors one is 0
  plot.has_bands = true;
  plot.caption = "bands: SD & more";
  const std::string svg = line_plot_svg(plot);
  CHECK(is_well_formed(svg));
  CHECK(count(svg, "<path fill=\"none\"") == 0);
  CHECK(count(svg, "fill-opacity=\"0.18\"") == 2);
  CHECK(svg.find(">bands: SD &amp; more<") != std::string::npos);
  CHECK(svg.find("fill-opacity") < svg.find("<polyline"));
}
