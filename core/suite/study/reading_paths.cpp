// What a reading changes of its config: paths, and values for them.
#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "suite/config/path.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/study_parts.hpp"

namespace preimage::suite::study {

namespace {

using config::PathParts;
using config::Reader;
using config::Value;

constexpr std::string_view kWholeConfig[] = {"title", "reproduces", "paper",    "published", "experiment",
                                             "seed",  "readings",   "profiles", "claims",    "figures"};

/// Whether all of `path` are the first parts of `longer`.
bool begins(const PathParts& path, const PathParts& longer) {
  return path.size() <= longer.size() && std::equal(path.begin(), path.end(), longer.begin());
}

/// Which key of the entry sets which path.
class Touched {
 public:
  explicit Touched(const Reader& entry) : entry_(entry) {}

  /// throws  ConfigError where another key sets it, a part of it or what it is a part of, and one of the two has a `*`:
  ///         plain paths may, in the order in which they stand
  void add(const PathParts& path, const std::string& key) {
    PathParts above = path;
    for (above.pop_back(); !above.empty(); above.pop_back()) check(paths_.find(above), path, key);
    for (auto at = paths_.lower_bound(path); at != paths_.end() && begins(path, at->first); ++at)
      check(at, path, key);
    paths_[path] = key;
  }

 private:
  using Paths = std::map<PathParts, std::string>;

  void check(Paths::const_iterator at, const PathParts& path, const std::string& key) const {
    if (at == paths_.end() || (!config::has_wildcard(at->second) && !config::has_wildcard(key))) return;
    entry_.fail(key, fmt::format("sets {}, which '{}' of the same reading sets, too", config::path_text(path),
                                 at->second));
  }

  const Reader& entry_;
  Paths paths_;
};

/// Of a key of the entry: itself, or what it matches.
std::vector<PathParts> paths_of(const Value& root, const Reader& entry, const std::string& key) {
  const config::Mark& mark = entry.raw(key).mark;
  std::vector<PathParts> paths = config::matching_paths(root, key, mark);
  if (paths.empty()) entry.fail(key, config::why_unmatched(root, key, mark));
  for (const PathParts& path : paths) {
    if (is_of_whole_config(path.front()))
      entry.fail(key, "belongs to the whole config, a reading cannot change it");
  }
  return paths;
}

}  // namespace

bool is_of_whole_config(const std::string& key) {
  return std::find(std::begin(kWholeConfig), std::end(kWholeConfig), key) != std::end(kWholeConfig);
}

Value with_changes(const Value& root, const Reader& entry) {
  Value changed = root;
  Touched touched(entry);
  std::size_t values = 0;  // that a `*` makes of one
  for (const std::string& key : entry.keys()) {
    if (key == keys::kNote.name || key == keys::kChoices.name) continue;
    const Value& value = entry.raw(key);
    const std::vector<PathParts> paths = paths_of(root, entry, key);
    if (config::has_wildcard(key)) values += paths.size() * config::extent_of(value).values;
    if (values > config::kMaxNodes)
      entry.fail(key, fmt::format("paths with * set more than {} values", config::kMaxNodes));
    for (const PathParts& path : paths) {
      touched.add(path, key);
      config::set_path(changed, path, value);
    }
  }
  return changed;
}

}  // namespace preimage::suite::study
