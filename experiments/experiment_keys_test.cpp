// What an experiment reads at the top of a config is declared: `preimage keys` prints it, and the schema
// knows it.
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "experiments/experiment_table.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/study.hpp"
#include "testing/thrown_message.hpp"

namespace fs = std::filesystem;
using namespace preimage;

namespace {

using Keys = std::set<std::string>;

Keys declared_keys(const std::string& experiment) {
  Keys keys;
  for (const suite::study::KeyGroup& group : suite::study::key_groups(experiments::experiment_table())) {
    if (!group.path.empty() && group.path != "experiment." + experiment) continue;
    for (const auto& key : group.keys) keys.insert(key.name);
  }
  return keys;
}

/// The keys that were asked for at the top, as the message for an unknown one lists them.
Keys keys_asked(const fs::path& path) {
  suite::config::Value root = suite::config::load_yaml(path);
  suite::config::set_path(root, "zzzzzzzzzzzzzzzzzzzz", suite::config::parse_value("1", "test"));
  const std::string message = testing::thrown_message<suite::ConfigError>(
      [&] { suite::study::parse_study(root, path.stem().string(), {}, experiments::experiment_table()); });
  const std::string before = "zzzzzzzzzzzzzzzzzzzz: unknown key; known: ";
  const std::size_t at = message.find(before);
  REQUIRE_MESSAGE(at != std::string::npos, message);
  std::istringstream list(message.substr(at + before.size()));
  Keys keys;
  for (std::string key; std::getline(list, key, ',');) keys.insert(key.substr(key.front() == ' ' ? 1 : 0));
  return keys;
}

}  // namespace

TEST_CASE("every key that an experiment reads at the top of a config is declared") {
  Keys seen;
  const fs::path root(PREIMAGE_SOURCE_ROOT);
  for (const fs::path& folder : {root / "configs", root / "experiments" / "own_data" / "example",
                                 root / "experiments" / "command" / "example"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".yaml") continue;
      CAPTURE(entry.path().string());
      const std::string experiment = suite::config::load_yaml(entry.path()).find("experiment")->scalar;
      seen.insert(experiment);
      const Keys declared = declared_keys(experiment);
      for (const std::string& key : keys_asked(entry.path())) CHECK_MESSAGE(declared.contains(key), key);
    }
  }
  CHECK(seen.size() >= experiments::experiment_table().size() - 1);
}
