// Bytes of a configuration: what counts as text, and how a text is shown on one line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace preimage::base {

/// The first byte that is not text.
struct BadByte {
  std::size_t offset;
  std::string what;  // "invalid UTF-8 (byte 0xff)" or "control character 0x04"
};

/// Finds what is neither valid UTF-8 (RFC 3629: no overlong forms, no surrogates) nor an allowed control
/// character (tab, line feed, carriage return). O(bytes).
std::optional<BadByte> find_bad_byte(std::string_view text);

/// "text" in double quotes, with quotes, backslashes, control characters and bytes that are no UTF-8 escaped:
/// always one line, and different for different texts.
std::string quote(std::string_view text);

/// The same in single quotes and cut after about 60 bytes, for messages.
std::string excerpt(std::string_view text);

/// The same without the quotes: for a name that a file made up, inside a path or a list of names.
std::string name_excerpt(std::string_view name);

}  // namespace preimage::base
