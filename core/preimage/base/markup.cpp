#include "preimage/base/markup.hpp"

namespace preimage::base {

std::string markup_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
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
        if (static_cast<unsigned char>(c) < 0x20)
          result += "\xEF\xBF\xBD";
        else
          result += c;
    }
  }
  return result;
}

}  // namespace preimage::base
