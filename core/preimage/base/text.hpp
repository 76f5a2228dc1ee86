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

/// The first byte that is not text, or begins a character that a terminal obeys instead of showing: a control
/// character beside tab and line end (LF or CRLF), U+0080 to U+009F included, or one that turns the direction
/// of writing (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069) or ends a line (U+2028, U+2029).
/// O(bytes).
std::optional<BadByte> find_unshowable(std::string_view text);

/// The text as a terminal may be given it: such characters are escaped, "\x1b" or "\u202e", but tabs and line
/// feeds stay, and so do bytes that are no UTF-8 and that no terminal obeys (0xA0 to 0xFF).
std::string shown(std::string_view text);

/// "text" in double quotes, with quotes, backslashes, what find_unshowable finds and line ends escaped:
/// always one line, and different for different texts.
std::string quote(std::string_view text);

/// The same in single quotes, cut after about 60 bytes, for messages: unseen signs are escaped, too.
std::string excerpt(std::string_view text);

/// The same with the last 200 bytes or so, behind "...", of a longer text: for lines of programs, at whose
/// end stand the file's name and what went wrong.
std::string excerpt_of_end(std::string_view text);

/// excerpt() without the quotes: for a name that a file made up, inside a path or a list of names.
std::string name_excerpt(std::string_view name);

/// Levenshtein distance: the fewest insertions, deletions and substitutions of a byte that make b from a.
/// cost O(|a| |b|)
std::size_t edit_distance(const std::string& a, const std::string& b);

/// The last line of a text that is not blank, without its end and blanks before it; "" where there is none.
inline std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "";
  const std::size_t before = text.find_last_of('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, end + 1 - begin);
}

}  // namespace preimage::base
