// Configs of tests, without the lines that all of them share.
#pragma once

#include <string>

#include <fmt/format.h>

namespace preimage::testing {

/// The text of a config of seed 1 whose one profile, quick, has all readings; `body` begins at its line 4.
inline std::string config_of(const std::string& experiment, const std::string& body, int repetitions = 1) {
  return fmt::format(
      "title: t\nexperiment: {}\nseed: 1\n{}profiles: {{quick: {{repetitions: {}, readings: all}}}}\n",
      experiment, body, repetitions);
}

/// A config of own data; outer  its outer folds, such as "folds: 3"
inline std::string own_config(const std::string& outer, const std::string& body, int repetitions = 1) {
  return config_of("own_data", body + "protocol: {outer: {" + outer + "}, inner: {folds: 2}}\n", repetitions);
}

}  // namespace preimage::testing
