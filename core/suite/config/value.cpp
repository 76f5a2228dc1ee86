#include "suite/config/value.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"

namespace preimage::suite::config {

namespace {

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

Extent extent_of(const Value& value) {
  Extent extent;
  const bool nests = value.kind == Value::Kind::map || value.kind == Value::Kind::sequence;
  if (nests) extent.depth = 1;
  const auto add = [&extent](const Value& child) {
    const Extent below = extent_of(child);
    extent.values += below.values;
    extent.depth = std::max(extent.depth, 1 + below.depth);
  };
  for (const Value& item : value.items) add(item);
  for (const auto& [key, entry] : value.entries) add(entry);
  return extent;
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
