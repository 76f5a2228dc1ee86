#include "suite/figures/heat_map.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/heat_map_layout.hpp"
#include "suite/figures/svg.hpp"
#include "suite/figures/testing_golden.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using testing::attribute;
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

testing::Pictures heat_maps() {
  const HeatMap plain = example();
  HeatMap small = plain, words = plain, close = plain, tiny = plain, one = plain;
  small.columns.assign(40, "0.0001");
  small.rows.assign(6, "1");
  small.values.assign(6, std::vector<std::optional<double>>(40, 0.5));
  small.values[0][0] = 0.123;
  words.columns = {"a value with a long name", "another"};
  words.rows = {"another such value"};
  words.values = {{0.25, 0.25 + 1e-12}};  // no room for ticks between them
  words.chosen = {{0, 0, 100000}};
  for (std::string* label : {&words.title, &words.x_label, &words.value_label, &words.chosen_label})
    *label = "a text that is much longer than it ever ought to be";
  close.columns = {"2", "3.17480210394", "5.03968419957"};
  close.values = {{0.08141, 0.08145, 0.0815}, {0.0814, 0.0814, 0.0814}};
  close.chosen.clear();
  tiny.values = {{1.23e-7, 1.24e-7, 1.25e-7}, {1e7, 3e9, 1.3e-7}};
  one.columns = {"1"};
  one.rows = {"2"};
  one.values = {{0.25}};
  one.chosen.clear();
  return {{"heat_map", heat_map_svg(plain)},
          {"heat_map_small_cells", heat_map_svg(small)},
          {"heat_map_long_words", heat_map_svg(words)},
          {"heat_map_close_values", heat_map_svg(close)},
          {"heat_map_tiny_values", heat_map_svg(tiny)},
          {"heat_map_one_cell", heat_map_svg(one)}};
}

}  // namespace

TEST_CASE("heat maps are as they were looked at, and no text lies on another or outside") {
  testing::check_golden(heat_maps());
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

TEST_CASE("the legend's ticks are where its colours have their values") {
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
