#include "suite/config/path.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"

namespace preimage::suite::config {

namespace {

PathParts split_path(const std::string& path, const Mark& mark) {
  PathParts parts(1);
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

/// Whether `text` is `pattern` with some text in place of each `*`.
bool matches(const std::string& pattern, const std::string& text) {
  std::size_t p = 0, t = 0, star = std::string::npos, resume = 0;  // the last `*`, and where its text may end
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string::npos;
}

struct Place {
  PathParts path;
  const Value* value;
};

/// Those of the entries below `places` whose keys match.
std::vector<Place> step(const std::vector<Place>& places, const std::string& pattern) {
  std::vector<Place> next;
  for (const Place& place : places) {
    for (const auto& [key, value] : place.value->entries) {
      if (!matches(pattern, key)) continue;
      next.push_back({place.path, &value});
      next.back().path.push_back(key);
    }
  }
  return next;
}

/// How many parts have to match keys that are there.
std::size_t count_matched(const PathParts& parts) {
  const auto last = std::find_if(parts.rbegin(), parts.rend(), has_wildcard);
  return static_cast<std::size_t>(parts.rend() - last);
}

}  // namespace

std::string path_text(const PathParts& parts) {
  return fmt::format("{}", fmt::join(parts, "."));
}

bool has_wildcard(const std::string& path) {
  return path.find('*') != std::string::npos;
}

std::vector<PathParts> matching_paths(const Value& root, const std::string& path, const Mark& mark) {
  const PathParts parts = split_path(path, mark);
  const std::size_t matched = count_matched(parts);
  std::vector<Place> places = {{{}, &root}};
  for (std::size_t i = 0; i < matched; ++i) places = step(places, parts[i]);
  std::vector<PathParts> paths;
  for (Place& place : places) {
    place.path.insert(place.path.end(), parts.begin() + static_cast<std::ptrdiff_t>(matched), parts.end());
    paths.push_back(std::move(place.path));
  }
  return paths;
}

std::string why_unmatched(const Value& root, const std::string& path, const Mark& mark) {
  std::vector<Place> places = {{{}, &root}};
  PathParts walked;
  for (const std::string& part : split_path(path, mark)) {
    std::vector<Place> next = step(places, part);
    if (!next.empty()) {
      places = std::move(next);
      walked.push_back(part);
      continue;
    }
    std::set<std::string> names;
    for (const Place& place : places) {
      for (const auto& [key, value] : place.value->entries) names.insert(key);
    }
    std::string plain = part;
    std::erase(plain, '*');
    return fmt::format("{} matches nothing in {}{}", base::excerpt(part),
                       walked.empty() ? "the config" : base::name_excerpt(path_text(walked)),
                       base::suggestion(plain, {names.begin(), names.end()}));
  }
  return "";
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
    target = &entry_of(*target, part, replacement.mark);
    walked += (walked.empty() ? "" : ".") + part;
  }
  *target = std::move(replacement);
}

void set_path(Value& root, const std::string& path, const Value& value) {
  set_path(root, split_path(path, value.mark), value);
}

}  // namespace preimage::suite::config
