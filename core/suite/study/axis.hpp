// The axes of a sweep: which path of the config takes which values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace preimage::suite::study {

enum class Scale { log10, linear };

/// `low:high:scale[:count]`
struct AxisRange {
  double low = 0.0, high = 0.0;
  Scale scale = Scale::linear;
  std::optional<std::size_t> count;
};

/// `path=a,b,c` or `path=low:high:scale[:count]`
struct Axis {
  std::string text;                 // as typed
  std::string path;                 // "learners.kde.ridge"
  std::vector<std::string> values;  // of a list: YAML flow text, each letter by letter as typed
  std::optional<AxisRange> range;   // of a range
  std::string learner = {};  // whose path it is, as load_sweep looked it up; "": of all, or not looked up
  bool operator==(const Axis& other) const { return text == other.text; }
};

/// One value per axis, as text.
using Point = std::vector<std::string>;

/// Of all axes together, and of one.
inline constexpr std::size_t kMaxPoints = 10000;

/// Reads one axis. The values of a list are YAML: `kernel={name: linear},{name: gaussian, sigma: 2}`.
/// throws  ConfigError "--grid <text>: ..." for a path that is none, an empty list, a value that is nothing
///         or whose text is there twice (for numbers that are written differently see load_sweep), bounds
///         that are no numbers or not low < high, 0 < low for log10, count < 2
Axis parse_axis(const std::string& text);

/// The values of a full grid's axis: those of the list; low, 10 low, 100 low, ... high of `low:high:log10`;
/// and with a count N, i = 0, ..., N - 1,
///   low (high / low)^(i / (N - 1))  of log10,      low + (high - low) i / (N - 1)  of linear,
/// rounded to 12 significant digits, so that 0.3 is 0.3 and no library's last bit is in a cell's key; the
/// ends are as typed.
/// throws  ConfigError where high / low is no power of ten, for linear without count, for more than
///         kMaxPoints
std::vector<std::string> axis_values(const Axis& axis);

/// All combinations; the last axis changes fastest.
/// throws  ConfigError as axis_values, for an axis that stands there twice or inside another, for more than
///         kMaxPoints
std::vector<Point> full_grid(const std::vector<Axis>& axes);

/// `count` points: of lists alone (a range with a count is one) drawn uniformly without replacement; else
/// each value by itself, from a list uniformly, from a range without count uniformly or log-uniformly as its
/// scale says, to 12 significant digits. The draw depends on `seed` and the axes, not on their order. throws
/// ConfigError as full_grid, and where lists have fewer points
std::vector<Point> random_points(const std::vector<Axis>& axes, std::size_t count, const std::string& seed);

/// Low and high of a range, the smallest and the largest value of a list; nothing where one is no number.
std::optional<std::pair<double, double>> bounds_of(const Axis& axis);

/// Whether --random draws from an interval: a range without count.
bool is_interval(const Axis& axis);

/// The learner whose parameter the path is ("kde" of "learners.kde.ridge"), or "" where it concerns all.
/// Names may hold dots: the longest of `names` that fits is meant, where none does the text up to the first
/// dot.
std::string learner_of(const std::string& path, const std::vector<std::string>& names);

/// The last part of a path: "ridge".
std::string last_part(const std::string& path);

/// 0 at `low`, 1 at `high`, in the range's scale.
double position_in(const AxisRange& range, double value);

}  // namespace preimage::suite::study
