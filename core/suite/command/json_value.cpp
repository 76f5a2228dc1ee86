#include "suite/command/json_value.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"

namespace preimage::suite::command {

namespace {

using nlohmann::json;

constexpr const char* kBlanks = " \t\r\n";
constexpr int kMaxDepth = 200;
constexpr std::size_t kMaxNames = 100;  // of a map, for "did you mean"

/// Where a text ceases to be JSON.
struct NoJson {
  std::size_t at;
  std::string expected;
};

/// The characters between the quotes, escapes resolved; nothing where that is no text.
std::optional<std::string> unquoted(std::string_view token) {
  const json text = json::parse(token, nullptr, false);
  return text.is_string() ? std::optional(text.get<std::string>()) : std::nullopt;
}

/// Reads one JSON value and remembers what is at the path. Nothing is kept of the rest.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t begin, const JsonPath& path)
      : text_(text), at_(begin), path_(path) {}

  /// Where the value ends. throws  NoJson
  std::size_t scan() {
    skip_blanks();
    read_value(0, 0);
    return at_;
  }
  /// throws  DataError
  std::string value() const {
    if (!twice_.empty())
      throw DataError(
          fmt::format("the JSON has the key {} twice there: which is meant?", base::excerpt(twice_)));
    if (!kind_.empty()) throw DataError(fmt::format("expected a number or a text there, found {}", kind_));
    if (!value_) throw DataError("the JSON has nothing there" + advice());
    return *value_;
  }

 private:
  [[noreturn]] void fail(const char* expected) const { throw NoJson{at_, expected}; }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }
  void take(char c, const char* expected) {
    if (peek() != c) fail(expected);
    ++at_;
  }

  /// matched  how many steps of the path lead here; none where the value is off the path
  void read_value(std::optional<std::size_t> matched, int depth) {
    if (depth > kMaxDepth) fail("fewer lists and maps inside each other");
    const bool is_target = matched == path_.size();
    const std::size_t begin = at_;
    if (peek() == '{' || peek() == '[') {
      if (is_target) kind_ = peek() == '{' ? "a map" : "a list";
      peek() == '{' ? read_map(matched, depth) : read_list(matched, depth);
    } else if (peek() == '"') {
      read_text();
      if (is_target) keep(*unquoted(text_.substr(begin, at_ - begin)));
    } else {
      read_word();
      const std::string word(text_.substr(begin, at_ - begin));
      if (is_target && word == "null") kind_ = word;
      if (is_target && word != "null") keep(word);
    }
  }

  void read_map(std::optional<std::size_t> matched, int depth) {
    const bool is_on_path = matched && *matched < path_.size();
    std::vector<std::string> names;
    bool has_step = false;
    const auto read_entry = [&] {
      const std::size_t begin = at_;
      if (peek() != '"') fail("a key in double quotes");
      read_text();
      std::optional<std::size_t> below;
      if (is_on_path) {
        const std::string name = *unquoted(text_.substr(begin, at_ - begin));
        if (name == path_[*matched]) {
          if (has_step) twice_ = name;
          has_step = true;
          below = *matched + 1;
        }
        if (names.size() < kMaxNames) names.push_back(name);
      }
      skip_blanks();
      take(':', "':' behind a key");
      skip_blanks();
      read_value(below, depth + 1);
    };
    read_items('}', read_entry);
    if (is_on_path && !has_step) note_missing(*matched, std::move(names));
  }

  void read_list(std::optional<std::size_t> matched, int depth) {
    const bool is_on_path = matched && *matched < path_.size();
    std::size_t index = 0;
    read_items(']', [&] {
      const bool is_step = is_on_path && path_[*matched] == std::to_string(index);
      read_value(is_step ? std::optional(*matched + 1) : std::nullopt, depth + 1);
      ++index;
    });
  }

  template <class ReadItem>
  void read_items(char end, const ReadItem& read_item) {
    ++at_;
    skip_blanks();
    if (peek() == end) {
      ++at_;
      return;
    }
    for (;;) {
      read_item();
      skip_blanks();
      if (peek() == end) break;
      take(',', end == '}' ? "',' or '}'" : "',' or ']'");
      skip_blanks();
    }
    ++at_;
  }

  void read_text() {
    const std::size_t begin = at_++;
    while (peek() != '"') {
      if (at_ >= text_.size() || static_cast<unsigned char>(peek()) < 0x20) fail("the end of a text, '\"'");
      at_ += peek() == '\\' ? 2 : 1;
    }
    ++at_;
    if (!unquoted(text_.substr(begin, at_ - begin))) {
      at_ = begin;
      fail("a text of UTF-8 with escapes like \\n and \\u00e9");
    }
  }

  /// A number, or one of the words that are values.
  void read_word() {
    static const re2::RE2 word(
        R"(\A(true|false|null|NaN|[+-]?Infinity|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?:[^\w.+-]|\z))");
    re2::StringPiece found;
    if (!re2::RE2::PartialMatch({text_.data() + at_, text_.size() - at_}, word, &found)) fail("a value");
    at_ += found.size();
  }

  void keep(std::string value) { value_ = std::move(value); }

  void note_missing(std::size_t step, std::vector<std::string> names) {
    missing_ = step;
    names_ = std::move(names);
  }

  /// Which key is meant, where one is near or the rest of the path is one key with dots.
  std::string advice() const {
    if (!missing_) return "";
    const std::string rest = fmt::format(
        "{}", fmt::join(path_.begin() + static_cast<std::ptrdiff_t>(*missing_), path_.end(), "."));
    for (const std::string& name : names_) {
      if (name.find_first_of(".[") != std::string::npos && (name == rest || rest.starts_with(name + ".")))
        return fmt::format("; a key with dots is written [{}]", json(name).dump());
    }
    const std::string nearest = base::nearest_name(path_[*missing_], names_);
    return nearest.empty() ? "" : fmt::format(", did you mean {}?", base::excerpt(nearest));
  }

  std::string_view text_;
  std::size_t at_;
  const JsonPath& path_;
  std::optional<std::string> value_;
  std::string kind_, twice_;
  std::optional<std::size_t> missing_;
  std::vector<std::string> names_;
};

bool is_blank_from(std::string_view text, std::size_t at) {
  return text.find_first_not_of(kBlanks, at) == std::string_view::npos;
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
    const std::optional<std::string> name = is_quoted ? unquoted(key + other)
                                            : re2::RE2::Consume(&rest, plain, &key, &other)
                                                ? std::optional(key + other)
                                                : std::nullopt;
    if (!name)
      throw std::invalid_argument(
          fmt::format("json: expected a path like .test.scores[0] or .test[\"acc@0.5\"], found {}",
                      base::excerpt(std::string(path))));
    steps.push_back(*name);
  }
  return steps;
}

std::string value_in_json(const std::string& output, const JsonPath& path) {
  std::optional<NoJson> furthest;  // of the start from which most was JSON
  std::size_t most = 0;
  const auto fail_from = [&](std::size_t start, NoJson error) {
    if (furthest && error.at - start <= most) return;
    most = error.at - start;
    furthest = std::move(error);
  };
  std::size_t passed = 0;  // JSON that ends before the output does, with all that is in it
  std::vector<std::size_t> starts = starts_in(output);
  if (starts.front() != 0) starts.insert(starts.begin(), 0);
  for (const std::size_t start : starts) {
    if (start < passed) continue;
    Scanner scanner(output, start, path);
    try {
      const std::size_t end = scanner.scan();
      if (is_blank_from(output, end)) return scanner.value();
      passed = end;
      fail_from(start, {output.find_first_not_of(kBlanks, end), "nothing behind the JSON"});
    } catch (NoJson& error) {
      const bool is_cut_off = error.at >= output.size();
      fail_from(start, std::move(error));
      if (is_cut_off) break;  // what follows is a part of it
    }
  }
  // An error that a program prints stands at the end, wherever its output ceases to be JSON.
  const std::string last = base::last_line(output);
  const bool is_shown = furthest->at + last.size() >= output.find_last_not_of(kBlanks) + 1;
  const auto end = output.begin() + static_cast<std::ptrdiff_t>(std::min(furthest->at, output.size()));
  throw DataError(
      fmt::format("the output is no JSON and does not end with any: line {}: expected {}, found {}{}",
                  1 + std::count(output.begin(), end, '\n'), furthest->expected,
                  end == output.end() ? "the end" : base::excerpt(std::string(end, output.end())),
                  is_shown ? "" : "; its last line is " + base::excerpt_of_end(last)));
}

}  // namespace preimage::suite::command
