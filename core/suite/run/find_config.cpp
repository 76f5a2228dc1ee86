#include "suite/run/find_config.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/data/table_reader.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEnding = ".yaml";

fs::path own_folder() {
  return data::project_root() / "configs";
}

template <class Iterator>
std::vector<fs::path> configs_in(Iterator entries) {
  std::vector<fs::path> configs;
  for (const auto& entry : entries) {
    if (entry.path().extension() == kEnding) configs.push_back(entry.path());
  }
  std::ranges::sort(configs);
  return configs;
}

/// A folder of the name is none; what cannot be looked at is an error of its reader.
bool is_there(const fs::path& path) {
  std::error_code unreadable;
  const fs::file_status status = fs::status(path, unreadable);
  return status.type() != fs::file_type::not_found && !fs::is_directory(status);
}

}  // namespace

std::vector<fs::path> own_configs() {
  return configs_in(fs::directory_iterator(own_folder()));
}

std::vector<fs::path> all_own_configs() {
  return configs_in(fs::recursive_directory_iterator(own_folder()));
}

fs::path name_of_own_config(const fs::path& config) {
  return config.lexically_relative(own_folder());
}

fs::path find_config(const fs::path& given) {
  // Among options, as in the words of a worker and in printed commands, it is no option then.
  if (given.string().starts_with('-')) return find_config("." / given);
  fs::path with_ending = given;
  with_ending += kEnding;
  for (const fs::path& candidate : {given, with_ending}) {
    if (!is_there(candidate)) continue;
    if (!data::is_name_of_table(candidate)) return candidate;
    throw ConfigError(fmt::format("{0} holds data and is no config: `preimage init {1}` writes one for it",
                                  given.string(), study::shell_quoted(given.string())));
  }
  if (given.has_parent_path()) {
    for (const fs::path& candidate : {own_folder() / given, own_folder() / with_ending}) {
      if (is_there(candidate)) return candidate;
    }
    return given;  // its reader says why not
  }
  std::vector<fs::path> found;
  std::vector<std::string> names;
  for (const fs::path& config : all_own_configs()) {
    if (config.filename() == given || config.stem() == given) found.push_back(config);
    names.push_back(config.stem().string());
  }
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    throw ConfigError(fmt::format("config '{}': there are {} of that name, {} and {}: name one by its path",
                                  given.string(), found.size(), found[0].string(), found[1].string()));
  }
  std::error_code unreadable;  // the working folder may be gone
  for (fs::directory_iterator entry(".", unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    if (entry->path().extension() == kEnding) names.push_back(entry->path().stem().string());
  }
  throw ConfigError(fmt::format("config '{}': no such file, and none of that name in configs/{}",
                                given.string(), base::suggestion(given.stem().string(), names)));
}

}  // namespace preimage::suite::run
