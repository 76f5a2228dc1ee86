#include "suite/own_data/alike_names.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using preimage::suite::own_data::alike_warnings;
using Names = std::vector<std::string>;

TEST_CASE("names that look alike are named in one line, spelled apart") {
  const std::pair<Names, const char*> cases[] = {
      {{"caf\u00e9", "cafe\u0301"}, "'caf\\u00e9' and 'cafe\\u0301'"},  // Unicode's two forms
      {{"\u1ed9", "o\u0302\u0323", "o\u0323\u0302"}, "'\\u1ed9' and 'o\\u0302\\u0323' and 'o\\u0323\\u0302'"},
      {{"\ud55c", "\u1112\u1161\u11ab"}, "'\\ud55c' and '\\u1112\\u1161\\u11ab'"},     // Hangul
      {{"\u304c", "\u304b\u3099"}, "'\\u304c' and '\\u304b\\u3099'"},                  // kana
      {{"\u0439", "\u0438\u0306"}, "'\\u0439' and '\\u0438\\u0306'"},                  // Cyrillic
      {{"cat", "ca\u200bt", "\ufeffcat"}, "'cat' and 'ca\\u200bt' and '\\ufeffcat'"},  // no width
      {{"red fox", "red\u00a0fox"}, "'red fox' and 'red\\u00a0fox'"},                  // kinds of blanks
      {{"cat", "cat ", " cat"}, "'cat' and 'cat\\u0020' and '\\u0020cat'"},
      {{"a b", "a  b"}, "'a b' and 'a \\u0020b'"},
      {{"x", "y", "y\u200d", "x\u00ad"}, "'x' and 'x\\u00ad'; 'y' and 'y\\u200d'"}};
  for (const auto& [names, expected] : cases) {
    const Names lines = alike_warnings(names);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front() == std::string("names of outputs that look alike are different ones: ") + expected +
                               "; write each in one way where one is meant");
  }
}

TEST_CASE("names that can be told apart are not named") {
  CHECK(alike_warnings(
            {"cafe", "caf\u00e9", "Cafe", "a b", "ab", "\u00d6l", "Ol", "\ud55c", "\ud558", "1", "01"})
            .empty());
  CHECK(alike_warnings({"\xff", "\xfe", ""}).empty());  // no UTF-8
  CHECK(alike_warnings({}).empty());
}
