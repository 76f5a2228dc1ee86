#pragma once

#include <string>

namespace preimage::base {

/// The last line of a text that is not blank, without its end and blanks before it; "" where there is none.
inline std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "";
  const std::size_t before = text.find_last_of('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, end + 1 - begin);
}

}  // namespace preimage::base
