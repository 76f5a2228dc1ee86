#include "suite/study/axis.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/random.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/config/value.hpp"
#include "suite/data/delimited.hpp"

namespace preimage::suite::study {

namespace {

constexpr const char* kForms =
    "expected path=a,b,c or path=low:high:log10[:count] or path=low:high:linear:count";

[[noreturn]] void fail(const std::string& text, const std::string& message) {
  throw ConfigError("--grid " + base::name_excerpt(text) + ": " + message);
}

double bound(const std::string& axis, std::string_view text) {
  const std::optional<double> value = config::parse_decimal(text);
  if (!value) fail(axis, "expected a number, found " + base::excerpt(text));
  return *value;
}

bool names_scale(std::string_view word) {
  return word == "log10" || word == "linear";
}

AxisRange parse_range(const std::string& axis, const std::vector<std::string_view>& parts) {
  if (parts.size() < 3 || parts.size() > 4 || !names_scale(parts[2])) fail(axis, kForms);
  AxisRange range{bound(axis, parts[0]), bound(axis, parts[1]),
                  parts[2] == "log10" ? Scale::log10 : Scale::linear, std::nullopt};
  if (!(range.low < range.high)) fail(axis, "expected low < high");
  if (range.scale == Scale::log10 && !(range.low > 0.0)) fail(axis, "expected 0 < low for log10");
  if (!std::isfinite(range.high - range.low)) fail(axis, "low and high are too far apart");
  if (parts.size() == 4) {
    const std::optional<long> count = config::parse_integer(parts[3]);
    if (!count || *count < 2 || *count > static_cast<long>(kMaxPoints))
      fail(axis, fmt::format("expected a count from 2 to {}, found {}", kMaxPoints, base::excerpt(parts[3])));
    range.count = static_cast<std::size_t>(*count);
  }
  return range;
}

/// The parts of what is meant as a range; none of a list.
std::vector<std::string_view> range_parts(const std::string& values) {
  if (values.find_first_of(",[]{}\"' ") != std::string::npos) return {};
  std::vector<std::string_view> parts = data::split_fields(values, ':');
  const bool is_range =
      parts.size() > 1 && ((parts.size() > 2 && names_scale(parts[2])) ||
                           (config::parse_decimal(parts[0]) && config::parse_decimal(parts[1])));
  return is_range ? parts : std::vector<std::string_view>{};
}

/// The value letter by letter as typed, and in quotes where it would not be the same out of the list's
/// brackets, where "-" begins another list and "---" a document.
std::string text_of(const config::Value& value) {
  const bool is_plain = value.kind == config::Value::Kind::scalar && !value.quoted;
  if (!is_plain) return config::to_text(value);
  const std::string text = config::to_text(value);
  try {
    const config::Value alone = config::parse_value(text, "--grid");
    if (alone.kind == value.kind && alone.scalar == value.scalar) return text;
  } catch (const ConfigError&) {  // "%x"
  }
  return base::quote(value.scalar);
}

std::vector<std::string> parse_list(const std::string& axis, const std::string& text) {
  // In brackets it would be taken for a comment, and what follows it lost.
  if (text.find('#') != std::string::npos) fail(axis, "expected values without '#'");
  const config::Value list = config::parse_value("[" + text + "]", "--grid " + base::name_excerpt(axis));
  if (list.items.empty()) fail(axis, "an empty list; " + std::string(kForms));
  if (list.items.size() > kMaxPoints)
    fail(axis, fmt::format("{} values, the limit is {}", list.items.size(), kMaxPoints));
  std::vector<std::string> values;
  std::set<std::string> seen;
  for (const config::Value& item : list.items) {
    if (item.kind == config::Value::Kind::null) fail(axis, "expected a value between two commas");
    values.push_back(text_of(item));
    if (!seen.insert(values.back()).second) fail(axis, base::excerpt(values.back()) + " is there twice");
  }
  return values;
}

double rounded(double value) {
  return *config::parse_decimal(fmt::format("{:.11e}", value));
}

/// low at t = 0, high at t = 1.
double value_at(const AxisRange& range, double t) {
  if (range.scale == Scale::linear) return range.low + (range.high - range.low) * t;
  const double low = std::log10(range.low), high = std::log10(range.high);
  return std::pow(10.0, low + (high - low) * t);
}

std::vector<std::string> counted_values(const Axis& axis) {
  const AxisRange& range = *axis.range;
  std::vector<std::string> values = {config::number_text(range.low)};
  for (std::size_t i = 1; i + 1 < *range.count; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(*range.count - 1);
    values.push_back(config::number_text(rounded(value_at(range, t))));
  }
  values.push_back(config::number_text(range.high));
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (!(*config::parse_decimal(values[i - 1]) < *config::parse_decimal(values[i])))
      fail(axis.text, fmt::format("low and high are too near for {} values of 12 digits", *range.count));
  }
  return values;
}

/// Decimal digits with a growing exponent, so that each value is the double that its text in a config is.
std::vector<std::string> decades(const Axis& axis) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), axis.range->low,
                                          std::chars_format::scientific);
  const std::string low(buffer.data(), end);
  const std::size_t e = low.find('e');
  std::vector<std::string> values;
  for (int exponent = std::stoi(low.substr(e + 1));; ++exponent) {
    const std::optional<double> value =
        config::parse_decimal(low.substr(0, e) + "e" + std::to_string(exponent));
    if (!value || *value > axis.range->high)
      fail(axis.text, "high / low is no power of ten: give a count, as in low:high:log10:5");
    values.push_back(config::number_text(*value));
    if (*value == axis.range->high) return values;
  }
}

void require_apart(const std::vector<Axis>& axes) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t j = 0; j < axes.size(); ++j) {
      if (i == j) continue;
      if (axes[i].path == axes[j].path) fail(axes[j].text, "its path is swept twice");
      if (axes[i].path.starts_with(axes[j].path + "."))
        fail(axes[i].text, "its path lies inside " + base::excerpt(axes[j].path) + ", which is swept, too");
    }
  }
}

/// The product, which may be more than an integer holds.
double count_points(const std::vector<std::vector<std::string>>& values) {
  double count = 1.0;
  for (const std::vector<std::string>& of_axis : values) count *= static_cast<double>(of_axis.size());
  return count;
}

std::string drawn_value(const Axis& axis, const std::vector<std::string>& values, base::Random& random) {
  if (!is_interval(axis)) return values[random.below(values.size())];
  const double drawn = rounded(value_at(*axis.range, random.uniform()));
  return config::number_text(std::clamp(drawn, axis.range->low, axis.range->high));
}

}  // namespace

Axis parse_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || !config::is_key(text.substr(0, equals)))
    fail(text, kForms);
  Axis axis{text, text.substr(0, equals), {}, std::nullopt};
  const std::string values = text.substr(equals + 1);
  const std::vector<std::string_view> parts = range_parts(values);
  if (parts.empty()) {
    axis.values = parse_list(text, values);
  } else {
    axis.range = parse_range(text, parts);
  }
  return axis;
}

std::vector<std::string> axis_values(const Axis& axis) {
  if (!axis.range) return axis.values;
  if (axis.range->count) return counted_values(axis);
  if (axis.range->scale == Scale::linear)
    fail(axis.text, "expected a count, as in low:high:linear:5, or --random N");
  return decades(axis);
}

std::vector<Point> full_grid(const std::vector<Axis>& axes) {
  require_apart(axes);
  const std::vector<std::vector<std::string>> values = base::collect(axes, axis_values);
  if (const double count = count_points(values); count > static_cast<double>(kMaxPoints)) {
    throw ConfigError(
        fmt::format("--grid: {:.0f} points, the limit is {}; --random N draws N of them", count, kMaxPoints));
  }
  std::vector<Point> points(1);
  for (const std::vector<std::string>& of_axis : values) {
    std::vector<Point> longer;
    for (const Point& point : points) {
      for (const std::string& value : of_axis) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<Point> random_points(const std::vector<Axis>& axes, std::size_t count, const std::string& seed) {
  require_apart(axes);
  std::vector<std::size_t> by_path(axes.size());
  std::iota(by_path.begin(), by_path.end(), std::size_t{0});
  std::ranges::sort(by_path, [&](std::size_t a, std::size_t b) { return axes[a].path < axes[b].path; });
  std::vector<std::string> purpose = {seed, "sweep"};
  for (const std::size_t a : by_path) purpose.push_back(axes[a].path);
  std::vector<std::vector<std::string>> values;
  for (const Axis& axis : axes) values.push_back(is_interval(axis) ? Point{} : axis_values(axis));
  const bool has_interval = std::ranges::any_of(axes, is_interval);
  if (!has_interval && count_points(values) < static_cast<double>(count)) {
    throw ConfigError(fmt::format("--random {}: the grid has {:.0f} points; without --random all are run",
                                  count, count_points(values)));
  }
  base::Random random(base::derive_seed(purpose));
  std::vector<Point> points;
  std::set<Point> seen;
  while (points.size() < count) {
    Point point(axes.size());
    for (const std::size_t a : by_path) point[a] = drawn_value(axes[a], values[a], random);
    if (has_interval || seen.insert(point).second) points.push_back(std::move(point));
  }
  return points;
}

std::optional<std::pair<double, double>> bounds_of(const Axis& axis) {
  if (axis.range) return std::pair{axis.range->low, axis.range->high};
  std::vector<double> numbers;
  for (const std::string& value : axis.values) {
    const std::optional<double> number = config::parse_decimal(value);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  const auto [low, high] = std::ranges::minmax_element(numbers);
  return std::pair{*low, *high};
}

bool is_interval(const Axis& axis) {
  return axis.range && !axis.range->count;
}

std::string learner_of(const std::string& path, const std::vector<std::string>& names) {
  constexpr std::string_view kLearners = "learners.";
  if (!path.starts_with(kLearners)) return "";
  const std::string rest = path.substr(kLearners.size());
  std::string best;
  for (const std::string& name : names) {
    const bool fits = rest == name || rest.starts_with(name + ".");
    if (fits && name.size() > best.size()) best = name;
  }
  return best.empty() ? rest.substr(0, rest.find('.')) : best;
}

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('.') + 1);  // npos + 1 is 0
}

double position_in(const AxisRange& range, double value) {
  if (range.scale == Scale::linear) return (value - range.low) / (range.high - range.low);
  const double low = std::log10(range.low);
  return (std::log10(value) - low) / (std::log10(range.high) - low);
}

}  // namespace preimage::suite::study
