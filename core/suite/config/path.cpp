#include "suite/config/path.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"

namespace preimage::suite::config {

namespace {

constexpr long kMaxListEntries = 1000;

/// "learners.kde.ridge"
std::string path_text(std::span<const std::string> parts) {
  return fmt::format("{}", fmt::join(parts, "."));
}

PathParts split_path(const std::string& path, const Mark& mark) {
  PathParts parts(1);
  for (const char c : path) c == '.' ? (void)parts.emplace_back() : parts.back().push_back(c);
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

/// "of[2]" as {"of", 2}; nothing of another text.
std::optional<std::pair<std::string, std::size_t>> list_entry(const std::string& part) {
  const std::size_t open = part.rfind('[');
  if (open == std::string::npos || open == 0 || part.back() != ']') return std::nullopt;
  const std::optional<long> number = read_integer(part.substr(open + 1, part.size() - open - 2));
  if (!number || *number < 0 || *number >= kMaxListEntries) return std::nullopt;
  return std::pair(part.substr(0, open), static_cast<std::size_t>(*number));
}

/// What `part` names in `map`: a key, or, where there is no such key, an entry of a list.
Value& place_of(Value& map, const std::string& part, const Mark& mark) {
  const auto entry = map.find(part) == nullptr ? list_entry(part) : std::nullopt;
  if (!entry) return entry_of(map, part, mark);
  Value& list = entry_of(map, entry->first, mark);
  if (list.kind == Value::Kind::null) list.kind = Value::Kind::sequence;
  if (list.kind != Value::Kind::sequence)
    fail_at(mark,
            fmt::format("expected a list at {}, found {}", base::name_excerpt(entry->first), describe(list)));
  if (list.items.size() <= entry->second) {
    Value fresh;
    fresh.mark = mark;
    list.items.resize(entry->second + 1, fresh);
  }
  return list.items[entry->second];
}

/// How many parts name the next key: as many as are one that is there.
std::size_t key_parts(const Value* map, const PathParts& parts, std::size_t first) {
  for (std::size_t count = parts.size() - first; map != nullptr && count > 1; --count) {
    if (map->find(path_text(std::span(parts).subspan(first, count))) != nullptr) return count;
  }
  return 1;
}

}  // namespace

PathParts parts_in(const Value& root, const std::string& path, const Mark& mark) {
  const PathParts parts = split_path(path, mark);
  PathParts keys;
  const Value* place = &root;
  for (std::size_t next = 0, count = 0; next < parts.size(); next += count) {
    count = key_parts(place, parts, next);
    keys.push_back(path_text(std::span(parts).subspan(next, count)));
    if (place != nullptr) place = place->find(keys.back());
  }
  return keys;
}

const Value* value_at(const Value& root, const std::string& path) {
  const Value* value = &root;
  for (const std::string& part : parts_in(root, path, {}))
    value = value == nullptr ? nullptr : value->find(part);
  return value;
}

void set_path(Value& root, const PathParts& parts, const Value& value) {
  Value replacement = value;  // a copy first: `value` may lie inside `root`, whose maps grow below
  replacement.key_mark = value.mark;
  Value* target = &root;
  std::string walked;
  for (const std::string& part : parts) {
    if (target->kind == Value::Kind::null) target->kind = Value::Kind::map;
    if (target->kind != Value::Kind::map) {
      fail_at(replacement.mark,
              fmt::format("{}: expected a map at {}, found {} ({})", base::name_excerpt(path_text(parts)),
                          walked.empty() ? "the root" : base::name_excerpt(walked), describe(*target),
                          target->mark.text()));
    }
    target = &place_of(*target, part, replacement.mark);
    walked += (walked.empty() ? "" : ".") + part;
  }
  *target = std::move(replacement);
}

void set_path(Value& root, const std::string& path, const Value& value) {
  set_path(root, parts_in(root, path, value.mark), value);
}

}  // namespace preimage::suite::config
