// An axis of a sweep: every value reads back as it is, ranges rise from low to high, and draws stay inside.
#include <string>
#include <string_view>

#include "suite/config/number.hpp"
#include "suite/config/value.hpp"
#include "suite/study/axis.hpp"
#include "testing/fuzz_target.hpp"

namespace config = preimage::suite::config;
namespace study = preimage::suite::study;
using preimage::testing::require;

namespace {

double number(const std::string& text) {
  const std::optional<double> value = preimage::suite::config::parse_decimal(text);
  require(value.has_value(), "a value of a range is a number");
  return *value;
}

void check_values(const study::Axis& axis, const std::vector<std::string>& values) {
  require(!values.empty(), "an axis has values");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const config::Value read = config::parse_value(values[i], "value");
    require(config::to_text(read) == values[i], "a value reads back as it is");
    if (axis.range && i > 0) require(number(values[i - 1]) < number(values[i]), "the values of a range rise");
  }
  if (!axis.range) return;
  require(number(values.front()) == axis.range->low, "a range begins at low");
  require(number(values.back()) == axis.range->high, "a range ends at high");
}

void check_draws(const study::Axis& axis) {
  const auto points = study::random_points({axis}, 2, "1");
  require(points == study::random_points({axis}, 2, "1"), "the same seed draws the same points");
  if (!axis.range) return;
  for (const study::Point& point : points) {
    const double value = number(point.front());
    require(axis.range->low <= value && value <= axis.range->high, "a draw lies in its range");
  }
}

void read_input(std::string_view input) {
  const study::Axis axis = study::parse_axis(std::string(input));
  require(!axis.path.empty() && (axis.range.has_value() || !axis.values.empty()),
          "an axis has path and values");
  if (study::is_interval(axis) || axis.values.size() > 1) check_draws(axis);
  check_values(axis, study::axis_values(axis));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
