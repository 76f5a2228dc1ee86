#include "suite/command/found_value.hpp"

#include <cctype>
#include <cmath>
#include <functional>
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

using ValueOf = std::function<std::string(const std::string& name)>;

/// The name in braces that begins at `at`, or "".
std::string name_at(std::string_view text, std::size_t at) {
  const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
  if (end == std::string_view::npos) return "";
  const std::string name(text.substr(at + 1, end - at - 1));
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
  if (name.empty() || !is_letter(static_cast<unsigned char>(name.front()))) return "";
  for (const unsigned char c : name) {
    if (!is_letter(c) && std::isdigit(c) == 0 && c != '-' && c != '.') return "";
  }
  return name;
}

/// How many bytes from `at` on are of an escape of a regular expression, which holds no name; 0: none begins
/// here.
std::size_t escape_length(std::string_view pattern, std::size_t at) {
  if (pattern[at] != '\\' || at + 1 == pattern.size()) return 0;
  const char kind = pattern[at + 1];
  const auto up_to = [&](std::string_view what) {
    const std::size_t end = pattern.find(what, at + 2);
    return end == std::string_view::npos ? pattern.size() - at : end + what.size() - at;
  };
  if (kind == 'Q') return up_to("\\E");
  const bool has_braces = (kind == 'p' || kind == 'P' || kind == 'x') && pattern.substr(at + 2, 1) == "{";
  return has_braces ? up_to("}") : 2;
}

/// The text with values in place of its names.
std::string with_values(std::string_view text, bool is_pattern, const ValueOf& value_of) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t escaped = is_pattern ? escape_length(text, i) : 0;
    const bool is_doubled = text.substr(i, 2) == "{{" && !name_at(text, i + 1).empty();
    const std::string name = is_doubled ? name_at(text, i + 1) : name_at(text, i);
    if (escaped > 0) {
      result += text.substr(i, escaped);
      i += escaped;
    } else if (is_doubled) {
      result += '{' + name + '}';
      i += name.size() + 3;
      i += text.substr(i, 1) == "}" ? 1 : 0;
    } else if (!name.empty()) {
      result += value_of(name);
      i += name.size() + 2;
    } else {
      result += text[i++];
    }
  }
  return result;
}

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

/// The output without a byte order mark in front and with LF for CRLF, which a program writes that was made
/// for Windows.
/// throws  DataError for UTF-16 with such a mark
std::string with_plain_line_ends(const std::string& output) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (output.starts_with("\xFF\xFE") || output.starts_with("\xFE\xFF"))
    throw DataError("the output is UTF-16, by its byte order mark: expected UTF-8");
  std::string text;
  text.reserve(output.size());
  for (std::size_t i = output.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0; i < output.size();
       ++i) {
    if (output.compare(i, 2, "\r\n") != 0) text += output[i];
  }
  return text;
}

std::string whose_last_line(const std::string& output) {
  const std::string line = base::last_line(output);
  return line.empty() ? "" : ", whose last line is " + base::excerpt_of_end(line);
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
  if (!found) throw DataError("it matches nothing in the output" + whose_last_line(output));
  return *found;
}

}  // namespace

std::set<std::string> names_in_place(const std::string& text) {
  std::set<std::string> names;
  with_values(text, text.starts_with(kRegex), [&](const std::string& name) {
    names.insert(name);
    return name;
  });
  return names;
}

ValuePlace::ValuePlace(const std::string& text, const std::map<std::string, std::string>& values) {
  const auto value_of = [&](const std::string& name) { return values.at(name); };
  if (text.starts_with(kJson)) {
    path_ = parse_json_path(std::string_view(text).substr(kJson.size()));
    for (std::string& step : path_) step = with_values(step, false, value_of);
    text_ = with_values(text, false, value_of);
  } else if (text.starts_with(kRegex)) {
    text_ =
        with_values(text, true, [&](const std::string& name) { return re2::RE2::QuoteMeta(value_of(name)); });
    pattern_ = parse_pattern(text_.substr(kRegex.size()));
  } else {
    throw std::invalid_argument("expected json:.path or regex:PATTERN, found " + base::excerpt(text));
  }
}

std::string ValuePlace::find_in(const std::string& output) const {
  try {
    const std::string text = with_plain_line_ends(output);
    return pattern_ ? found_by_pattern(text, *pattern_) : value_in_json(text, path_);
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: {}{}", text_, error.what(),
                                base::last_line(output).empty() ? " (the program printed nothing)" : ""));
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
