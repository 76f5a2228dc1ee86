#include "suite/study/axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/config/value.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
using Texts = std::vector<std::string>;

namespace {

Texts values(const std::string& text) {
  return axis_values(parse_axis(text));
}

std::string refusal(const std::string& text) {
  return thrown_message<ConfigError>([&] { values(text); });
}

std::vector<Axis> axes_of(const Texts& texts) {
  std::vector<Axis> axes;
  for (const std::string& text : texts) axes.push_back(parse_axis(text));
  return axes;
}

double number(const std::string& text) {
  return config::parse_decimal(text).value();
}

constexpr const char* kForms =
    "expected path=a,b,c or path=low:high:log10[:count] or path=low:high:linear:count";

}  // namespace

TEST_CASE("a list holds any YAML values, letter by letter as typed") {
  CHECK(parse_axis("learners.kde.ridge=1").path == "learners.kde.ridge");
  const std::pair<const char*, Texts> cases[] = {
      {"1e-1,1,+2.50,1e5", {"1e-1", "1", "+2.50", "1e5"}},
      {"680841e1,1.10,1.1,00017", {"680841e1", "1.10", "1.1", "00017"}},
      {"12345678901234567890,0.1000000000000000055511151231257827",
       {"12345678901234567890", "0.1000000000000000055511151231257827"}},
      {".5,5.,-.5,1_000,0x1F,-0", {".5", "5.", "-.5", "1_000", "0x1F", "-0"}},
      {"1e400,1e-400,nan,.inf", {"1e400", "1e-400", "nan", ".inf"}},
      {"true,no,2020-01-01,7:3", {"true", "no", "2020-01-01", "\"7:3\""}},
      {" x , \"y, z\",'5'", {"x", "\"y, z\"", "\"5\""}},
      {"{name: gaussian, sigma: 2.50},[1e0, 2],true", {"{name: gaussian, sigma: 2.50}", "[1e0, 2]", "true"}},
      {"-,---,.x,...,-x", {"\"-\"", "\"---\"", ".x", "\"...\"", "-x"}},
      {"x=y,C:/z", {"x=y", "\"C:/z\""}}};
  for (const auto& [list, expected] : cases) {
    const Texts found = values(std::string("a=") + list);
    CHECK(found == expected);
    // What --set makes of the same text.
    for (const std::string& text : found) CHECK(config::to_text(config::parse_value(text, "value")) == text);
  }
  for (const std::string& value : values("a=\"1, 2\",'it''s',{b: \"x: y\"},\"\\u00e9\",-3"))
    CHECK(config::to_text(config::parse_value(value, "value")) == value);
}

TEST_CASE("a list that is none is refused") {
  CHECK(refusal("a=") == "--grid a=: an empty list; " + std::string(kForms));
  CHECK(refusal("a=1,2,1") == "--grid a=1,2,1: '1' is there twice");
  CHECK(refusal("a=1,,2") != "(nothing was thrown)");
  CHECK(refusal("a=1,~") == "--grid a=1,~: expected a value between two commas");
  CHECK(refusal("a=1],[2").starts_with("--grid a=1],[2: "));
  CHECK(refusal("a={b: 1").starts_with("--grid a={b: 1: "));
  CHECK(refusal("a=1,2] #") == "--grid a=1,2] #: expected values without '#'");
}

TEST_CASE("what is no axis is refused") {
  for (const char* text : {"", "a", "=1", "a\nb=1"}) CHECK(refusal(text).ends_with(kForms));
  for (const char* text : {"a=1:10", "a=1:10:log2", "a=1:10:5", "a=1:10:log10:5:6"})
    CHECK(refusal(text) == "--grid " + std::string(text) + ": " + kForms);
}

TEST_CASE("log10 without a count takes every decade, each the double of its text") {
  CHECK(values("a=1e-4:10:log10") == Texts{"0.0001", "0.001", "0.01", "0.1", "1", "10"});
  CHECK(values("a=3e-2:30:log10") == Texts{"0.03", "0.3", "3", "30"});
  const Texts wide = values("a=1e-300:1e300:log10");
  REQUIRE(wide.size() == 601);
  for (std::size_t i = 0; i < wide.size(); ++i)
    CHECK(number(wide[i]) == number("1e" + std::to_string(static_cast<int>(i) - 300)));
  const std::string no_power = "high / low is no power of ten: give a count, as in low:high:log10:5";
  CHECK(refusal("a=1:50:log10") == "--grid a=1:50:log10: " + no_power);
  CHECK(refusal("a=1e308:1.7e308:log10").ends_with(no_power));
}

TEST_CASE("a counted range is evenly spaced, in twelve digits, with the ends as typed") {
  CHECK(values("a=1:100:log10:5") == Texts{"1", "3.16227766017", "10", "31.6227766017", "100"});
  CHECK(values("a=0:1:linear:11") ==
        Texts{"0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"});
  CHECK(values("a=1:9:linear:9").back() == "9");
  CHECK(values("a=-1.23456789012345:1:linear:2").front() == "-1.23456789012345");
  const Texts log = values("a=2e-3:7:log10:50");
  REQUIRE(log.size() == 50);
  for (std::size_t i = 0; i < log.size(); ++i)
    CHECK(is_close(number(log[i]), 2e-3 * std::pow(3500.0, static_cast<double>(i) / 49.0), 1e-11));
}

TEST_CASE("a range that is none is refused") {
  CHECK(refusal("a=2:1:log10") == "--grid a=2:1:log10: expected low < high");
  CHECK(refusal("a=1:1:linear:3") == "--grid a=1:1:linear:3: expected low < high");
  CHECK(refusal("a=0:1:log10:3") == "--grid a=0:1:log10:3: expected 0 < low for log10");
  CHECK(refusal("a=nan:1:log10") == "--grid a=nan:1:log10: expected a number, found 'nan'");
  CHECK(refusal("a=1:x:linear:3") == "--grid a=1:x:linear:3: expected a number, found 'x'");
  CHECK(refusal("a=1:2:linear:1") == "--grid a=1:2:linear:1: expected a count from 2 to 10000, found '1'");
  CHECK(refusal("a=1:2:linear:1e3").ends_with("found '1e3'"));
  CHECK(refusal("a=1:2:linear") ==
        "--grid a=1:2:linear: expected a count, as in low:high:linear:5, or --random N");
  CHECK(refusal("a=-1e308:1e308:linear:3").ends_with("low and high are too far apart"));
  CHECK(refusal("a=1:1.0000000000001:linear:5")
            .ends_with("low and high are too near for 5 values of 12 digits"));
}

TEST_CASE("the full grid is the product, the last axis fastest") {
  CHECK(full_grid(axes_of({"a=1,2", "b=x,y,z"})) ==
        std::vector<Point>{{"1", "x"}, {"1", "y"}, {"1", "z"}, {"2", "x"}, {"2", "y"}, {"2", "z"}});
}

TEST_CASE("axes that overlap and grids without end are refused") {
  const auto refused = [](const Texts& texts) {
    return thrown_message<ConfigError>([&] { full_grid(axes_of(texts)); });
  };
  CHECK(refused({"a=1", "a=2"}) == "--grid a=2: its path is swept twice");
  CHECK(refused({"a.b=1", "a={b: 2}"}) == "--grid a.b=1: its path lies inside 'a', which is swept, too");
  CHECK(refused({"a.b=1", "a.bc=2"}) == "(nothing was thrown)");
  const Texts thousand(7, "=1:1000:linear:1000");
  Texts axes;
  for (std::size_t i = 0; i < thousand.size(); ++i) axes.push_back("a" + std::to_string(i) + thousand[i]);
  CHECK(refused(axes) ==
        "--grid: 1000000000000000000000 points, the limit is 10000; --random N draws N of them");
  CHECK(refused({"a=1:2:linear:100", "b=1:2:linear:101"}) ==
        "--grid: 10100 points, the limit is 10000; --random N draws N of them");
  CHECK(full_grid(axes_of({"a=1:2:linear:100", "b=1:2:linear:100"})).size() == 10000);
}

TEST_CASE("random points of lists are distinct, and all of them where as many are asked for") {
  const std::vector<Axis> axes = axes_of({"a=1,2,3", "b=1:100:log10:4"});
  std::vector<Point> all = random_points(axes, 12, "1");
  CHECK(all != full_grid(axes));  // drawn, not listed
  std::sort(all.begin(), all.end());
  std::vector<Point> grid = full_grid(axes);
  std::sort(grid.begin(), grid.end());
  CHECK(all == grid);
  CHECK(thrown_message<ConfigError>([&] { random_points(axes, 13, "1"); }) ==
        "--random 13: the grid has 12 points; without --random all are run");
}

TEST_CASE("each point of a grid is drawn equally often") {
  const std::vector<Axis> axes = axes_of({"a=1,2,3", "b=x,y"});
  std::map<Point, int> counts;
  constexpr int kDraws = 6000;
  for (int seed = 0; seed < kDraws / 2; ++seed) {
    for (const Point& point : random_points(axes, 2, std::to_string(seed))) ++counts[point];
  }
  REQUIRE(counts.size() == 6);
  for (const auto& [point, count] : counts) CHECK(std::abs(count - kDraws / 6) < 5 * 29);  // SD 28.9
}

TEST_CASE("intervals are drawn uniformly in their scale") {
  const std::vector<Axis> axes = axes_of({"log=1e-4:10:log10", "linear=-1:3:linear", "list=u,v"});
  const std::vector<Point> points = random_points(axes, 4000, "1");
  REQUIRE(points.size() == 4000);
  for (const std::size_t a : {0U, 1U}) {
    std::array<int, 4> quarters{};
    for (const Point& point : points) {
      const double t = position_in(*axes[a].range, number(point[a]));
      REQUIRE((t >= 0.0 && t <= 1.0));
      ++quarters[static_cast<std::size_t>(std::min(t * 4.0, 3.0))];
    }
    for (const int count : quarters) CHECK(std::abs(count - 1000) < 5 * 28);  // SD 27.4
  }
  const auto first = std::count_if(points.begin(), points.end(), [](const Point& p) { return p[2] == "u"; });
  CHECK(std::abs(first - 2000) < 5 * 32);
}

TEST_CASE("the draw depends on the seed and the paths, and not on the order of the axes") {
  const Texts texts = {"b=1:10:log10", "a=x,y,z", "c=0:1:linear"};
  const std::vector<Point> points = random_points(axes_of(texts), 50, "1");
  CHECK(random_points(axes_of(texts), 50, "1") == points);
  CHECK(random_points(axes_of(texts), 50, "2") != points);
  std::vector<Point> reordered = random_points(axes_of({texts[2], texts[0], texts[1]}), 50, "1");
  for (Point& point : reordered) point = {point[1], point[2], point[0]};
  CHECK(reordered == points);
  const std::vector<Point> fewer = random_points(axes_of(texts), 20, "1");
  CHECK(std::equal(fewer.begin(), fewer.end(), points.begin()));  // more points go on from where fewer end
}

TEST_CASE("whose a path is, and where a value lies") {
  const std::vector<std::string> names = {"kde", "svm_0", "svm_0.01"};
  CHECK(learner_of("learners.kde.ridge", names) == "kde");
  CHECK(learner_of("learners.kde", names) == "kde");
  CHECK(learner_of("learners", names).empty());
  CHECK(learner_of("dataset.smoothing", names).empty());
  CHECK(learner_of("learners.svm_0.01.C", names) == "svm_0.01");
  CHECK(learner_of("learners.svm_0.01", names) == "svm_0.01");
  CHECK(learner_of("learners.svm_0.015", names) == "svm_0");
  CHECK(learner_of("learners.nobody.C.D", names) == "nobody");
  CHECK(last_part("learners.kde.ridge") == "ridge");
  CHECK(last_part("loss") == "loss");
  CHECK(is_close(position_in(*parse_axis("a=1e-2:100:log10").range, 1.0), 0.5, 1e-15));
  CHECK(is_close(position_in(*parse_axis("a=2:6:linear:3").range, 3.0), 0.25, 1e-15));
  CHECK(bounds_of(parse_axis("a=3,1,2")) == std::pair{1.0, 3.0});
  CHECK(bounds_of(parse_axis("a=3:7:linear")) == std::pair{3.0, 7.0});
  CHECK_FALSE(bounds_of(parse_axis("a=3,x")).has_value());
}
