#include "preimage/base/text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/fewest_edits.hpp"

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

/// The code point of the valid sequence of `length` bytes at `i`.
char32_t code_point(std::string_view text, std::size_t i, std::size_t length) {
  if (length == 1) return byte_at(text, i);
  char32_t code = byte_at(text, i) & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) code = (code << 6U) | (byte_at(text, i + k) & 0x3FU);
  return code;
}

bool is_obeyed(char32_t code) {
  const bool is_c0 = code < 0x20 && code != '\t' && code != '\n';
  const bool is_c1 = code >= 0x7F && code < 0xA0;
  const bool is_mark = code == 0x061C || code == 0x200E || code == 0x200F;
  return is_c0 || is_c1 || is_mark || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

/// Whether nothing is seen of it, or a blank that is not that of ASCII: Unicode's
/// Default_Ignorable_Code_Point and Zs.
bool is_unseen(char32_t code) {
  constexpr std::pair<char32_t, char32_t> kRanges[] = {
      {0xA0, 0xA0},     {0xAD, 0xAD},       {0x34F, 0x34F},     {0x115F, 0x1160},  {0x1680, 0x1680},
      {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x2000, 0x200F},   {0x202F, 0x202F},  {0x205F, 0x206F},
      {0x3000, 0x3000}, {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},  {0xFFA0, 0xFFA0},
      {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [code](const auto& range) { return code >= range.first && code <= range.second; });
}

/// The sequence of `length` bytes at `i`, escaped where `is_escaped` says so; 0: one byte that is no UTF-8.
template <class IsEscaped>
std::string shown_sequence(std::string_view text, std::size_t i, std::size_t length, IsEscaped is_escaped) {
  if (length == 0) return fmt::format("\\x{:02x}", byte_at(text, i));
  const char32_t code = code_point(text, i, length);
  if (!is_escaped(code)) return std::string(text.substr(i, length));
  const auto number = static_cast<unsigned>(code);
  if (code < 0x80) return fmt::format("\\x{:02x}", number);
  return code < 0x10000 ? fmt::format("\\u{:04x}", number) : fmt::format("\\U{:08x}", number);
}

template <class IsEscaped>
std::string escape(std::string_view text, char delimiter, IsEscaped is_escaped) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t length = sequence_length(text, i);
    if (c == '\n') {
      escaped += "\\n";
    } else if (c == '\t') {
      escaped += "\\t";
    } else {
      if (c == delimiter || c == '\\') escaped += '\\';
      escaped += shown_sequence(text, i, length, is_escaped);
    }
    i += std::max<std::size_t>(length, 1);
  }
  return escaped;
}

/// For messages: signs that are not seen are escaped, too.
std::string escape_unseen(std::string_view text) {
  return escape(text, '\'', [](char32_t code) { return is_obeyed(code) || is_unseen(code); });
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

std::optional<BadByte> find_unshowable(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return BadByte{i, fmt::format("invalid UTF-8 (byte 0x{:02x})", byte_at(text, i))};
    const char32_t code = code_point(text, i, length);
    const bool ends_line = code == '\r' && byte_at(text, i + 1) == '\n';
    if (is_obeyed(code) && !ends_line) {
      const auto number = static_cast<unsigned>(code);
      return BadByte{i, number < 0x80 ? fmt::format("control character 0x{:02x}", number)
                                      : fmt::format("control character U+{:04X}", number)};
    }
    i += length;
  }
  return std::nullopt;
}

std::string shown(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0 && byte_at(text, i) >= 0xA0)
      result += text[i];
    else
      result += shown_sequence(text, i, length, is_obeyed);
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

std::string quote(std::string_view text) {
  return '"' + escape(text, '"', is_obeyed) + '"';
}

std::string excerpt(std::string_view text) {
  return '\'' + name_excerpt(text) + '\'';
}

std::string excerpt_of_end(std::string_view text) {
  constexpr std::size_t kMostShown = 200;
  std::size_t begin = text.size() > kMostShown ? text.size() - kMostShown : 0;
  while (begin > 0 && is_continuation(byte_at(text, begin))) ++begin;  // do not cut inside a character
  return fmt::format("'{}{}'", begin > 0 ? "..." : "", escape_unseen(text.substr(begin)));
}

std::string name_excerpt(std::string_view name) {
  constexpr std::size_t kMaxShown = 60;
  std::size_t shown = name.size();
  if (shown > kMaxShown) {
    shown = kMaxShown;
    while (shown > 0 && is_continuation(byte_at(name, shown))) --shown;  // do not cut inside a character
  }
  return escape_unseen(name.substr(0, shown)) + (shown < name.size() ? "..." : "");
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  return fewest_edits(a, b);
}

}  // namespace preimage::base
