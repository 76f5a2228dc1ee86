// What every fuzz target (x_fuzz.cpp) does with an input. core/testing/fuzz.sh builds and runs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace preimage::testing {

/// Ends the process, which is a finding, where a property does not hold.
inline void require(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "the property does not hold: %s\n", property);
  std::abort();
}

/// A refusal is one line that a terminal shows as it is, however long and odd the input.
inline void require_readable(std::string_view message) {
  constexpr std::size_t kLongest = 32768;  // 64 keys of 256 bytes, and words
  require(!message.empty() && message.size() <= kLongest, "a message has a bounded length");
  for (const char c : message) {
    if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') continue;
    std::fprintf(stderr, "%.*s\n", static_cast<int>(message.size()), message.data());
    require(false, "a message holds no control characters");
  }
}

/// Calls `read(input)`. It may throw the documented errors; any other exception reaches libFuzzer, which
/// stops.
template <class Read>
int fuzz(const std::uint8_t* bytes, std::size_t size, Read&& read) {
  try {
    read(std::string_view(reinterpret_cast<const char*>(bytes), size));
  } catch (const std::runtime_error& error) {  // of files, numbers and configs
    require_readable(error.what());
  }
  return 0;
}

}  // namespace preimage::testing
