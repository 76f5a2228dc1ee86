#include "suite/figures/markup.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <nettle/base64.h>

#include "preimage/base/text.hpp"

namespace preimage::suite::figures {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

constexpr std::pair<char, std::string_view> kEscapes[] = {{'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"},
                                                          {'"', "&quot;"}, {'\'', "&#39;"}, {'\n', "&#10;"},
                                                          {'\r', "&#13;"}, {'\t', "&#9;"}};

/// Text without control characters and bytes that are no UTF-8.
void append_escaped(std::string& result, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto* escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                      [&](const auto& one) { return one.first == text[i]; });
    result += escape == std::end(kEscapes) ? text.substr(i, 1) : escape->second;
    const std::string_view last = text.substr(i < 2 ? 0 : i - 2, i < 2 ? 0 : 3);
    if (last == "\xEF\xBF\xBE" || last == "\xEF\xBF\xBF")  // U+FFFE and U+FFFF
      result.replace(result.size() - last.size(), last.size(), kReplacement);
  }
}

}  // namespace

std::string markup_escaped(std::string_view text) {
  std::string result;
  for (;;) {
    const std::optional<base::BadByte> bad = base::find_bad_byte(text);
    append_escaped(result, text.substr(0, bad ? bad->offset : text.size()));
    if (!bad) return result;
    result += kReplacement;
    text.remove_prefix(bad->offset + 1);
  }
}

std::string base64(std::string_view bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const unsigned char*>(bytes.data()));
  return text;
}

}  // namespace preimage::suite::figures
