#include "suite/figures/confusion_plot.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "suite/figures/svg.hpp"
#include "suite/figures/testing_svg.hpp"

namespace preimage::suite::figures {

namespace {

ConfusionPlot plot_of(std::size_t classes, const std::string& name = "c") {
  ConfusionPanel panel{"method & co", {}, {}};
  for (std::size_t r = 0; r < classes; ++r) {
    panel.classes.push_back(name + std::to_string(r));
    std::vector<std::size_t> row;
    for (std::size_t c = 0; c < classes; ++c) row.push_back(r == c ? 90 : (r + 2 * c) % 3);
    panel.counts.push_back(row);
  }
  ConfusionPlot plot;
  plot.title = "Which class is taken for which";
  plot.panels = {panel, panel};
  return plot;
}

}  // namespace

TEST_CASE(
    "a confusion plot: true classes down, predicted ones across, each with count and share of its row") {
  ConfusionPlot plot;
  plot.title = "t";
  plot.panels = {{"knn", {"cat", "<dog>", "owl"}, {{3, 1, 0}, {0, 1, 999}, {0, 0, 0}}}};
  const std::string svg = confusion_plot_svg(plot);
  CHECK(testing::is_well_formed(svg));
  CHECK(testing::texts_outside(svg) == "");
  for (const char* tip :
       {"true cat, predicted cat: 3 of 4 (75 %)", "true cat, predicted &lt;dog&gt;: 1 of 4 (25 %)",
        "true &lt;dog&gt;, predicted &lt;dog&gt;: 1 of 1000 (&lt;1 %)",
        "true &lt;dog&gt;, predicted owl: 999 of 1000 (&gt;99 %)", "true owl, predicted cat: 0 of 0 (–)"})
    CHECK(testing::count(svg, tip) == 1);
  const std::string row = testing::text_tag(svg, "999"), column = testing::text_tag(svg, "25 %");
  CHECK(testing::number_attribute(row, "y") > testing::number_attribute(column, "y"));  // below
  CHECK(testing::number_attribute(row, "x") > testing::number_attribute(column, "x"));  // and to the right
  const long full = testing::count(svg, "class=\"pf-v32\"");
  CHECK(full == 1);  // 999 of 1000 is as dark as all
  plot.panels[0].counts[0] = {4, 0, 0};
  CHECK(testing::count(confusion_plot_svg(plot), "class=\"pf-v32\"") == full + 1);
}

TEST_CASE("a confusion plot has text for 20 classes, colours for more, and nothing reaches out of it") {
  for (const std::size_t classes : {std::size_t{1}, std::size_t{20}, std::size_t{21}, kMaxClassesDrawn}) {
    for (const std::string name : {"c", "a class with a name that goes on and on, and then on ö"}) {
      const std::string svg = confusion_plot_svg(plot_of(classes, name));
      CHECK(testing::is_well_formed(svg));
      CHECK(testing::texts_outside(svg) == "");
      CHECK(testing::overlapping_texts(svg) == "");
      const bool has_text = classes <= (name == "c" ? kMaxClassesWithText : 1);
      CHECK(testing::count(svg, ">90</text>") == (has_text ? 2L * static_cast<long>(classes) : 0));
      CHECK(testing::count(svg, "<title>true ") == 2L * static_cast<long>(classes * classes));
    }
  }
}

TEST_CASE("a confusion plot of up to 20 classes is no wider than other figures, however large its counts") {
  for (std::size_t classes = 1; classes <= kMaxClassesWithText; ++classes) {
    for (const std::size_t largest : {std::size_t{90}, std::size_t{6000}, std::size_t{123456789}}) {
      for (const std::string name : {"c", "class number ", "a class with a name that goes on and on"}) {
        ConfusionPlot plot = plot_of(classes, name);
        for (ConfusionPanel& panel : plot.panels) panel.counts[0][0] = largest;
        const std::string svg = confusion_plot_svg(plot);
        INFO(classes, " ", largest, " ", name);
        CHECK(testing::number_attribute(svg, "width") <= kFigureWidth);
        CHECK(testing::texts_outside(svg) == "");
        CHECK(testing::overlapping_texts(svg) == "");
      }
    }
  }
}

TEST_CASE("where counts have no room in a cell there is the share, and where this has none the colour") {
  const auto with_counts = [](std::size_t classes) {
    ConfusionPlot plot = plot_of(classes);
    for (std::size_t c = 0; c < classes; ++c) plot.panels[0].counts[c][c] = 60000;
    plot.panels.pop_back();
    return confusion_plot_svg(plot);
  };
  CHECK(testing::count(with_counts(8), ">60000</text>") == 8);
  CHECK(testing::count(with_counts(8), "Colour and per cent: ") == 1);
  CHECK(testing::count(with_counts(12), ">60000</text>") == 0);
  CHECK(testing::count(with_counts(12), ">&gt;99</text>") == 12);
  CHECK(testing::count(with_counts(12), "Colour and number, in per cent: ") == 1);
  CHECK(testing::count(with_counts(20), "99</text>") == 0);
  CHECK(testing::count(with_counts(20), "true c0, predicted c0: 60000 of ") == 1);  // in its tooltip
}

TEST_CASE("panels stand side by side where the width of a figure has room for them, else below each other") {
  const auto places = [](const ConfusionPlot& plot) {  // of their titles
    std::vector<std::pair<double, double>> found;
    for (const testing::TextBox& box : testing::text_boxes(confusion_plot_svg(plot)))
      if (box.says.starts_with("method")) found.emplace_back(box.left, box.top);
    return found;
  };
  ConfusionPlot plot = plot_of(3);
  plot.panels.push_back(plot.panels[0]);
  const auto small = places(plot);
  REQUIRE(small.size() == 3);
  CHECK(small[1].second == small[0].second);
  CHECK(small[1].first > small[0].first + 150.0);
  CHECK(small[2].first == small[0].first);
  CHECK(small[2].second > small[0].second + 150.0);
  const auto large = places(plot_of(10));
  CHECK(large[1].first == large[0].first);
  CHECK(large[1].second > large[0].second + 300.0);
  CHECK(testing::count(confusion_plot_svg(plot), "Colour and per cent: ") == 1);  // once for all
}

TEST_CASE("for a page each panel is a document of its own, as wide as it needs") {
  ConfusionPlot plot = plot_of(3);
  plot.id_prefix = "a";
  const std::vector<std::string> pieces = confusion_panel_svgs(plot);
  REQUIRE(pieces.size() == 2);
  CHECK(testing::count(pieces[0], "id=\"a-1-") > 0);
  CHECK(testing::count(pieces[1], "id=\"a-1-") == 0);
  for (const std::string& piece : pieces) {
    CHECK(testing::is_well_formed(piece));
    CHECK(testing::texts_outside(piece) == "");
    CHECK(testing::overlapping_texts(piece) == "");
    CHECK(testing::number_attribute(piece, "width") < 0.6 * kFigureWidth);
    CHECK(testing::count(piece, "<title>true ") == 9);
  }
}

TEST_CASE("what is no confusion matrix is refused") {
  ConfusionPlot none = plot_of(2), torn = plot_of(2);
  none.panels.clear();
  torn.panels[1].counts[0].pop_back();
  for (const ConfusionPlot& bad : {none, torn, plot_of(0), plot_of(kMaxClassesDrawn + 1)})
    CHECK_THROWS_AS(confusion_plot_svg(bad), std::invalid_argument);
}

}  // namespace preimage::suite::figures
