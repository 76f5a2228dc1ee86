#include <array>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

using testing::thrown_message;

namespace {

std::string error(const std::string& yaml) {
  return thrown_message<ConfigError>([&] { parse_yaml(yaml, "f.yaml"); });
}

std::string parsed(const std::string& yaml) {
  return to_text(parse_yaml(yaml, "f.yaml"));
}

std::string repeat(const std::string& text, std::size_t times) {
  std::string repeated;
  for (std::size_t i = 0; i < times; ++i) repeated += text;
  return repeated;
}

}  // namespace

TEST_CASE("the tree keeps kinds, quotes, order and nulls") {
  CHECK(parsed("b: 1\na:\n  - x\n  - 'y'\n  -\nc:\nd: ~\ne: null\nf: {}\n") ==
        R"({b: 1, a: [x, "y", null], c: null, d: null, e: null, f: {}})");
  CHECK(parsed("text: |\n  two\n  lines\n") == R"({text: "two\nlines\n"})");
  CHECK(parsed("\xEF\xBB\xBF# with a byte-order mark\r\na: 1\r\nb: 2\r\n") == "{a: 1, b: 2}");
  CHECK(parsed("%YAML 1.2\n---\na: 1\n...\n") == "{a: 1}");
}

TEST_CASE("every value and key knows where it stood") {
  const Value root =
      parse_yaml("# first\na: 1\nlist: [\xC3\xA9, 5]\nmap:\n  key: x\nnothing:\nlast: 1\n", "f");
  CHECK(root.mark.text() == "f:2:1");
  CHECK(root.find("a")->mark.text() == "f:2:4");
  CHECK(root.find("list")->items[1].mark.text() == "f:3:12");  // columns are bytes
  CHECK(root.find("map")->key_mark.text() == "f:4:1");
  CHECK(root.find("map")->mark.text() == "f:5:3");
  CHECK(root.find("map")->find("key")->mark.text() == "f:5:8");
  CHECK(root.find("nothing")->mark.text() == "f:6:1");  // and not that of the next key
}

TEST_CASE("a quote that is never closed is found where it opens") {
  CHECK(error("title: \"abc\nseed: 1\n") == "f.yaml:1:8: the quote \" is never closed");
  CHECK(error("a: 1\ntitle: 'abc\nseed: 1\n") == "f.yaml:2:8: the quote ' is never closed");
  CHECK(error("a: [\"x\", \"y]\n") == "f.yaml:1:10: the quote \" is never closed");
  CHECK(error("a: 'it''\nb: 1\n") == "f.yaml:1:4: the quote ' is never closed");
  CHECK(error("a: \"x\\\"\nb: 1\n") == "f.yaml:1:4: the quote \" is never closed");
  CHECK(parsed("\xEF\xBB\xBF"
               "a: \"\xC3\xA9\"\r\nb: 'it''s'\r\nc: \"x\\\"y\"\r\nd: ''") ==
        "{a: \"\xC3\xA9\", b: \"it's\", c: \"x\\\"y\", d: \"\"}");
  CHECK(parsed("a: it's\nb: |\n  'open\nc: x\"y\n") == R"({a: "it's", b: "'open\n", c: "x\"y"})");
}

TEST_CASE("the root must be one map") {
  CHECK(error("") == "f.yaml:1:1: expected a map of keys, found nothing");
  CHECK(error("# only a comment\n") == "f.yaml:1:1: expected a map of keys, found nothing");
  CHECK(error("\n[1]") == "f.yaml:2:1: expected a map of keys, found a list");
  CHECK(error("key:value") == "f.yaml:1:1: expected a map of keys, found 'key:value'");
  CHECK(error("a: 1\n---\nb: 2") == "f.yaml:2:1: expected one document, found another one behind it");
  CHECK(error("a: 1\n---\n") == "f.yaml:2:1: expected one document, found another one behind it");
  CHECK(error(",") == "f.yaml:1:1: expected one document, found another one behind it");
}

TEST_CASE("a syntax error has its position") {
  CHECK(error("a: [1, 2\n") == "f.yaml:2:1: not valid YAML: end of sequence flow not found");
  CHECK(error("a: 1\n]") == "f.yaml:2:1: not valid YAML: illegal flow end");
  CHECK(error("a: \"\\\r\"") == "f.yaml:1:6: control character 0x0d");
  CHECK(error("a: *nope") == "f.yaml:1:4: not valid YAML: the referenced anchor is not defined");
}

TEST_CASE("a duplicate key is refused with both positions") {
  CHECK(error("ridge: 1\nother: 2\nridge: 3") ==
        "f.yaml:3:1: duplicate key 'ridge', first given at f.yaml:1:1");
  CHECK(error("a: {b: 1, b: 1}") == "f.yaml:1:11: duplicate key 'b', first given at f.yaml:1:5");
  CHECK(parsed("a: {b: 1}\nc: {b: 1}") == "{a: {b: 1}, c: {b: 1}}");
}

TEST_CASE("keys are texts, plain or in quotes") {
  CHECK(parsed("\"a,b\": 2\n'x: y': {\"c\": 1}") == "{\"a,b\": 2, \"x: y\": {c: 1}}");
  CHECK(parsed("\"ridge\": 1") == parsed("ridge: 1"));
  CHECK(error("'': 1") == "f.yaml:1:1: expected a key, found an empty text");
  CHECK(error("a: 1\n'a': 2") == "f.yaml:2:1: duplicate key 'a', first given at f.yaml:1:1");
  CHECK(error("&k a: 1") == "f.yaml:1:1: expected a key without an anchor, found 'a'");
  CHECK(error("? [a]\n: 1") ==
        "f.yaml:1:3: expected a plain key, found a list or map (is a bracket never closed?)");
  CHECK(error("? {a: b}\n: 1") ==
        "f.yaml:1:3: expected a plain key, found a list or map (is a bracket never closed?)");
  CHECK(error("~: 1") == "f.yaml:1:1: expected a plain key, found nothing");
  CHECK(error(": 1") == "f.yaml:1:1: expected a plain key, found nothing");
  CHECK(error("a: &x b\n*x : 1") == "f.yaml:2:1: expected a plain key, found an alias");
}

TEST_CASE("a key is one line of bounded length") {
  const std::string longest(kMaxKeyBytes, 'k');
  CHECK(parsed(longest + ": 1") == "{" + longest + ": 1}");
  CHECK(error("? k" + longest + "\n: 1") ==
        "f.yaml:1:3: expected a key of one line and at most 256 bytes, found '" + std::string(60, 'k') +
            "...'");
  CHECK(error("? a\n\n  b\n: 1") ==
        "f.yaml:1:3: expected a key of one line and at most 256 bytes, found 'a\\nb'");
}

TEST_CASE("the number of keys of a map is limited") {
  std::string keys;
  for (std::size_t i = 0; i < kMaxKeys; ++i) keys += fmt::format("k{}: 1\n", i);
  CHECK(parse_yaml(keys, "f").entries.size() == kMaxKeys);
  CHECK(error(keys + "x: 1") == "f.yaml:10001:1: more than 10000 keys in one map");
}

TEST_CASE("a text stays what it says: nothing is expanded, run or fetched") {
  for (const std::string text : {"$HOME", "${HOME}", "$(id)", "`id`", "~/x", "%n", "file:///etc/passwd"}) {
    CHECK(parse_yaml("a: '" + text + "'", "f").find("a")->scalar == text);
  }
  CHECK(error("a: !include other.yaml").find("tags (!!float, !name) are not allowed") != std::string::npos);
}

TEST_CASE("merge keys and tags are refused") {
  CHECK(error("a: &x {b: 1}\nc:\n  <<: *x") ==
        "f.yaml:3:3: merge keys (<<) are not allowed: write the keys out, or alias whole values");
  const std::string tag = ": tags (!!float, !name) are not allowed: types come from the reader";
  CHECK(error("a: !!float 3") == "f.yaml:1:4" + tag);
  CHECK(error("a: !foo 3") == "f.yaml:1:4" + tag);
  CHECK(error("a: ! 3") == "f.yaml:1:4" + tag);
  CHECK(error("a: !foo") == "f.yaml:1:4" + tag);  // yaml-cpp alone takes this for a null
  CHECK(error("b: \xC3\xA9\r\n\r\na: !foo\r\n") == "f.yaml:3:4" + tag);
  CHECK(error("a: !!map {b: 1}") == "f.yaml:1:4" + tag);
  CHECK(error("a: !<x> [1]") == "f.yaml:1:4" + tag);
  CHECK(parsed("a: x!\nb: '!x'\r\nc: [1!, \xC3\xA9!]") == "{a: x!, b: \"!x\", c: [1!, \xC3\xA9!]}");
}

TEST_CASE("an alias is replaced by a copy of its value") {
  CHECK(parsed("a: &x {b: [1, 2]}\nc: *x\nd: [*x, *x]") ==
        "{a: {b: [1, 2]}, c: {b: [1, 2]}, d: [{b: [1, 2]}, {b: [1, 2]}]}");
  CHECK(parsed("a: [&x 1, &x 2, *x]") == "{a: [1, 2, 2]}");  // the last anchor of a name counts
  CHECK(parsed("a: &x\nb: *x") == "{a: null, b: null}");
  const Value root = parse_yaml("a: &x [1]\nb: *x", "f");
  CHECK(root.find("b")->key_mark.text() == "f:2:1");
  CHECK(root.find("b")->items[0].mark.text() == "f:1:8");
}

TEST_CASE("an alias of a list that grows meanwhile") {
  CHECK(parsed("a:\n  - &x [1]\n  - *x\n  - *x\n  - *x\n  - [*x, &y {k: *x}]\n  - *y") ==
        "{a: [[1], [1], [1], [1], [[1], {k: [1]}], {k: [1]}]}");
}

TEST_CASE("a recursive alias is refused") {
  CHECK(error("a: &x [*x]") == "f.yaml:1:8: recursive alias: its value contains it");
  CHECK(error("&r\na: {b: [*r]}") == "f.yaml:2:9: recursive alias: its value contains it");
}

TEST_CASE("an alias bomb is refused before it is built") {
  std::string bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 10; ++i) {
    bomb += fmt::format("a{}: &a{} [{}*a{}]\n", i, i, repeat(fmt::format("*a{}, ", i - 1), 8), i - 1);
  }
  CHECK(error(bomb) == "f.yaml:6:10: more than 100000 values, aliases expanded");
  CHECK(error("a: &x 1\nb: [" + repeat("*x, ", 101) + "]") == "f.yaml:2:405: more than 100 aliases");
  CHECK(parse_yaml("a: &x 1\nb: [" + repeat("*x, ", 100) + "]", "f").find("b")->items.size() == 100);
}

TEST_CASE("the number of values is limited") {
  CHECK(parse_yaml("a: [" + repeat("1,", kMaxNodes - 2) + "]", "f").find("a")->items.size() == kMaxNodes - 2);
  CHECK(error("a: [" + repeat("1,", kMaxNodes - 1) + "]") ==
        "f.yaml:1:200001: more than 100000 values, aliases expanded");
}

TEST_CASE("nesting is limited, aliases expanded") {
  CHECK(error("a: " + repeat("[", 63) + repeat("]", 63)) == "(nothing was thrown)");
  CHECK(error("a: " + repeat("[", 64) + repeat("]", 64)) ==
        "f.yaml:1:67: lists and maps nested deeper than 64 levels");
  CHECK(error("a:\n" + repeat("- ", 100000)) == "f.yaml:2:127: lists and maps nested deeper than 64 levels");
  CHECK(error("a: " + repeat("[", 2000)) ==
        "f.yaml:1:5: expected a plain key, found a list or map (is a bracket never closed?)");
  const std::string anchor = "a: &x " + repeat("[", 40) + repeat("]", 40);
  CHECK(error(anchor + "\nb: " + repeat("[", 23) + "*x" + repeat("]", 23)) == "(nothing was thrown)");
  CHECK(error(anchor + "\nb: " + repeat("[", 24) + "*x" + repeat("]", 24)) ==
        "f.yaml:2:28: lists and maps nested deeper than 64 levels");
}

TEST_CASE("the size is limited") {
  const std::string comment(kMaxBytes - 5, '#');
  CHECK(parsed("a: 1\n" + comment) == "{a: 1}");
  CHECK(error("a: 1\n#" + comment) == "f.yaml:1:1: larger than the limit of 1048576 bytes");
}

TEST_CASE("bytes that are no text are refused, also behind an escape") {
  CHECK(error("a: 1\nb: \xFF") == "f.yaml:2:4: invalid UTF-8 (byte 0xff)");
  CHECK(error(std::string("a: 1\0", 5)) == "f.yaml:1:5: control character 0x00");
  CHECK(error("\x04") == "f.yaml:1:1: control character 0x04");  // yaml-cpp alone takes it for the end
  CHECK(error("a: x\rb: y") == "f.yaml:1:5: control character 0x0d");
  CHECK(error("a: 1\nb: x\xC2\x9B"
              "31m") == "f.yaml:2:5: control character U+009B");
  CHECK(error("# \xE2\x80\xAE\na: 1") == "f.yaml:1:3: control character U+202E");
  for (const char* escape : {"\\r", "\\x9b", "\\u202e", "\\u200f", "\\u2069"})
    CHECK(error(std::string("a: \"x") + escape + "\"") ==
          "f.yaml:1:4: an escape in a quoted text is a control character");
  CHECK(parsed("a: |\r\n  one\r\n  two\r\n") == parsed("a: |\n  one\n  two\n"));
  CHECK(error("a: \"x\\0\"") == "f.yaml:1:4: an escape in a quoted text is a control character");
  CHECK(parsed("a: \"\\u00e9\\n\"") == "{a: \"\xC3\xA9\\n\"}");
}

TEST_CASE("a value from the command line has a source and no line") {
  const Value value = parse_value("[1, {a: x}]", "--set ridge=[1, {a: x}]");
  CHECK(to_text(value) == "[1, {a: x}]");
  CHECK(value.items[1].find("a")->mark.text() == "--set ridge=[1, {a: x}]");
  CHECK(value.items[1].find("a")->key_mark.text() == "--set ridge=[1, {a: x}]");
  CHECK(parse_value("", "--set ridge=").mark.text() == "--set ridge=");
  CHECK(parse_value("", "--set ridge=").kind == Value::Kind::null);
  const auto value_error = [](const std::string& text) {
    return thrown_message<ConfigError>([&] { parse_value(text, "--set a=" + text); });
  };
  CHECK(value_error("[1, 2") ==
        "--set a=[1, 2: expected a plain key, found a list or map (is a bracket never closed?)");
  CHECK(value_error("{b: 1, b: 2}") ==
        "--set a={b: 1, b: 2}: duplicate key 'b', first given at --set a={b: 1, b: 2}");
  CHECK(value_error("\xFF") == "--set a=\xFF: invalid UTF-8 (byte 0xff)");
  CHECK(value_error(",") == "--set a=,: expected one document, found another one behind it");
}

TEST_CASE("a file is read, or the message names it") {
  const testing::TemporaryFolder folder;
  const auto path = folder.write("config.yaml", "a: 1\nb: 2\nb: 3\n");
  CHECK(thrown_message<ConfigError>([&] { load_yaml(path); }) ==
        fmt::format("{0}:3:1: duplicate key 'b', first given at {0}:2:1", path.string()));
  CHECK(to_text(load_yaml(folder.write("good.yaml", "a: [1]\n"))) == "{a: [1]}");
  const std::string missing = (folder.path() / "none.yaml").string();
  CHECK(thrown_message<DataError>([&] { load_yaml(missing); }).starts_with(missing + ": cannot read"));
  const auto large = folder.write("large.yaml", std::string(kMaxBytes + 1, '#'));
  CHECK(thrown_message<DataError>([&] { load_yaml(large); }) ==
        large.string() + ": larger than the limit of 1048576 bytes");
}

TEST_CASE("any text is a tree or a ConfigError") {
  const std::array<std::string, 32> tokens = {
      "a", "b",  "1",   "0.5", ": ",    ":",     "- ",   "-",    "? ", "[",       "]",
      "{", "}",  ", ",  "\n",  "\n  ",  "&x",    " *x ", "!t",   "'",  "\"",      "\\n",
      "#", " #", "|\n", ">-",  "---\n", "...\n", "<<: ", "%Y\n", "\t", "\xC3\xA9"};
  base::Random random(7);
  int trees = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = "a: ";
    for (std::size_t n = random.below(12) + 1; n > 0; --n) text += tokens[random.below(tokens.size())];
    CAPTURE(text);
    std::string tree;
    try {
      tree = parsed(text);
    } catch (const ConfigError&) {
      continue;  // any other exception fails the test
    }
    ++trees;
    CHECK(tree.starts_with("{"));
    CHECK(tree.find_first_of("\n\t") == std::string::npos);
  }
  CHECK(trees > 1000);
}

TEST_CASE("a plain number is the value that the parser makes of it") {
  for (const std::string text :
       {"1", "0.25", "1e-3", "010", "1.2.3", "2-3", "1e", "9..", "12345678901234567890"}) {
    const Value fast = parse_value(text, "--set x=" + text),
                slow = parse_value("[" + text + "]", "s").items.at(0);
    CHECK(fast.kind == slow.kind);
    CHECK(fast.scalar == slow.scalar);
    CHECK(fast.quoted == slow.quoted);
    CHECK(fast.mark.text() == "--set x=" + text);
  }
}

}  // namespace preimage::suite::config
