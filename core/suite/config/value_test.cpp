#include "suite/config/value.hpp"

#include <string>

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

using testing::thrown_message;

namespace {

Value set(const std::string& yaml, const std::string& path, const std::string& text) {
  Value root = parse_yaml(yaml, "f.yaml");
  set_path(root, path, parse_value(text, "--set " + path + "=" + text));
  return root;
}

std::string set_error(const std::string& yaml, const std::string& path, const std::string& text) {
  return thrown_message<ConfigError>([&] { set(yaml, path, text); });
}

}  // namespace

TEST_CASE("a mark without a line is its source alone") {
  CHECK(Mark{"f.yaml", 3, 7}.text() == "f.yaml:3:7");
  CHECK(Mark{"--set a=1", 0, 0}.text() == "--set a=1");
}

TEST_CASE("find looks in maps only") {
  const Value root = parse_yaml("a: 1\nb: [x]", "f.yaml");
  REQUIRE(root.find("a") != nullptr);
  CHECK(root.find("a")->scalar == "1");
  CHECK(root.find("c") == nullptr);
  CHECK(root.find("b")->find("x") == nullptr);
}

TEST_CASE("set_path replaces, adds, and makes maps on the way") {
  CHECK(to_text(set("a: 1\nb: 2", "a", "[3, 4]")) == "{a: [3, 4], b: 2}");
  CHECK(to_text(set("a: {b: 1}", "a.c", "2")) == "{a: {b: 1, c: 2}}");
  CHECK(to_text(set("a: 1", "b.c.d", "{e: f}")) == "{a: 1, b: {c: {d: {e: f}}}}");
  CHECK(to_text(set("a:", "a.b", "1")) == "{a: {b: 1}}");
  CHECK(to_text(set("a: {b: 1}", "a", "")) == "{a: null}");
}

TEST_CASE("values set carry the source of the setting, keys too") {
  const Value root = set("a: 1", "b.c", "2");
  CHECK(root.find("b")->mark.text() == "--set b.c=2");
  CHECK(root.find("b")->key_mark.text() == "--set b.c=2");
  CHECK(root.find("b")->find("c")->mark.text() == "--set b.c=2");
  CHECK(set("a: {b: 1}", "a.b", "2").find("a")->find("b")->key_mark.text() == "--set a.b=2");
}

TEST_CASE("set_path copies a value that lies inside the tree it changes") {
  Value root = parse_yaml("a: {b: [1, 2]}", "f.yaml");
  set_path(root, "c.d", *root.find("a"));
  set_path(root, "a", *root.find("a")->find("b"));
  CHECK(to_text(root) == "{a: [1, 2], c: {d: {b: [1, 2]}}}");
}

TEST_CASE("a path through a scalar or a list is refused") {
  CHECK(set_error("learners:\n  kde: fast", "learners.kde.ridge", "1") ==
        "--set learners.kde.ridge=1: learners.kde.ridge: expected a map at learners.kde, found 'fast' "
        "(f.yaml:2:8)");
  CHECK(set_error("a: [1]", "a.0", "1") ==
        "--set a.0=1: a.0: expected a map at a, found a list (f.yaml:1:4)");
  Value scalar = parse_value("5", "s");
  CHECK(thrown_message<ConfigError>([&] { set_path(scalar, "a", parse_value("1", "--set a=1")); }) ==
        "--set a=1: a: expected a map at the root, found '5' (s)");
}

TEST_CASE("a path with an empty or too many parts is refused") {
  for (const std::string path : {"", ".", "a.", ".a", "a..b"}) {
    CHECK(set_error("a: {}", path, "1") ==
          "--set " + path + "=1: expected a path of keys like dataset.name, found '" + path + "'");
  }
  std::string deep = "a";
  for (int i = 0; i < kMaxDepth; ++i) deep += ".a";
  CHECK(set_error("b: 1", deep, "1") == "--set " + deep + "=1: the path has 65 parts, the limit is 64");
}

TEST_CASE("to_text tells apart what the reader tells apart") {
  CHECK(to_text(parse_yaml("{a: 5, b: '5', c: x y, d: , e: [], f: {}, g: \"q\\\"\\n\"}", "f")) ==
        R"({a: 5, b: "5", c: "x y", d: null, e: [], f: {}, g: "q\"\n"})");
}

TEST_CASE("describe says what was found") {
  const Value root = parse_yaml("{a: , b: x, c: 'x', d: [], e: [1], f: {}, g: {h: 1}}", "f");
  const auto described = [&](const char* key) { return describe(*root.find(key)); };
  CHECK(described("a") == "nothing");
  CHECK(described("b") == "'x'");
  CHECK(described("c") == "the quoted text 'x'");
  CHECK(described("d") == "an empty list");
  CHECK(described("e") == "a list");
  CHECK(described("f") == "an empty map");
  CHECK(described("g") == "a map");
}

}  // namespace preimage::suite::config
