// What a reading changes of its config: paths, and values for them.
#include <algorithm>
#include <string_view>

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

/// A `*` is refused with the paths to write, where one part of the path has one: those that the config has.
[[noreturn]] void refuse_star(const Value& root, const Reader& entry, const std::string& key) {
  const std::size_t star = key.find('*');
  const std::size_t begin = key.rfind('.', star) + 1, end = std::min(key.find('.', star), key.size());
  const Value* map = begin == 0 ? &root : config::value_at(root, key.substr(0, begin - 1));
  const std::string head = key.substr(begin, star - begin), tail = key.substr(star + 1, end - star - 1);
  std::string paths;
  for (const auto& [name, value] : map == nullptr ? root.entries : map->entries) {
    const std::string path = key.substr(0, begin) + name + key.substr(end);
    if (name.size() >= head.size() + tail.size() && name.starts_with(head) && name.ends_with(tail) &&
        config::value_at(root, path) != nullptr)
      paths += (paths.empty() ? ": " : ", ") + path;
  }
  entry.fail(key, "no `*` is read; write each path" + paths);
}

}  // namespace

bool is_of_whole_config(const std::string& key) {
  return std::ranges::find(kWholeConfig, key) != std::end(kWholeConfig);
}

Value with_changes(const Value& root, const Reader& entry) {
  Value changed = root;
  for (const std::string& key : entry.keys()) {
    if (key == keys::kNote.name || key == keys::kChoices.name) continue;
    if (key.find('*') != std::string::npos) refuse_star(root, entry, key);
    const Value& value = entry.raw(key);
    const PathParts path = config::parts_in(root, key, value.mark);
    if (is_of_whole_config(path.front()))
      entry.fail(key, "belongs to the whole config, a reading cannot change it");
    config::set_path(changed, path, value);
  }
  return changed;
}

}  // namespace preimage::suite::study
