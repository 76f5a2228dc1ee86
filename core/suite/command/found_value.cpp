#include "suite/command/found_value.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/command/json_value.hpp"
#include "suite/config/number.hpp"

namespace preimage::suite::command {

namespace {

constexpr std::string_view kJson = "json:", kRegex = "regex:";
constexpr std::int64_t kRegexMemory = std::int64_t{8} << 20;
constexpr int kMaxMatches = 1000;

std::shared_ptr<const re2::RE2> parse_pattern(const std::string& pattern) {
  re2::RE2::Options options(re2::RE2::Quiet);
  options.set_max_mem(kRegexMemory);
  auto parsed = std::make_shared<const re2::RE2>("(?m)" + pattern, options);
  if (!parsed->ok()) throw std::invalid_argument("regex: " + parsed->error());
  if (parsed->NumberOfCapturingGroups() != 1)
    throw std::invalid_argument(fmt::format("regex: expected one group, the value in (), found {}",
                                            parsed->NumberOfCapturingGroups()));
  return parsed;
}

std::string found_by_pattern(const std::string& output, const re2::RE2& pattern) {
  re2::StringPiece rest(output);
  std::optional<std::string> found;
  std::string value;
  for (int i = 0; i < kMaxMatches && re2::RE2::FindAndConsume(&rest, pattern, &value); ++i) {
    if (found && value != *found)
      throw DataError(fmt::format("it matches more than once, with {} and {}: say which",
                                  base::excerpt(*found), base::excerpt(value)));
    found = value;
    if (rest.empty()) break;
  }
  if (!found) throw DataError("it matches nothing in the output");
  return *found;
}

}  // namespace

ValuePlace::ValuePlace(const std::string& text) : text_(text) {
  if (text.starts_with(kJson)) {
    path_ = parse_json_path(std::string_view(text).substr(kJson.size()));
  } else if (text.starts_with(kRegex)) {
    pattern_ = parse_pattern(text.substr(kRegex.size()));
  } else {
    throw std::invalid_argument("expected json:.path or regex:PATTERN, found " + base::excerpt(text));
  }
}

std::string ValuePlace::find_in(const std::string& output) const {
  try {
    return pattern_ ? found_by_pattern(output, *pattern_) : value_in_json(output, path_);
  } catch (const DataError& error) {
    throw DataError(fmt::format(
        "{}: {}{}", text_, error.what(),
        output.find_first_not_of(" \t\r\n") == std::string::npos ? " (the program printed nothing)" : ""));
  }
}

double ValuePlace::number_in(const std::string& output) const {
  const std::string found = find_in(output);
  const std::optional<double> number = preimage::suite::config::read_decimal(found);
  if (!number || !std::isfinite(*number))
    throw DataError(fmt::format("{}: expected a finite number, found {}{}", text_, base::excerpt(found),
                                preimage::suite::config::number_advice(found)));
  return *number;
}

}  // namespace preimage::suite::command
