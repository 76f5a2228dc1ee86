#include "suite/figures/markup.hpp"

#include <string>
#include <utility>

#include <doctest/doctest.h>

using preimage::suite::figures::base64;
using preimage::suite::figures::markup_escaped;

TEST_CASE("markup is escaped for content and attributes; the rest is left alone") {
  CHECK(markup_escaped("<a href=\"x\">R&D's</a>") == "&lt;a href=&quot;x&quot;&gt;R&amp;D&#39;s&lt;/a&gt;");
  CHECK(markup_escaped("Sch\xC3\xB6lkopf \xE2\x80\xA0") == "Sch\xC3\xB6lkopf \xE2\x80\xA0");
  CHECK(markup_escaped("a\tb\r\nc") == "a&#9;b&#13;&#10;c");
  CHECK(markup_escaped(std::string_view("a\0b\x1f", 4)) ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
  CHECK(markup_escaped("") == "");
}

TEST_CASE("what XML cannot hold is U+FFFD, and its neighbours are left alone") {
  const std::string replacement = "\xEF\xBF\xBD";
  const std::pair<std::string, std::string> cases[] = {
      {"a\xEF\xBF\xBE<", "a" + replacement + "&lt;"},            // U+FFFE
      {"\xEF\xBF\xBF\xEF\xBF\xBE", replacement + replacement},   // U+FFFF, U+FFFE
      {"\xEF\xBF\xBD\xEF\xBE\xBF", "\xEF\xBF\xBD\xEF\xBE\xBF"},  // U+FFFD, U+FFBF
      {"\xF0\x9F\xBF\xBE\xEF\xBB\xBF",
       "\xF0\x9F\xBF\xBE\xEF\xBB\xBF"},                            // U+1FFFE, which XML holds, and U+FEFF
      {"a\xFFz\xC3", "a" + replacement + "z" + replacement},       // no UTF-8
      {"\xED\xA0\x80", replacement + replacement + replacement}};  // a surrogate
  for (const auto& [text, expected] : cases) CHECK(markup_escaped(text) == expected);
}

TEST_CASE("base64: the test vectors of RFC 4648") {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) CHECK(base64(bytes) == text);
}

TEST_CASE("base64: bytes of more than one part, with zeros and high bits, have no padding inside") {
  const std::string bytes(std::size_t{7} << 20, '\xff');
  const std::string text = base64(bytes);
  CHECK(text.size() == (bytes.size() + 2) / 3 * 4);
  CHECK(text.find('=') == text.size() - 2);  // 7 * 2^20 = 1 mod 3
  CHECK(text.find_first_not_of('/') == text.size() - 3);
  CHECK(base64(std::string(3, '\0')) == "AAAA");
}
