#include "suite/figures/heat_map.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/colour_levels.hpp"
#include "suite/figures/heat_map_layout.hpp"
#include "suite/figures/svg.hpp"
#include "suite/figures/testing_svg.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using testing::attribute;
using testing::count;
using testing::number_attribute;
using testing::tags_of;
using testing::text_tag;
using testing::thrown_message;

namespace {

/// Two rows, three columns, a cell without value.
HeatMap example() {
  HeatMap map;
  map.id_prefix = "hm-1";
  map.title = "Inner loss <of> KDE";
  map.description = "Smallest at bandwidth 1";
  map.x_label = "bandwidth & co";
  map.y_label = "ridge";
  map.value_label = "inner loss";
  map.columns = {"0.1", "1", "10"};
  map.rows = {"0.001", "0.01"};
  map.values = {{0.5, 0.1, 0.9}, {0.4, 0.2, std::nullopt}};
  map.chosen = {{0, 1, 4}, {1, 1, 12}};
  return map;
}

/// The cells, row by row from the bottom: rectangles with a tooltip.
std::vector<std::string> cells(const std::string& svg) {
  std::vector<std::string> found;
  for (std::size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1)) {
    const std::size_t end = svg.find('>', at) + 1;
    if (svg.compare(end, 7, "<title>") == 0) found.push_back(svg.substr(at, end - at));
  }
  return found;
}

std::vector<std::string> rings(const std::string& svg) {
  std::vector<std::string> found = tags_of(svg, "rect");
  std::erase_if(found, [](const std::string& tag) { return attribute(tag, "rx").empty(); });
  return found;
}

}  // namespace

TEST_CASE("well-formed, escaped, named, the same bytes every time") {
  const std::string svg = heat_map_svg(example());
  CHECK(testing::is_well_formed(svg));
  CHECK(heat_map_svg(example()) == svg);
  CHECK(svg.find("aria-labelledby=\"hm-1-title hm-1-desc\"") != std::string::npos);
  CHECK(count(svg, ">Inner loss &lt;of&gt; KDE<") == 2);
  CHECK(svg.find(">bandwidth &amp; co</text>") != std::string::npos);
  CHECK(svg.find("<title>ridge: 0.001; bandwidth &amp; co: 10; 0.9</title>") != std::string::npos);
  CHECK(testing::texts_outside(svg) == "");
  CHECK(testing::overlapping_texts(svg) == "");
}

TEST_CASE("every id has the prefix, is there once, and is what the references mean") {
  const std::string svg = heat_map_svg(example());
  for (const char* id : {"hm-1-figure", "hm-1-title", "hm-1-desc", "hm-1-scale", "hm-1-hatch"}) {
    CHECK(count(svg, std::string("id=\"") + id + "\"") == 1);
  }
  CHECK(count(svg, " id=\"") == 5);
  CHECK(count(svg, "url(#hm-1-scale)") == 1);
  CHECK(count(svg, "url(#hm-1-hatch)") == 2);  // cell and legend
  CHECK(count(svg, "url(#") == 3);
}

TEST_CASE(
    "a cell per setting, in a grid that begins at the bottom left; the smallest value has the best colour") {
  const HeatMap map = example();
  const std::vector<std::string> found = cells(heat_map_svg(map));
  REQUIRE(found.size() == 6);
  const double width = number_attribute(found[0], "width");
  const double height = number_attribute(found[0], "height");
  for (std::size_t r = 0; r < 2; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string& cell = found[3 * r + c];
      CHECK(number_attribute(cell, "x") == number_attribute(found[0], "x") + width * static_cast<double>(c));
      CHECK(number_attribute(cell, "y") == number_attribute(found[0], "y") - height * static_cast<double>(r));
      const std::optional<double>& value = map.values[r][c];
      if (!value) {
        CHECK(attribute(cell, "fill") == "url(#hm-1-hatch)");
        continue;
      }
      const double level = std::round(32.0 * (*value - 0.1) / 0.8);
      CHECK(attribute(cell, "color") == colour_text(value_colour(level / 32.0)));
      CHECK(attribute(cell, "class") == fmt::format("pf-v{:.0f}", level));
    }
  }
  CHECK(attribute(found[1], "color") == colour_text(kTheme.best));
  CHECK(attribute(found[2], "color") == colour_text(kTheme.worst));
}

TEST_CASE("values, rings with counts and the words of the legend are shown") {
  const std::string svg = heat_map_svg(example());
  for (const char* text : {"0.500", "0.100", "0.900", "0.400", "0.200", "4", "12", "inner loss", "no value",
                           "chosen by n outer folds", "n", "0.2", "0.8", "ridge"}) {
    CAPTURE(text);
    CHECK(svg.find(std::string(">") + text + "</text>") != std::string::npos);
  }
  CHECK(rings(svg).size() == 3);  // one in the legend
  const std::string ring = rings(svg).at(0);
  const std::string cell = cells(svg).at(1);
  CHECK(number_attribute(ring, "x") > number_attribute(cell, "x"));
  CHECK(number_attribute(ring, "y") > number_attribute(cell, "y"));
  CHECK(number_attribute(ring, "x") + number_attribute(ring, "width") <
        number_attribute(cell, "x") + number_attribute(cell, "width"));
  HeatMap plain = example();
  plain.chosen.clear();
  plain.values[1][2] = 0.3;
  const std::string without = heat_map_svg(plain);
  CHECK(rings(without).empty());
  CHECK(without.find("no value") == std::string::npos);
  CHECK(without.find("hatch") == std::string::npos);
}

TEST_CASE("the legend's ticks stand where its colours have their values") {
  const std::string svg = heat_map_svg(example());
  std::string bar;
  for (const std::string& tag : tags_of(svg, "rect")) {
    if (attribute(tag, "fill") == "url(#hm-1-scale)") bar = tag;
  }
  const double left = number_attribute(bar, "x");
  const double width = number_attribute(bar, "width");
  for (const double value : {0.2, 0.4, 0.6, 0.8}) {
    const double x = number_attribute(text_tag(svg, fmt::format("{:.1f}", value)), "x");
    CHECK(testing::is_close(x, left + width * (value - 0.1) / 0.8, 0.0, 0.011));
  }
  const std::vector<std::string> stops = tags_of(svg, "stop");
  REQUIRE(stops.size() == 9);
  CHECK(attribute(stops.front(), "color") == colour_text(kTheme.best));
  CHECK(attribute(stops.back(), "color") == colour_text(kTheme.worst));
}

TEST_CASE("long numbers on the axes are rounded as far as they stay different, and only these") {
  using Labels = std::vector<std::string>;
  CHECK(axis_labels({"3.17480210394", "5.03968419957"}) == Labels{"3.17", "5.04"});
  CHECK(axis_labels({"0.123456", "0.123467", "8"}) == Labels{"0.12346", "0.12347", "8"});
  CHECK(axis_labels({"100000", "0.0001", "kernel 3.17480210394"}) ==
        Labels{"100000", "0.0001", "kernel 3.17480210394"});
  HeatMap map = example();
  map.columns = {"2", "3.17480210394", "5.03968419957"};
  const std::string svg = heat_map_svg(map);
  CHECK(svg.find(">3.17</text>") != std::string::npos);
  CHECK(svg.find("bandwidth &amp; co: 3.17480210394; 0.1</title>") !=
        std::string::npos);  // the tooltip has all digits
}

TEST_CASE("digits tell values apart; equal values and one cell are drawn, too") {
  HeatMap map = example();
  map.values = {{0.08141, 0.08145, 0.0815}, {0.0814, 0.0814, 0.0814}};
  CHECK(heat_map_svg(map).find(">0.081410</text>") != std::string::npos);
  map.values = {{1000.0, 3000.0, 2000.0}, {1.0, 1.0, 1.0}};
  CHECK(heat_map_svg(map).find(">3000</text>") != std::string::npos);
  map.values = {{1e7, 3e9, 2000.0}, {1.0, 1.0, 1.0}};
  CHECK(heat_map_svg(map).find(">3e+09</text>") != std::string::npos);
  map.values = {{1.23e-7, 1.24e-7, 1.25e-7}, {1.3e-7, 1.3e-7, 1.3e-7}};
  CHECK(heat_map_svg(map).find(">1.24e-07</text>") != std::string::npos);
  map.columns = {"1"};
  map.rows = {"2"};
  map.values = {{0.25}};
  map.chosen.clear();
  const std::string one = heat_map_svg(map);
  CHECK(testing::is_well_formed(one));
  CHECK(count(one, ">0.250</text>") == 2);  // cell and legend
  CHECK(tags_of(one, "stop").size() == 1);
  map.columns = {"1", "2"};
  map.values = {{0.25, 0.25 + 1e-12}};  // no room for ticks between them
  CHECK(count(heat_map_svg(map), ">0.25</text>") == 2);
}

TEST_CASE(
    "where cells are small, rings stay and values go; labels that do not fit are slanted, or left out") {
  HeatMap map = example();
  map.columns.assign(40, "0.0001");
  map.rows.assign(40, "1");
  map.values.assign(40, std::vector<std::optional<double>>(40, 0.5));
  map.values[0][0] = 0.123;
  const std::string svg = heat_map_svg(map);
  CHECK(svg.find(">0.500</text>") == std::string::npos);
  CHECK(rings(svg).size() == 3);
  const long slanted = count(svg, "rotate(-45)");
  CHECK(slanted >= 10);
  CHECK(slanted < 40);
  CHECK(testing::texts_outside(svg) == "");
  CHECK(testing::overlapping_texts(svg.substr(0, svg.find("rx="))) ==
        "");  // rings reach over their neighbours
  CHECK(number_attribute(tags_of(svg, "svg").at(0), "width") == kFigureWidth);
  CHECK(count(heat_map_svg(example()), "rotate(-45)") == 0);
}

TEST_CASE("long texts around few cells stay in the picture") {
  HeatMap map = example();
  map.columns = {"a value with a long name"};
  map.rows = {"another such value"};
  map.values = {{0.25}};
  map.chosen = {{0, 0, 100000}};
  for (std::string* label : {&map.title, &map.x_label, &map.y_label, &map.value_label, &map.chosen_label})
    *label = "a text that is much longer than it ever ought to be";
  const std::string svg = heat_map_svg(map);
  CHECK(testing::texts_outside(svg) == "");
  const std::size_t upright = svg.find("rotate(-90)");
  const std::string place = svg.substr(svg.rfind("translate(", upright), 30);
  const double y = std::stod(place.substr(place.find(' ')));
  const double half = svg_text_width(map.y_label) / 2;
  CHECK(y - half >= 0.0);
  CHECK(y + half <= number_attribute(tags_of(svg, "svg").at(0), "height"));
}

TEST_CASE("what cannot be drawn is refused by name") {
  const auto invalid = [](const HeatMap& map) {
    return thrown_message<std::invalid_argument>([&] { heat_map_svg(map); });
  };
  HeatMap map = example();
  map.values[1][0] = std::numeric_limits<double>::infinity();
  CHECK(thrown_message<NumericalError>([&] { heat_map_svg(map); }) ==
        "heat map: row '0.01', column '0.1' is inf");
  map = example();
  map.values[1].pop_back();
  CHECK(invalid(map) == "heat map: values are not 2 rows x 3 columns");
  map.values = {};
  CHECK(invalid(map) == "heat map: values are not 2 rows x 3 columns");
  map.rows = {};
  CHECK(invalid(map) == "heat map: there is no value");
  map = example();
  map.values.assign(2, std::vector<std::optional<double>>(3));
  CHECK(invalid(map) == "heat map: there is no value");
  const std::string expected = " times, expected each cell once, 1 time or more";
  map = example();
  map.chosen[1] = {2, 0, 1};
  CHECK(invalid(map) == "heat map: row 2, column 0 of 2 x 3 chosen 1" + expected);
  map.chosen[1] = {0, 1, 2};
  CHECK(invalid(map) == "heat map: row 0, column 1 of 2 x 3 chosen 2" + expected);
  map.chosen[1] = {1, 0, 0};
  CHECK(invalid(map) == "heat map: row 1, column 0 of 2 x 3 chosen 0" + expected);
  map = example();
  map.title = "";
  CHECK(invalid(map) == "figure: there is no title");
}
