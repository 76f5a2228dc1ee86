#include "suite/config/yaml_text.hpp"

namespace preimage::suite::config {

namespace {

constexpr std::size_t kWidth = 100;

/// A key alone, as to_text writes it in a map.
std::string key_text(const std::string& key) {
  Value map;
  map.kind = Value::Kind::map;
  map.entries.emplace_back(key, Value());
  const std::string text = to_text(map);  // "{key: null}"
  return text.substr(1, text.size() - std::string("{: null}").size());
}

bool is_nested(const Value& value) {
  return (value.kind == Value::Kind::map && !value.entries.empty()) ||
         (value.kind == Value::Kind::sequence && !value.items.empty());
}

void append_block(std::string& text, const Value& value, const std::string& indent);

/// What stands behind "key:" or "-": the value in the line, or the block below.
void append_value(std::string& text, const Value& value, const std::string& indent, std::size_t used) {
  const std::string line = to_text(value);
  if (!is_nested(value) || used + line.size() < kWidth) {
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
