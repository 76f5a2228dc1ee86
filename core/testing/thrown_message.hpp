#pragma once

#include <string>

namespace preimage::testing {

/// The what() of the `Error` that `action` throws; a text that no test expects where it throws nothing.
/// Error messages are part of the interface, so they are tested as values.
template <class Error, class Action>
std::string thrown_message(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "(nothing was thrown)";
}

}  // namespace preimage::testing
