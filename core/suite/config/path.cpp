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
  const Value* value;  // null: not there
  std::size_t next;    // the first part that is still to be found below it
};

/// Parts `first` to `first + count - 1` as one key.
std::string joined(const PathParts& parts, std::size_t first, std::size_t count) {
  const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(first);
  return path_text({begin, begin + static_cast<std::ptrdiff_t>(count)});
}

/// How many parts name the next key: as many as are one that is there.
std::size_t key_parts(const Value* map, const PathParts& parts, std::size_t first) {
  for (std::size_t count = parts.size() - first; map != nullptr && count > 1; --count) {
    if (map->find(joined(parts, first, count)) != nullptr) return count;
  }
  return 1;
}

/// The place with all further parts, there or not.
PathParts ended(Place place, const PathParts& parts) {
  while (place.next < parts.size()) {
    const std::size_t count = key_parts(place.value, parts, place.next);
    place.path.push_back(joined(parts, place.next, count));
    if (place.value != nullptr) place.value = place.value->find(place.path.back());
    place.next += count;
  }
  return place.path;
}

/// Those of the entries below `places` whose keys match their next part.
std::vector<Place> step(const std::vector<Place>& places, const PathParts& parts) {
  std::vector<Place> next;
  for (const Place& place : places) {
    const std::size_t count = key_parts(place.value, parts, place.next);
    const std::string pattern = joined(parts, place.next, count);
    for (const auto& [key, value] : place.value->entries) {
      if (!matches(pattern, key)) continue;
      next.push_back({place.path, &value, place.next + count});
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
  std::vector<PathParts> paths;
  // Each round takes the places one key further down: they come in the order of the file, those below keys of several parts first.
  std::vector<Place> places = {{{}, &root, 0}};
  while (!places.empty()) {
    std::vector<Place> open;
    for (Place& place : places) {
      if (place.next < matched)
        open.push_back(std::move(place));
      else
        paths.push_back(ended(std::move(place), parts));
    }
    places = step(open, parts);
  }
  return paths;
}

PathParts parts_in(const Value& root, const std::string& path, const Mark& mark) {
  return ended({{}, &root, 0}, split_path(path, mark));
}

std::string why_unmatched(const Value& root, const std::string& path, const Mark& mark) {
  const PathParts parts = split_path(path, mark);
  std::vector<Place> places = {{{}, &root, 0}};
  for (std::size_t walked = 0; walked < parts.size(); walked = places.front().next) {
    std::vector<Place> next = step(places, parts);
    if (!next.empty()) {
      places = std::move(next);
      continue;
    }
    std::set<std::string> names;
    for (const Place& place : places) {
      for (const auto& [key, value] : place.value->entries) names.insert(key);
    }
    std::string plain = parts[walked];
    std::erase(plain, '*');
    return fmt::format("{} matches nothing in {}{}", base::excerpt(parts[walked]),
                       walked == 0 ? "the config" : base::name_excerpt(joined(parts, 0, walked)),
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
  set_path(root, parts_in(root, path, value.mark), value);
}

}  // namespace preimage::suite::config
