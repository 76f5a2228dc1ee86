#include "preimage/base/markup.hpp"

#include <optional>

#include "preimage/base/text.hpp"

namespace preimage::base {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// Text without control characters and bytes that are no UTF-8.
void append_escaped(std::string& result, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      case '\n':
        result += "&#10;";
        break;
      case '\r':
        result += "&#13;";
        break;
      case '\t':
        result += "&#9;";
        break;
      default:
        result += c;
    }
    const std::string_view last = text.substr(i < 2 ? 0 : i - 2, i < 2 ? 0 : 3);
    if (last == "\xEF\xBF\xBE" || last == "\xEF\xBF\xBF")  // U+FFFE and U+FFFF
      result.replace(result.size() - last.size(), last.size(), kReplacement);
  }
}

}  // namespace

std::string markup_escaped(std::string_view text) {
  std::string result;
  for (;;) {
    const std::optional<BadByte> bad = find_bad_byte(text);
    append_escaped(result, text.substr(0, bad ? bad->offset : text.size()));
    if (!bad) return result;
    result += kReplacement;
    text.remove_prefix(bad->offset + 1);
  }
}

}  // namespace preimage::base
