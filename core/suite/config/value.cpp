#include "suite/config/value.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"

namespace preimage::suite::config {

namespace {

std::vector<std::string> split_path(const std::string& path, const Mark& mark) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  const auto is_part = [](const std::string& part) { return !part.empty() && is_key(part); };
  if (!std::all_of(parts.begin(), parts.end(), is_part))
    fail_at(mark, fmt::format("expected a path of keys like dataset.name, found {}", base::excerpt(path)));
  if (parts.size() > static_cast<std::size_t>(kMaxDepth))
    fail_at(mark, fmt::format("the path has {} parts, the limit is {}", parts.size(), kMaxDepth));
  return parts;
}

/// The value of `key` in `map`, a new null where there is none.
Value& entry_of(Value& map, const std::string& key, const Mark& mark) {
  for (auto& [name, value] : map.entries) {
    if (name == key) return value;
  }
  Value fresh;
  fresh.mark = mark;
  fresh.key_mark = mark;
  return map.entries.emplace_back(key, std::move(fresh)).second;
}

/// A plain scalar that needs no quotes to be told from the punctuation around it.
bool is_word(const std::string& text) {
  const std::string_view punctuation = " ,:{}[]\"'\\\t\r\n";
  return !text.empty() && text.find_first_of(punctuation) == std::string::npos;
}

}  // namespace

std::string Mark::text() const {
  return line > 0 ? fmt::format("{}:{}:{}", source, line, column) : source;
}

void fail_at(const Mark& mark, const std::string& message) {
  throw ConfigError(fmt::format("{}: {}", mark.text(), message));
}

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

bool is_key(std::string_view text) {
  return text.size() <= kMaxKeyBytes && !base::find_unshowable(text) &&
         text.find_first_of("\r\n") == std::string_view::npos;
}

const Value* Value::find(const std::string& key) const {
  for (const auto& [name, value] : entries) {
    if (name == key) return &value;
  }
  return nullptr;
}

void set_path(Value& root, const std::string& path, const Value& value) {
  Value replacement = value;  // a copy first: `value` may lie inside `root`, whose maps grow below
  replacement.key_mark = value.mark;
  Value* target = &root;
  std::string walked;
  for (const std::string& part : split_path(path, replacement.mark)) {
    if (target->kind == Value::Kind::null) target->kind = Value::Kind::map;
    if (target->kind != Value::Kind::map) {
      fail_at(replacement.mark,
              fmt::format("{}: expected a map at {}, found {} ({})", base::name_excerpt(path),
                          walked.empty() ? "the root" : base::name_excerpt(walked), describe(*target),
                          target->mark.text()));
    }
    target = &entry_of(*target, part, replacement.mark);
    walked += (walked.empty() ? "" : ".") + part;
  }
  *target = std::move(replacement);
}

std::string to_text(const Value& value) {
  std::string text;
  switch (value.kind) {
    case Value::Kind::null:
      return "null";
    case Value::Kind::scalar:
      return value.quoted || !is_word(value.scalar) ? base::quote(value.scalar) : value.scalar;
    case Value::Kind::sequence:
      for (const Value& item : value.items) text += (text.empty() ? "" : ", ") + to_text(item);
      return '[' + text + ']';
    case Value::Kind::map:
      for (const auto& [key, entry] : value.entries) {
        text += (text.empty() ? "" : ", ") + (is_word(key) ? key : base::quote(key)) + ": " + to_text(entry);
      }
      return '{' + text + '}';
  }
  return text;
}

std::string describe(const Value& value) {
  switch (value.kind) {
    case Value::Kind::null:
      return "nothing";
    case Value::Kind::scalar:
      return (value.quoted ? "the quoted text " : "") + base::excerpt(value.scalar);
    case Value::Kind::sequence:
      return value.items.empty() ? "an empty list" : "a list";
    case Value::Kind::map:
      return value.entries.empty() ? "an empty map" : "a map";
  }
  return "nothing";
}

}  // namespace preimage::suite::config
