#include "suite/own_data/name_warnings.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using preimage::suite::own_data::name_warnings;
using Names = std::vector<std::string>;

TEST_CASE("names that look alike are named in one line") {
  const std::pair<Names, const char*> cases[] = {
      {{"caf\u00e9", "cafe\u0301"}, "'caf\u00e9' and 'cafe\u0301'"},  // Unicode's two forms
      {{"\u1ed9", "o\u0302\u0323", "o\u0323\u0302"}, "'\u1ed9' and 'o\u0302\u0323' and 'o\u0323\u0302'"},
      {{"\ud55c", "\u1112\u1161\u11ab"}, "'\ud55c' and '\u1112\u1161\u11ab'"},  // Hangul
      {{"\u304c", "\u304b\u3099"}, "'\u304c' and '\u304b\u3099'"},              // kana
      {{"\u0439", "\u0438\u0306"}, "'\u0439' and '\u0438\u0306'"},              // Cyrillic
      {{"cat", "ca\u200bt"}, "'cat' and 'ca\\u200bt'"},                         // no width
      {{"red fox", "red\u00a0fox"}, "'red fox' and 'red\\u00a0fox'"},           // kinds of blanks
      {{"x", "y", "y\u200d", "x\u00ad"}, "'x' and 'x\\u00ad'; 'y' and 'y\\u200d'"},
      {{"P1", "p1"}, "'P1' and 'p1'"},
      {{"True", "TRUE", "true"}, "'True' and 'TRUE' and 'true'"},
      {{"1", "1.0", "01", "2"}, "'1' and '1.0' and '01'"},
      {{"stra\u00dfe", "STRASSE"}, "'stra\u00dfe' and 'STRASSE'"},  // case folding
      {{"\uff21", "A"}, "'\uff21' and 'A'"}};                       // wide
  for (const auto& [names, expected] : cases) {
    const Names lines = name_warnings("outputs", names);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front() == std::string("names of outputs that look alike are different ones: ") + expected +
                               "; write each in one way where one is meant");
  }
}

TEST_CASE("names that can be told apart are not named") {
  const Names apart = {"cafe",   "caf\u00e9", "a b", "ab", "\u00d6l",          "Ol",
                       "\ud55c", "\ud558",    "1",   "10", "9007199254740992", "9007199254740993",
                       "1A",     "+",         "-"};
  CHECK(name_warnings("outputs", apart).empty());
  CHECK(name_warnings("outputs", {"\xff", "\xfe", ""}).empty());  // no UTF-8
  CHECK(name_warnings("outputs", {}).empty());
}

TEST_CASE("names that look like missing values are named with the key that makes them such") {
  const Names lines = name_warnings("outputs", {"cat", "\\N", "#DIV/0!", "."});
  REQUIRE(lines.size() == 1);
  CHECK(lines.front() ==
        "names of outputs look like missing values: '\\\\N', '#DIV/0!', '.'; `na: [\"\\\\N\", \"#DIV/0!\", "
        "\".\"]` below "
        "dataset makes them such");
}

TEST_CASE("groups and categories are warned of like outputs; levels that no row has are not") {
  preimage::suite::own_data::OwnData data;
  data.inputs = arma::mat{{0, 4}, {1, 5}, {0, 6}};
  data.columns.inputs = {"x", "c"};
  data.levels[1] = {"false", "true", "no", "yes", "red", "Red", "blue", "BLUE"};
  data.outputs = preimage::suite::data::Outputs(preimage::suite::data::ClassOutputs{{0, 1, 0}, {"u", "U"}});
  data.groups = std::make_shared<const preimage::suite::study::Groups>(
      preimage::suite::study::Groups{"column 'p'", {0, 1, 2}, {"a", "A", "b"}});
  const Names lines = name_warnings(data);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].starts_with("names of outputs that look alike are different ones: 'u' and 'U';"));
  CHECK(
      lines[1].starts_with("names of groups of column 'p' that look alike are different ones: 'a' and 'A';"));
  CHECK(lines[2].starts_with(
      "names of categories of column 'c' that look alike are different ones: 'red' and 'Red';"));
}
