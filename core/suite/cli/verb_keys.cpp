#include <iostream>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/config_keys.hpp"

namespace preimage::suite::cli {

int verb_keys(const study::ExperimentTable& experiments, const std::string& path, bool is_schema) {
  if (is_schema) {
    if (!path.empty()) throw ConfigError("keys: --schema is of all keys; leave out " + path);
    std::cout << study::config_schema(experiments);
    return kOk;
  }
  std::vector<study::KeyGroup> groups = study::key_groups(experiments);
  if (!path.empty()) groups = study::select_keys(groups, path);
  for (const study::KeyGroup& group : groups) {
    std::cout << fmt::format("{}{}\n", group.path.empty() ? "" : group.path + ": ", group.summary);
    for (const std::string& line : registry::lines_of(group.keys)) std::cout << "  " << line << "\n";
    if (!group.example.empty()) std::cout << "  example: " << group.example << "\n";
  }
  return kOk;
}

}  // namespace preimage::suite::cli
