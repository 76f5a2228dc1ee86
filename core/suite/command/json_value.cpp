#include "suite/command/json_value.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"

namespace preimage::suite::command {

namespace {

using nlohmann::json;

constexpr const char* kBlanks = " \t\r\n";

/// A text whose JSON is strict.
struct StrictText {
  std::string text;
  std::vector<std::size_t> added;  // where it has a quote that the output does not have
};

/// The output with each number in quotes, NaN and the like too: so it stays as it is written. A name of a key
/// stays as it is.
StrictText with_numbers_quoted(std::string_view output) {
  static const re2::RE2 part(R"(([\w.+-]+)|("(?:[^"\\\n]|\\[^\n])*"?|[^"\w.+-]+))", re2::RE2::Latin1);
  static const re2::RE2 number(R"(NaN|[+-]?Infinity|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)");
  re2::StringPiece rest(output.data(), output.size());
  StrictText strict;
  for (std::string word, other; re2::RE2::Consume(&rest, part, &word, &other);) {
    const std::string_view next(rest.data(), rest.size());
    const bool is_key = next.substr(std::min(next.find_first_not_of(kBlanks), next.size())).starts_with(':');
    if (word.empty() || is_key || !re2::RE2::FullMatch(word, number)) {
      strict.text += word + other;
      continue;
    }
    strict.added.push_back(strict.text.size());
    strict.text += '"' + word;
    strict.added.push_back(strict.text.size());
    strict.text += '"';
  }
  return strict;
}

/// The value of a key that is twice in its map: JSON has no such value.
const json& twice() {
  static const json value = json::binary({});
  return value;
}

/// throws  json::parse_error
json parse_strictly(std::string_view text) {
  std::vector<std::map<std::string, int>> keys;  // of the maps that are open
  return json::parse(text, [&](int /*depth*/, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::key) ++keys.back()[parsed.get<std::string>()];
    if (event != json::parse_event_t::object_end) return true;
    for (const auto& [key, count] : keys.back())
      if (count > 1) parsed[key] = twice();
    keys.pop_back();
    return true;
  });
}

/// Which key of `map` is meant, where one is near or the rest of the path is one key with dots.
std::string advice_on(const json& map, JsonPath::const_iterator step, JsonPath::const_iterator end) {
  if (!map.is_object()) return "";
  const std::string rest = fmt::format("{}", fmt::join(step, end, "."));
  std::vector<std::string> names;
  for (const auto& [name, value] : map.items()) {
    if (name.find_first_of(".[") != std::string::npos && (name == rest || rest.starts_with(name + ".")))
      return fmt::format("; a key with dots is written [{}]", json(name).dump());
    names.push_back(name);
  }
  const std::string nearest = base::nearest_name(*step, names);
  return nearest.empty() ? "" : fmt::format(", did you mean {}?", base::excerpt(nearest));
}

/// throws  DataError
std::string value_at(const json& root, const JsonPath& path) {
  const json* value = &root;
  for (auto step = path.begin(); step != path.end(); ++step) {
    const auto index = static_cast<std::size_t>(config::parse_integer(*step).value_or(-1));
    const bool is_there = value->is_array() ? index < value->size() : value->contains(*step);
    if (!is_there) throw DataError("the JSON has nothing there" + advice_on(*value, step, path.end()));
    value = value->is_array() ? &value->at(index) : &value->at(*step);
    if (value->is_binary())
      throw DataError(
          fmt::format("the JSON has the key {} twice there: which is meant?", base::excerpt(*step)));
  }
  if (value->is_structured() || value->is_null())
    throw DataError(fmt::format("expected a number or a text there, found {}", value->is_object()  ? "a map"
                                                                               : value->is_array() ? "a list"
                                                                                                   : "null"));
  return value->is_string() ? value->get<std::string>() : value->dump();
}

/// Where lines with { or [ in front begin, the last kMaxStarts of them, and the last line that is not blank.
std::vector<std::size_t> starts_in(std::string_view text) {
  std::vector<std::size_t> starts;
  std::size_t last = 0;
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t first = std::min(text.find_first_not_of(" \t\r", line), text.size());
    if (first < text.size() && text[first] != '\n') last = line;
    if (first < text.size() && (text[first] == '{' || text[first] == '[')) starts.push_back(line);
    const std::size_t end = text.find('\n', first);
    line = end == std::string_view::npos ? text.size() : end + 1;
  }
  if (starts.size() > kMaxStarts) starts.erase(starts.begin(), starts.end() - kMaxStarts);
  if (starts.empty() || starts.back() != last) starts.push_back(last);
  return starts;
}

}  // namespace

JsonPath parse_json_path(std::string_view path) {
  static const re2::RE2 quoted(R"(\.?\[("(?:[^"\\]|\\.)*")\]|\.("(?:[^"\\]|\\.)*"))");
  static const re2::RE2 plain(R"(\.([^.\[\]"]+)|\[(0|[1-9]\d{0,8})\])");
  re2::StringPiece rest(path.data(), path.size());
  JsonPath steps;
  while (!rest.empty()) {
    std::string key, other;
    const bool is_quoted = re2::RE2::Consume(&rest, quoted, &key, &other);
    const bool is_step = is_quoted || re2::RE2::Consume(&rest, plain, &key, &other);
    const json name = is_quoted ? json::parse(key + other, nullptr, false) : json(key + other);
    if (!is_step || !name.is_string())
      throw std::invalid_argument(
          fmt::format("json: expected a path like .test.scores[0] or .test[\"acc@0.5\"], found {}",
                      base::excerpt(std::string(path))));
    steps.push_back(name.get<std::string>());
  }
  return steps;
}

std::string value_in_json(const std::string& output, const JsonPath& path) {
  const StrictText strict = with_numbers_quoted(output);
  const std::string_view text = strict.text;
  std::size_t most = 0, stop = 0;  // how much of a start was JSON, of the one that most was
  std::vector<std::size_t> starts = starts_in(text);
  if (starts.front() != 0) starts.insert(starts.begin(), 0);
  for (const std::size_t start : starts) {
    try {
      return value_at(parse_strictly(text.substr(start)), path);
    } catch (const json::parse_error& error) {
      if (error.byte > most) {
        most = error.byte;
        stop = std::min(start + error.byte - 1, text.size());
      }
      if (error.byte > text.size() - start) break;  // it is cut off: what follows is a part of it
    }
  }
  // An unexpected text is read to its end.
  if (stop > 0 && stop < text.size() && text[stop] == '"') stop = std::min(stop, text.rfind('"', stop - 1));
  stop -= static_cast<std::size_t>(std::ranges::lower_bound(strict.added, stop) - strict.added.begin());
  // A program prints its error last, wherever its output ceases to be JSON.
  const std::string last = base::last_line(output);
  const bool is_shown = stop + last.size() >= output.find_last_not_of(kBlanks) + 1;
  const auto end = output.begin() + static_cast<std::ptrdiff_t>(stop);
  throw DataError(fmt::format(
      "the output is no JSON and does not end with any: line {}: {}{}",
      1 + std::count(output.begin(), end, '\n'),
      end == output.end() ? "it ends too early" : "found " + base::excerpt(std::string(end, output.end())),
      is_shown ? "" : "; its last line is " + base::excerpt_of_end(last)));
}

}  // namespace preimage::suite::command
