#include "suite/figures/strip_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/svg.hpp"
#include "suite/figures/testing_svg.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using records::Agreement;
using records::SpreadKind;
using records::Verdict;
using testing::count;
using testing::number_attribute;
using testing::tags_of;
using testing::text_tag;
using testing::thrown_message;

namespace {

/// A reading of each kind.
StripPlot example() {
  StripPlot plot;
  plot.id_prefix = "kde-2";
  plot.title = "KDE <2002> & \"Table 2\"";
  plot.description = "Five readings";
  plot.x_label = "classification loss";
  plot.published = records::Published{"0.0798", 0.0798, 0.0067, "0.0067", SpreadKind::standard_error, 5};
  plot.rows = {{"smoothed-0.8", 0.0814, 0.0021, Verdict{0.2, Agreement::reproduced, false}, ""},
               {"raw <pixels>", 0.0979, 0.005, Verdict{2.7, Agreement::marginal, false}, ""},
               {"one split", 0.11, std::nullopt, Verdict{4.5, Agreement::not_reproduced, true}, ""},
               {"few", 0.09, 0.02, Verdict{0.5, Agreement::inconclusive, false}, "3 repetitions"},
               {"drawn", 0.05, 0.001, std::nullopt, "stand-in"},
               {"failed", std::nullopt, std::nullopt, std::nullopt, ""}};
  return plot;
}

/// What the groups of marks are drawn with, in the order of the rows.
std::vector<std::string> groups(const std::string& svg) {
  std::vector<std::string> found = tags_of(svg, "g");
  std::erase_if(found,
                [](const std::string& tag) { return testing::attribute(tag, "stroke-width").empty(); });
  return found;
}

/// x of the vertical line that the text of the published number stands above: the one with this width.
double published_x(const std::string& svg) {
  for (const std::string& tag : tags_of(svg, "line")) {
    if (testing::attribute(tag, "stroke-width") == "1.5") return number_attribute(tag, "x1");
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

TEST_CASE("well-formed, escaped, named, the same bytes every time") {
  const std::string svg = strip_plot_svg(example());
  CHECK(testing::is_well_formed(svg));
  CHECK(strip_plot_svg(example()) == svg);
  CHECK(svg.find("aria-labelledby=\"kde-2-title kde-2-desc\"") != std::string::npos);
  CHECK(count(svg, ">KDE &lt;2002&gt; &amp; &quot;Table 2&quot;<") == 2);  // <title> and text
  CHECK(svg.find(">raw &lt;pixels&gt;</text>") != std::string::npos);
  CHECK(testing::overlapping_texts(svg) == "");
  CHECK(number_attribute(tags_of(svg, "svg").at(0), "width") == kFigureWidth);
}

TEST_CASE(
    "every row has its label, number and verdict; a mark where there is a number, a whisker where a spread") {
  const std::string svg = strip_plot_svg(example());
  for (const char* text :
       {"smoothed-0.8", "0.0814 \u00b1 0.0021, reproduced", "0.0979 \u00b1 0.0050, marginal",
        "0.1100, not reproduced (provisional)", "0.0900 \u00b1 0.0200, inconclusive, 3 repetitions",
        "0.0500 \u00b1 0.0010, stand-in", "failed", "-"}) {
    CAPTURE(text);
    CHECK_FALSE(text_tag(svg, text).empty());
  }
  const std::vector<std::string> marks = groups(svg);
  REQUIRE(marks.size() == 5);
  CHECK(count(svg, "<circle") == 2);  // reproduced, and the one without verdict
  CHECK(count(svg, "<path fill=\"none\" d=\"M") == 4);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    CHECK((testing::attribute(marks[i], "fill") == "none") == (i == 2));  // hollow without spread
  }
  // Form and colour differ between these four verdicts; the two others have forms of their own in the good colour.
  std::vector<std::string> colours;
  for (const std::string& mark : marks) colours.push_back(testing::attribute(mark, "color"));
  CHECK(colours == std::vector<std::string>{colour_text(kTheme.good), colour_text(kTheme.fair),
                                            colour_text(kTheme.bad), "", ""});
}

TEST_CASE(
    "numbers that agree, and are not reproduced, have the good colour and another form than reproduced "
    "ones") {
  StripPlot plot = example();
  plot.rows = {{"a", 0.0814, 0.0021, Verdict{0.2, Agreement::consistent, false}, ""},
               {"b", 0.0814, 0.0021, Verdict{0.2, Agreement::no_difference, false}, ""}};
  const std::string svg = strip_plot_svg(plot);
  const std::vector<std::string> marks = groups(svg);
  REQUIRE(marks.size() == 2);
  for (const std::string& mark : marks) CHECK(testing::attribute(mark, "color") == colour_text(kTheme.good));
  CHECK(count(svg, "<circle") == 0);
  CHECK(svg.find("0.0814 \u00b1 0.0021, no difference found") != std::string::npos);
}

TEST_CASE("marks, whiskers, line, band and ticks stand where their values are") {
  StripPlot plot = example();
  for (StripRow& row : plot.rows) row.verdict.reset();  // circles, whose centres are plain to read
  const std::string svg = strip_plot_svg(plot);
  // The axis runs from 0.04 to 0.12, the ends of the data being 0.049 and 0.11.
  const double x0 = number_attribute(text_tag(svg, "0.04"), "x");
  const double x1 = number_attribute(text_tag(svg, "0.12"), "x");
  const auto x = [&](double value) { return x0 + (x1 - x0) * (value - 0.04) / 0.08; };
  REQUIRE(x1 > x0);
  const std::vector<std::string> circles = tags_of(svg, "circle");
  const std::vector<double> values = {0.0814, 0.0979, 0.11, 0.09, 0.05};
  REQUIRE(circles.size() == values.size());
  double above = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(testing::is_close(number_attribute(circles[i], "cx"), x(values[i]), 0.0, 0.011));
    const double y = number_attribute(circles[i], "cy");
    CHECK(y > above);
    above = y;
    const double text_y = number_attribute(
        text_tag(svg, plot.rows[i].label == "raw <pixels>" ? "raw &lt;pixels&gt;" : plot.rows[i].label), "y");
    CHECK(text_y < y);  // the strip is below its texts
    CHECK(text_y > y - 2 * kLineHeight);
  }
  CHECK(testing::is_close(published_x(svg), x(0.0798), 0.0, 0.011));
  const std::string band = tags_of(svg, "rect").at(1);  // behind the ground
  CHECK(testing::is_close(number_attribute(band, "x"), x(0.0798 - 0.0067), 0.0, 0.011));
  CHECK(testing::is_close(number_attribute(band, "width"), x(2 * 0.0067) - x(0.0), 0.0, 0.011));
  CHECK(svg.find(fmt::format("H{:.2f}", x(0.0814 + 0.0021))) != std::string::npos);
}

TEST_CASE("the published number says its spread, and the band is its standard error") {
  StripPlot plot = example();
  CHECK(strip_plot_svg(plot).find(">published 0.0798 \u00b1 0.0067 (SE over 5 folds)</text>") !=
        std::string::npos);
  const auto band_width = [](const StripPlot& p) {
    return number_attribute(tags_of(strip_plot_svg(p), "rect").at(1), "width");
  };
  const double with_error = band_width(plot);
  plot.published->spread_kind = SpreadKind::standard_deviation;
  CHECK(strip_plot_svg(plot).find("(SD over 5 folds; band: SD/\u221a"
                                  "5)</text>") != std::string::npos);
  CHECK(testing::is_close(band_width(plot), with_error / std::sqrt(5.0), 0.0, 0.02));
  plot.published->spread.reset();
  plot.published->spread_kind = SpreadKind::none;
  const std::string bare = strip_plot_svg(plot);
  CHECK(bare.find(">published 0.0798</text>") != std::string::npos);
  CHECK(tags_of(bare, "rect").size() == 2);  // the ground and the square mark; no band
  plot.published.reset();
  const std::string without = strip_plot_svg(plot);
  CHECK(without.find("published") == std::string::npos);
  CHECK(std::isnan(published_x(without)));
  CHECK(groups(without).size() == 5);
}

TEST_CASE("long texts take several lines and nothing lies outside the picture") {
  StripPlot plot = example();
  plot.title = "Transductions " + std::string(30, 'x') +
               " of a title that goes on and on, as titles do, and on and on "
               "until it is wider than the picture";
  plot.rows[0].label = "the-reading-with-the-long-name-of-support-vector-regression, all folds stratified";
  plot.rows[1].label = std::string(60, 'm');
  const std::string svg = strip_plot_svg(plot);
  CHECK(text_tag(svg, plot.rows[0].label).empty());
  CHECK(testing::texts_outside(svg) == "");
  CHECK(testing::overlapping_texts(svg) == "");
  const double height = number_attribute(tags_of(svg, "svg").at(0), "height");
  CHECK(height > number_attribute(tags_of(strip_plot_svg(example()), "svg").at(0), "height"));
}

TEST_CASE("what cannot be drawn is refused by name") {
  const auto numerical = [](const StripPlot& plot) {
    return thrown_message<NumericalError>([&] { strip_plot_svg(plot); });
  };
  const auto invalid = [](const StripPlot& plot) {
    return thrown_message<std::invalid_argument>([&] { strip_plot_svg(plot); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  StripPlot plot = example();
  plot.rows[1].value = nan;
  CHECK(numerical(plot) == "strip plot: row 'raw <pixels>' is nan with a spread of 0.005");
  plot = example();
  plot.rows[0].spread = -1.0;
  CHECK(numerical(plot) == "strip plot: row 'smoothed-0.8' is 0.0814 with a spread of -1");
  plot = example();
  plot.rows[5].spread = 1.0;
  CHECK(numerical(plot) == "strip plot: row 'failed' is nan with a spread of 1");
  plot = example();
  plot.published->value = nan;
  CHECK(numerical(plot) == "strip plot: the published number is nan with a standard error of 0.0067");
  plot = example();
  plot.published.reset();
  plot.rows.erase(plot.rows.begin(), plot.rows.begin() + 5);
  CHECK(invalid(plot) == "strip plot: there is no number");
  plot.rows.clear();
  CHECK(invalid(plot) == "strip plot: there is no row");
  plot = example();
  plot.title = "";
  CHECK(invalid(plot) == "figure: there is no title");
}
