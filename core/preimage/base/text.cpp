#include "preimage/base/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace preimage::base {

namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;  // 0 continues no sequence
}

bool is_continuation(unsigned byte) {
  return (byte & 0xC0U) == 0x80U;
}

/// Bytes of the UTF-8 sequence at `i`, 0 where it is invalid. The bounds on the second byte keep out overlong
/// forms, surrogates and code points beyond U+10FFFF (RFC 3629, section 4).
std::size_t sequence_length(std::string_view text, std::size_t i) {
  const unsigned lead = byte_at(text, i);
  const unsigned second = byte_at(text, i + 1);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4 || !is_continuation(second)) return 0;
  if (lead < 0xE0) return 2;
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return 0;
  if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
  if (!is_continuation(byte_at(text, i + 2))) return 0;
  if (lead < 0xF0) return 3;
  return is_continuation(byte_at(text, i + 3)) ? 4 : 0;
}

bool is_forbidden_control(unsigned byte) {
  return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F;
}

std::string escape(std::string_view text, char delimiter) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    const std::size_t length = sequence_length(text, i);
    if (c == '\n') {
      escaped += "\\n";
    } else if (c == '\t') {
      escaped += "\\t";
    } else if (length == 0 || byte < 0x20 || byte == 0x7F) {
      escaped += fmt::format("\\x{:02x}", byte);
    } else {
      if (c == delimiter || c == '\\') escaped += '\\';
      escaped += text.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  return escaped;
}

}  // namespace

std::optional<BadByte> find_bad_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    const unsigned byte = byte_at(text, i);
    if (length == 0) return BadByte{i, fmt::format("invalid UTF-8 (byte 0x{:02x})", byte)};
    if (is_forbidden_control(byte)) return BadByte{i, fmt::format("control character 0x{:02x}", byte)};
    i += length;
  }
  return std::nullopt;
}

std::string quote(std::string_view text) {
  return '"' + escape(text, '"') + '"';
}

std::string excerpt(std::string_view text) {
  return '\'' + name_excerpt(text) + '\'';
}

std::string name_excerpt(std::string_view name) {
  constexpr std::size_t kMaxShown = 60;
  std::size_t shown = name.size();
  if (shown > kMaxShown) {
    shown = kMaxShown;
    while (shown > 0 && is_continuation(byte_at(name, shown))) --shown;  // do not cut inside a character
  }
  return escape(name.substr(0, shown), '\'') + (shown < name.size() ? "..." : "");
}

}  // namespace preimage::base
