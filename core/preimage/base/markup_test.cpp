#include "preimage/base/markup.hpp"

#include <string>
#include <utility>

#include <doctest/doctest.h>

using preimage::base::markup_escaped;

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
