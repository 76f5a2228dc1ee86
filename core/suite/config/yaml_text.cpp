#include "suite/config/yaml_text.hpp"

#include <algorithm>

#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"

namespace preimage::suite::config {

namespace {

constexpr std::size_t kWidth = 100;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.';
}

/// Whether the keys are words that need no quotes.
bool fits_in_line(const Value& value) {
  const auto is_word = [](const std::string& key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), is_plain);
  };
  return std::all_of(value.items.begin(), value.items.end(), fits_in_line) &&
         std::all_of(value.entries.begin(), value.entries.end(),
                     [&](const auto& entry) { return is_word(entry.first) && fits_in_line(entry.second); });
}

/// The key as it is, or in quotes where YAML would take it for something else.
std::string key_text(const std::string& key) {
  try {
    const Value alone = parse_yaml(key + ": 1\n", "key");
    if (alone.entries.size() == 1 && alone.entries.front().first == key) return key;
  } catch (const ConfigError&) {
  }
  return base::quote(key);
}

bool is_nested(const Value& value) {
  return (value.kind == Value::Kind::map && !value.entries.empty()) ||
         (value.kind == Value::Kind::sequence && !value.items.empty());
}

void append_block(std::string& text, const Value& value, const std::string& indent);

/// The text behind "key:" or "-": the value in the line, or the block below.
void append_value(std::string& text, const Value& value, const std::string& indent, std::size_t used) {
  const std::string line = to_text(value);
  if (!is_nested(value) || (used + line.size() < kWidth && fits_in_line(value))) {
    text += " " + line + "\n";
    return;
  }
  text += "\n";
  append_block(text, value, indent + "  ");
}

void append_block(std::string& text, const Value& value, const std::string& indent) {
  for (const auto& [key, entry] : value.entries) {
    const std::string begin = indent + key_text(key) + ":";
    text += begin;
    append_value(text, entry, indent, begin.size());
  }
  for (const Value& item : value.items) {
    text += indent + "-";
    append_value(text, item, indent, indent.size() + 1);
  }
}

}  // namespace

std::string yaml_text(const Value& root) {
  std::string text;
  append_block(text, root, "");
  return text;
}

}  // namespace preimage::suite::config
