#pragma once

#include <stdexcept>

namespace preimage::suite {

/// The user's configuration or command line is wrong. "file:line:column: key.path: what was expected".
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace preimage::suite
