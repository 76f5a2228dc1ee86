#include "preimage/base/markup.hpp"

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
