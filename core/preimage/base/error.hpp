// The three kinds of error that the program reports in one line. The driver turns each into an exit
// code (README, "Exit codes"); messages name what was found, where, and what was expected.
#pragma once

#include <stdexcept>
#include <string>

namespace preimage {

/// The user's configuration or command line is wrong. "file:line:column: key.path: what was expected".
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file is missing, unreadable, damaged, or cannot be written. "file:line: what was found".
class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A computation has no finite or no unique answer. The cell that ran it fails; the others go on.
class NumericalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace preimage
