#include "suite/config/scalar_type.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"

namespace preimage::suite::config {

namespace {

/// " from 1 to 5", " >= 1", "" and so on; a bound that is no bound is "".
std::string bounds(const std::string& min, const std::string& max, bool is_above = false) {
  if (!is_above && !min.empty() && !max.empty()) return " from " + min + " to " + max;
  return (min.empty() ? "" : (is_above ? " > " : " >= ") + min) +
         (!min.empty() && !max.empty() ? " and" : "") + (max.empty() ? "" : " <= " + max);
}

std::string bounds(Range range) {
  const std::string max = range.max == kAny.max ? "" : config::number_text(range.max);
  if (range.min == kPositive.min) return bounds("0", max, true);
  return bounds(range.min == kAny.min ? "" : config::number_text(range.min), max);
}

/// The end of the type's range is no bound.
std::string bounds(long min, long max) {
  using Limits = std::numeric_limits<long>;
  return bounds(min == Limits::min() ? "" : std::to_string(min),
                max == Limits::max() ? "" : std::to_string(max));
}

/// The text of a scalar without quotes: `"5"` is no number.
std::optional<std::string> plain_text(const Value& value) {
  if (value.kind != Value::Kind::scalar || value.quoted) return std::nullopt;
  return value.scalar;
}

std::optional<double> parse_number(const Value& value) {
  const auto text = plain_text(value);
  const auto number = text ? config::parse_decimal(*text) : std::nullopt;
  if (!number) return std::nullopt;
  return *number + 0.0;  // turns -0 into 0, so that the log holds one text for one value
}

std::optional<long> parse_whole(const Value& value) {
  const auto text = plain_text(value);
  return text ? config::parse_integer(*text) : std::nullopt;
}

std::optional<std::string> parse_text(const Value& value) {
  if (value.kind != Value::Kind::scalar) return std::nullopt;
  return value.scalar;
}

}  // namespace

ScalarType<double> number_type(Range range) {
  return {[range] { return "a number" + bounds(range); },
          [range](const Value& value) {
            const auto number = parse_number(value);
            return number && *number >= range.min && *number <= range.max ? number : std::nullopt;
          },
          [](double number) { return config::number_text(number + 0.0); },
          [](const Value& value) -> std::string {
            if (parse_number(value)) return "";
            return " (numbers are decimal, finite and unquoted, like 12, -0.5 or 1e-3)";
          }};
}

ScalarType<long> integer_type(long min, long max) {
  return {[min, max] { return "an integer" + bounds(min, max); },
          [min, max](const Value& value) {
            const auto number = parse_whole(value);
            return number && *number >= min && *number <= max ? number : std::nullopt;
          },
          [](long number) { return fmt::format("{}", number); },
          [](const Value& value) -> std::string {
            return parse_whole(value) ? "" : " (integers are decimal digits, unquoted, like 12)";
          }};
}

ScalarType<bool> boolean_type() {
  return {[] { return std::string("true or false"); },
          [](const Value& value) -> std::optional<bool> {
            const auto text = plain_text(value);
            if (text == "true") return true;
            if (text == "false") return false;
            return std::nullopt;
          },
          [](bool flag) -> std::string { return flag ? "true" : "false"; }};
}

ScalarType<std::string> text_type() {
  return {[] { return std::string("a text"); }, parse_text,
          [](const std::string& text) { return base::quote(text); }};
}

ScalarType<std::string> choice_type(const std::vector<std::string>& choices) {
  return {[&choices] { return fmt::format("one of {}", fmt::join(choices, ", ")); },
          [&choices](const Value& value) {
            const auto text = parse_text(value);
            const bool known = text && std::find(choices.begin(), choices.end(), *text) != choices.end();
            return known ? text : std::nullopt;
          },
          [](const std::string& text) { return base::quote(text); },
          [&choices](const Value& value) -> std::string {
            const std::string nearest = base::nearest_name(value.scalar, choices);
            return nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest);
          }};
}

template <class T>
ScalarType<T> or_list(ScalarType<T> type) {
  const ScalarType<T> one = type;
  type.advice = [one](const Value& value) -> std::string {
    Value part = value;
    std::string list;
    std::istringstream parts(value.scalar);
    while (std::getline(parts, part.scalar, ',')) {
      part.scalar.erase(0, part.scalar.find_first_not_of(' '));
      if (!one.parse(part)) return one.advice ? one.advice(value) : "";
      list += (list.empty() ? "" : ", ") + part.scalar;
    }
    return fmt::format(" (a list is written [{}])", list);
  };
  return type;
}

template ScalarType<double> or_list(ScalarType<double> type);
template ScalarType<long> or_list(ScalarType<long> type);
template ScalarType<std::string> or_list(ScalarType<std::string> type);

}  // namespace preimage::suite::config
