#include "preimage/base/text.hpp"

#include <string>

#include <doctest/doctest.h>

namespace preimage::base {

namespace {
/// "offset: what" of the first bad byte, "" where there is none.
std::string bad_byte(const std::string& text) {
  const auto bad = find_bad_byte(text);
  return bad ? std::to_string(bad->offset) + ": " + bad->what : "";
}
}  // namespace

TEST_CASE("valid UTF-8 passes, of every length and at every bound") {
  CHECK(bad_byte("") == "");
  CHECK(bad_byte("plain\ttext\r\n") == "");
  CHECK(bad_byte("\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBF") == "");
  CHECK(bad_byte("\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF") == "");
}

TEST_CASE("invalid UTF-8 is found") {
  CHECK(bad_byte("ab\xFF") == "2: invalid UTF-8 (byte 0xff)");
  CHECK(bad_byte("\x80") == "0: invalid UTF-8 (byte 0x80)");
  CHECK(bad_byte("\xC0\x80") == "0: invalid UTF-8 (byte 0xc0)");          // overlong NUL
  CHECK(bad_byte("\xE0\x9F\xBF") == "0: invalid UTF-8 (byte 0xe0)");      // overlong
  CHECK(bad_byte("\xF0\x8F\xBF\xBF") == "0: invalid UTF-8 (byte 0xf0)");  // overlong
  CHECK(bad_byte("\xED\xA0\x80") == "0: invalid UTF-8 (byte 0xed)");      // surrogate
  CHECK(bad_byte("\xF4\x90\x80\x80") == "0: invalid UTF-8 (byte 0xf4)");  // beyond U+10FFFF
  CHECK(bad_byte("a\xC3") == "1: invalid UTF-8 (byte 0xc3)");             // cut off
  CHECK(bad_byte("a\xE2\x82") == "1: invalid UTF-8 (byte 0xe2)");         // cut off
  CHECK(bad_byte("a\xF0\x9F\x98 ") == "1: invalid UTF-8 (byte 0xf0)");    // cut off
}

TEST_CASE("control characters are found") {
  CHECK(bad_byte(std::string("a\0b", 3)) == "1: control character 0x00");
  CHECK(bad_byte("a\x04") == "1: control character 0x04");
  CHECK(bad_byte("\x7F") == "0: control character 0x7f");
}

TEST_CASE("a text is shown on one line") {
  CHECK(quote("a \"b\" \\ c\n\t\r") == R"("a \"b\" \\ c\n\t\x0d")");
  CHECK(quote("\xC3\xA9 \xE9 \xC3") == "\"\xC3\xA9 \\xe9 \\xc3\"");
  CHECK(excerpt("it's\n") == R"('it\'s\n')");
}

TEST_CASE("a name inside a path is shown like a text, without quotes") {
  CHECK(name_excerpt("ridge") == "ridge");
  CHECK(name_excerpt("\x1b[2J" + std::string(60, 'x')) == "\\x1b[2J" + std::string(56, 'x') + "...");
}

TEST_CASE("a long text is cut, but not inside a character") {
  CHECK(excerpt(std::string(60, 'x')) == "'" + std::string(60, 'x') + "'");
  CHECK(excerpt(std::string(61, 'x')) == "'" + std::string(60, 'x') + "...'");
  CHECK(excerpt(std::string(59, 'x') + "\xC3\xA9") == "'" + std::string(59, 'x') + "...'");
}

}  // namespace preimage::base
