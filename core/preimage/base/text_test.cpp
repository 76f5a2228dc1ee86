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
std::string unshowable(const std::string& text) {
  const auto bad = find_unshowable(text);
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

TEST_CASE("what a terminal obeys instead of showing it is found, and line ends are none of it") {
  CHECK(unshowable("plain\ttext\r\n\n\xC3\xA9\xC2\xA0\xE2\x80\xA7\xE2\x81\xA5\xEF\xBB\xBF") == "");
  CHECK(unshowable("a\rb") == "1: control character 0x0d");
  CHECK(unshowable("a\r") == "1: control character 0x0d");
  CHECK(unshowable("\x1b[2J") == "0: control character 0x1b");
  CHECK(unshowable("a\xC2\x80") == "1: control character U+0080");
  CHECK(unshowable("a\xC2\x9B"
                   "31m") == "1: control character U+009B");
  CHECK(unshowable("\xD8\x9C") == "0: control character U+061C");
  CHECK(unshowable("\xE2\x80\x8E") == "0: control character U+200E");
  CHECK(unshowable("\xE2\x80\x8F") == "0: control character U+200F");
  for (const char last : {'\xA8', '\xA9', '\xAA', '\xAE'})
    CHECK(unshowable(std::string("\xE2\x80") + last) != "");
  CHECK(unshowable("\xE2\x81\xA6") == "0: control character U+2066");
  CHECK(unshowable("\xE2\x81\xA9") == "0: control character U+2069");
  CHECK(unshowable("a\xFF") == "1: invalid UTF-8 (byte 0xff)");
}

TEST_CASE("a text for the terminal keeps its lines and loses what a terminal obeys") {
  CHECK(shown("a\tb\n\xC3\xA9\xE9") == "a\tb\n\xC3\xA9\xE9");
  CHECK(shown("\x1b[2J\r") == "\\x1b[2J\\x0d");
  CHECK(shown("\xC2\x9B\xE2\x80\xAE") == "\\u009b\\u202e");
  CHECK(shown("\x9B"
              "31m") == "\\x9b31m");  // as a terminal of 8 bits reads it
  CHECK(quote("\xC2\x9B\xE2\x80\xAE\xE2\x80\xA8") == "\"\\u009b\\u202e\\u2028\"");
}

TEST_CASE("a text is shown on one line") {
  CHECK(quote("a \"b\" \\ c\n\t\r") == R"("a \"b\" \\ c\n\t\x0d")");
  CHECK(quote("\xC3\xA9 \xE9 \xC3") == "\"\xC3\xA9 \\xe9 \\xc3\"");
  CHECK(excerpt("it's\n") == R"('it\'s\n')");
}

TEST_CASE("a message shows signs that are not visible; a text that is compared stays what it is") {
  CHECK(excerpt("\xEF\xBB\xBF{") == "'\\ufeff{'");  // a byte order mark
  CHECK(excerpt("1\xC2\xA0"
                "2\xE2\x80\xAF"
                "3") == "'1\\u00a02\\u202f3'");  // blanks that do not break
  CHECK(excerpt("a\xE2\x80\x8B\xE2\x81\xA0\xC2\xADz") == "'a\\u200b\\u2060\\u00adz'");  // of no width
  CHECK(excerpt_of_end("\xE3\x80\x80") == "'\\u3000'");        // a blank of East Asia
  CHECK(name_excerpt("a\xF3\xA0\x80\x81") == "a\\U000e0001");  // a tag
  CHECK(excerpt("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80") == "'\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80'");
  CHECK(quote("\xEF\xBB\xBF") == "\"\xEF\xBB\xBF\"");
  CHECK(shown("\xC2\xA0") == "\xC2\xA0");
}

TEST_CASE("a name inside a path is shown like a text, without quotes") {
  CHECK(name_excerpt("ridge") == "ridge");
  CHECK(name_excerpt("\x1b[2J" + std::string(60, 'x')) == "\\x1b[2J" + std::string(56, 'x') + "...");
}

TEST_CASE("a long text is cut, but not inside a character") {
  CHECK(excerpt(std::string(60, 'x')) == "'" + std::string(60, 'x') + "'");
  CHECK(excerpt(std::string(61, 'x')) == "'" + std::string(60, 'x') + "...'");
  CHECK(excerpt(std::string(59, 'x') + "\xC3\xA9") == "'" + std::string(59, 'x') + "...'");
  CHECK(excerpt_of_end(std::string(200, 'x')) == "'" + std::string(200, 'x') + "'");
  CHECK(excerpt_of_end("a" + std::string(198, 'x') + "'\n") == "'..." + std::string(198, 'x') + "\\'\\n'");
  CHECK(excerpt_of_end("\xC3\xA9" + std::string(199, 'x')) == "'..." + std::string(199, 'x') + "'");
}

TEST_CASE("edit distance: insertions, deletions and substitutions") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("abc", "abc") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("flaw", "lawn") == 2);
  CHECK(edit_distance("sitting", "kitten") == 3);  // symmetric
  CHECK(edit_distance("ab", "ba") == 2);           // no transposition
}

}  // namespace preimage::base
