#include "suite/render/curve.hpp"

#include <doctest/doctest.h>

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::render;

namespace {

Curve curve_over(const std::vector<double>& values) {
  Curve curve{"learners.kde.ridge", "inner_loss", "SD over 2 repetitions", 1, {}};
  for (const double value : values) curve.points.push_back({"kde", value, 0.5 / (1.0 + value), 0.25});
  for (const double value : values) curve.points.push_back({"other, too", value, 0.125, 0.0});
  return curve;
}

/// Its learners are called by their keys, with a word in front.
figures::LinePlot plot_over(const std::vector<double>& values) {
  return curve_plot(curve_over(values), [](const std::string& learner) { return "the " + learner; });
}

}  // namespace

TEST_CASE("curve.csv has a row per point, all its digits and how many points lack a result") {
  CHECK(curve_csv(curve_over({0.1, 1.0}))
            .starts_with(
                "axis,learner,value,loss,mean,spread,spread_of,left_out\n"
                "learners.kde.ridge,kde,0.1,inner_loss,0.45454545454545453,0.25,SD over 2 repetitions,1\n"));
}

TEST_CASE("a curve has a line per learner, on a logarithmic axis where the values ask for one") {
  const figures::LinePlot plot = plot_over({0.1, 1.0, 10.0});
  REQUIRE(plot.series.size() == 2);
  CHECK(plot.series[1].name == "the other, too");
  CHECK(plot.has_value_strip);
  CHECK(plot.series[0].x == std::vector<double>{0.1, 1.0, 10.0});
  CHECK(plot.series[0].error == std::vector<double>{0.25, 0.25, 0.25});
  CHECK(plot.x_scale == figures::Scale::log10);
  CHECK(plot.caption.starts_with("bars: SD over 2 repetitions; "));
  CHECK(plot_over({0.25, 0.5, 1.0, 2.0}).x_scale == figures::Scale::log2);
  CHECK(plot_over({1.0, 2.0, 3.0}).x_scale == figures::Scale::linear);
  CHECK(plot_over({0.0, 1.0, 1000.0}).x_scale == figures::Scale::linear);
  CHECK(plot_over({0.01, 0.02, 5.0}).x_scale == figures::Scale::log10);
  std::vector<double> many;
  for (int i = 1; i < 15; ++i) many.push_back(i);
  CHECK(plot_over(many).has_bands);
  CHECK(plot_over(many).caption.starts_with("bands: SD over 2 repetitions; "));
}
