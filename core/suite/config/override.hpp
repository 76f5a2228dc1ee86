// A value of a config that the command line replaces: --set learners.kde.ridge=0.1
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/config/value.hpp"

namespace preimage::suite::config {

struct Override {
  std::string path, value;  // dotted; YAML flow text
  /// "learners.kde.ridge=0.1"
  std::string text() const { return path + "=" + value; }
  bool operator==(const Override&) const = default;
};

/// Each is weighed against each reading, so that thousands take minutes.
inline constexpr std::size_t kMaxOverrides = 200;

/// "path=value".
/// throws  ConfigError
Override parse_override(const std::string& text);

/// `value` with each path set, in their order.
/// option  that they came from, for messages: "--set"
/// throws  ConfigError where a value is no YAML or a path runs through something that is no map
Value with_overrides(Value value, const std::vector<Override>& overrides, const std::string& option);

}  // namespace preimage::suite::config
