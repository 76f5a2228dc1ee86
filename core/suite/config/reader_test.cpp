#include "suite/config/reader.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

using testing::thrown_message;

namespace {

constexpr long kLongMin = std::numeric_limits<long>::min();
constexpr long kLongMax = std::numeric_limits<long>::max();

/// The message of `action(reader)` on the YAML text.
template <class Action>
std::string error(const std::string& yaml, Action action) {
  const Value root = parse_yaml(yaml, "f.yaml");
  const Reader reader(root);
  return thrown_message<ConfigError>([&] { action(reader); });
}

std::string number_error(const std::string& text, Range range = kAny) {
  return error("ridge: " + text, [&](const Reader& reader) { reader.number("ridge", range); });
}

constexpr const char* kNumberAdvice = " (numbers are decimal, finite and unquoted, like 12, -0.5 or 1e-3)";

}  // namespace

TEST_CASE("typed values are read") {
  const Value root = parse_yaml(
      "ridge: 1e-1\nfolds: 5\ncentre: true\nname: usps\nquoted: '5'\ngrid: [1, 2.5]\none: 3\nks: [1, 2]\n"
      "names: [a, 'b']\n",
      "f.yaml");
  const Reader reader(root);
  CHECK(reader.number("ridge") == 0.1);
  CHECK(reader.integer("folds", 2, 5) == 5);
  CHECK(reader.number("folds") == 5.0);
  CHECK(reader.boolean("centre"));
  CHECK(reader.text("name") == "usps");
  CHECK(reader.text("quoted") == "5");
  CHECK(reader.choice("name", {"ocr", "usps"}) == "usps");
  CHECK(reader.numbers("grid") == std::vector<double>{1.0, 2.5});
  CHECK(reader.numbers("one") == std::vector<double>{3.0});
  CHECK(reader.integers("ks", 1, kLongMax) == std::vector<long>{1, 2});
  CHECK(reader.integers("one", 1, kLongMax) == std::vector<long>{3});
  CHECK(reader.texts("names") == std::vector<std::string>{"a", "b"});
  CHECK(reader.texts("name") == std::vector<std::string>{"usps"});
  reader.finish();
}

TEST_CASE("words that mean others are logged as these") {
  const Value root = parse_yaml("words: [all]\nnames: [a, b]\n", "f.yaml");
  const Reader reader(root);
  CHECK(reader.texts_unlogged("words") == std::vector<std::string>{"all"});
  CHECK(reader.log().empty());
  reader.log_texts("words", {"a", "b"});
  reader.texts("names");
  CHECK(reader.log().at("words") == reader.log().at("names"));
  reader.finish();
}

TEST_CASE("a fallback replaces an absent key only") {
  const Value root = parse_yaml("ridge:\n", "f.yaml");
  const Reader reader(root);
  CHECK(reader.number("a", kAny, 0.5) == 0.5);
  CHECK(reader.integer("b", 0, 9, 3) == 3);
  CHECK_FALSE(reader.boolean("c", false));
  CHECK(reader.text("d", "x") == "x");
  CHECK(reader.choice("e", {"x", "y"}, "y") == "y");
  CHECK(thrown_message<ConfigError>([&] { reader.text("ridge", "x"); }) ==
        "f.yaml:1:1: ridge: expected a text, found nothing");
  CHECK(thrown_message<ConfigError>([&] { reader.numbers("ridge"); }) ==
        "f.yaml:1:1: ridge: expected a number or a list of at least one, found nothing");
}

TEST_CASE("what is no decimal finite number is refused with what would be") {
  for (const std::string text :
       {"abc", "1e400", "nan", ".nan", "inf", ".inf", "010", "0x1F", "1_000", ".5", "5."}) {
    CHECK(number_error(text) == "f.yaml:1:8: ridge: expected a number, found '" + text + "'" + kNumberAdvice);
  }
  CHECK(number_error("'5'") ==
        std::string("f.yaml:1:8: ridge: expected a number, found the quoted text '5'") + kNumberAdvice);
  CHECK(number_error("\"\"") ==
        std::string("f.yaml:1:8: ridge: expected a number, found the quoted text ''") + kNumberAdvice);
  CHECK(number_error("") == "f.yaml:1:1: ridge: expected a number, found nothing");
  CHECK(number_error("[1]") == "f.yaml:1:8: ridge: expected a number, found a list");
  CHECK(number_error("{a: 1}") == "f.yaml:1:8: ridge: expected a number, found a map");
}

TEST_CASE("a number out of range is refused with the range") {
  CHECK(number_error("0", kPositive) == "f.yaml:1:8: ridge: expected a number > 0, found '0'");
  CHECK(number_error("-0.5", kNonNegative) == "f.yaml:1:8: ridge: expected a number >= 0, found '-0.5'");
  CHECK(number_error("2", Range{0, 1}) == "f.yaml:1:8: ridge: expected a number from 0 to 1, found '2'");
  CHECK(number_error("2", Range{kPositive.min, 1}) ==
        "f.yaml:1:8: ridge: expected a number > 0 and <= 1, found '2'");
  CHECK(number_error("2", Range{kAny.min, 1}) == "f.yaml:1:8: ridge: expected a number <= 1, found '2'");
  CHECK(number_error("1", Range{0, 1}) == "(nothing was thrown)");
  CHECK(number_error("0", kNonNegative) == "(nothing was thrown)");
}

TEST_CASE("integers are written as integers") {
  const auto integer_error = [](const std::string& text, long min, long max) {
    return error("folds: " + text, [&](const Reader& reader) { reader.integer("folds", min, max); });
  };
  const std::string advice = " (integers are decimal digits, unquoted, like 12)";
  CHECK(integer_error("5.0", 2, 10) ==
        "f.yaml:1:8: folds: expected an integer from 2 to 10, found '5.0'" + advice);
  CHECK(integer_error("010", 2, kLongMax) ==
        "f.yaml:1:8: folds: expected an integer >= 2, found '010'" + advice);
  CHECK(integer_error("1e1", kLongMin, kLongMax) ==
        "f.yaml:1:8: folds: expected an integer, found '1e1'" + advice);
  CHECK(integer_error("'5'", kLongMin, 9) ==
        "f.yaml:1:8: folds: expected an integer <= 9, found the quoted text '5'" + advice);
  CHECK(integer_error("1", 2, 10) == "f.yaml:1:8: folds: expected an integer from 2 to 10, found '1'");
  CHECK(integer_error("11", 2, 10) == "f.yaml:1:8: folds: expected an integer from 2 to 10, found '11'");
  CHECK(integer_error("10", 2, 10) == "(nothing was thrown)");
}

TEST_CASE("booleans are exactly true and false") {
  for (const std::string text : {"yes", "True", "1", "on"}) {
    CHECK(error("centre: " + text, [](const Reader& reader) { reader.boolean("centre"); }) ==
          "f.yaml:1:9: centre: expected true or false, found '" + text + "'");
  }
  CHECK(error("centre: 'true'", [](const Reader& reader) { reader.boolean("centre"); }) ==
        "f.yaml:1:9: centre: expected true or false, found the quoted text 'true'");
}

TEST_CASE("texts and choices") {
  CHECK(error("name: [a]", [](const Reader& reader) { reader.text("name"); }) ==
        "f.yaml:1:7: name: expected a text, found a list");
  const auto kernel_error = [](const std::string& text) {
    return error("kernel: " + text, [](const Reader& reader) {
      reader.choice("kernel", {"gaussian", "linear"});
    });
  };
  CHECK(kernel_error("gausian") ==
        "f.yaml:1:9: kernel: expected one of gaussian, linear, found 'gausian', did you mean 'gaussian'?");
  CHECK(kernel_error("tree") == "f.yaml:1:9: kernel: expected one of gaussian, linear, found 'tree'");
  CHECK(kernel_error("{}") == "f.yaml:1:9: kernel: expected one of gaussian, linear, found an empty map");
  CHECK(kernel_error("'linear'") == "(nothing was thrown)");
}

TEST_CASE("an empty grid and a wrong item are refused") {
  const auto grid_error = [](const std::string& text) {
    return error("ridge: " + text, [](const Reader& reader) { reader.numbers("ridge", kPositive); });
  };
  CHECK(grid_error("[]") ==
        "f.yaml:1:8: ridge: expected a number > 0 or a list of at least one, found an empty list");
  CHECK(grid_error("{a: 1}") ==
        "f.yaml:1:8: ridge: expected a number > 0 or a list of at least one, found a map");
  CHECK(grid_error("[1, 0]") == "f.yaml:1:12: ridge[1]: expected a number > 0, found '0'");
  CHECK(grid_error("[1, [2]]") == "f.yaml:1:12: ridge[1]: expected a number > 0, found a list");
  CHECK(grid_error("-1") == "f.yaml:1:8: ridge: expected a number > 0, found '-1'");
  CHECK(grid_error("[1,,2]") == "f.yaml:1:11: ridge[1]: expected a number > 0, found nothing");
  CHECK(error("k: [1, 2.0]", [](const Reader& reader) { reader.integers("k", 1, kLongMax); }) ==
        "f.yaml:1:8: k[1]: expected an integer >= 1, found '2.0' (integers are decimal digits, unquoted, "
        "like 12)");
  CHECK(error("k: []", [](const Reader& reader) { reader.texts("k"); }) ==
        "f.yaml:1:4: k: expected a text or a list of at least one, found an empty list");
}

TEST_CASE("a list that may be left out may be empty, too, and is none either way") {
  struct Row {
    const char* yaml;
    std::vector<std::string> texts;
  };
  const Row rows[] = {{"a: 1", {}}, {"k: []", {}}, {"k: b", {"b"}}, {"k: [b, c]", {"b", "c"}}};
  for (const Row& row : rows) {
    CAPTURE(row.yaml);
    const Value value = parse_yaml(row.yaml, "f.yaml");
    const Reader reader(value);
    CHECK(reader.texts_or_none("k") == row.texts);
    CHECK(!reader.log().contains("k"));
  }
  CHECK(error("k: {}", [](const Reader& reader) { reader.texts_or_none("k"); }) ==
        "f.yaml:1:4: k: expected a text or a list of at least one, found an empty map");
}

TEST_CASE("a missing key is reported at its map, with what may have been meant") {
  CHECK(error("a: 1", [](const Reader& reader) { reader.number("ridge", kPositive); }) ==
        "f.yaml:1:1: ridge: missing (expected a number > 0)");
  const std::string yaml = "learners:\n  kde: {ridgge: 1, k: 2}\n";
  CHECK(error(yaml, [](const Reader& reader) { reader.map("learners").map("kde").numbers("ridge"); }) ==
        "f.yaml:2:8: learners.kde.ridge: missing (expected a number or a list of at least one), is 'ridgge' "
        "meant?");
  CHECK(error(yaml, [](const Reader& reader) { reader.map("learners").map("knn"); }) ==
        "f.yaml:2:3: learners.knn: missing (expected a map), is 'kde' meant?");
  CHECK(error(yaml, [](const Reader& reader) {
          const Reader learners = reader.map("learners");
          learners.map("kde");
          learners.map("knn");  // kde is taken, so it is no misspelling
        }) == "f.yaml:2:3: learners.knn: missing (expected a map)");
}

TEST_CASE("maps are maps") {
  CHECK(error("a: 5", [](const Reader& reader) { reader.map("a"); }) ==
        "f.yaml:1:4: a: expected a map, found '5'");
  CHECK(error("a:", [](const Reader& reader) { reader.map("a"); }) ==
        "f.yaml:1:1: a: expected a map, found nothing");
  CHECK(error("a: []", [](const Reader& reader) { reader.optional_map("a"); }) ==
        "f.yaml:1:4: a: expected a map, found an empty list");
  const Value root = parse_yaml("a: {b: 1}\nc:\n", "f.yaml");
  const Reader reader(root);
  CHECK_FALSE(reader.optional_map("absent").has_value());
  CHECK_FALSE(reader.optional_map("c").has_value());
  REQUIRE(reader.optional_map("a").has_value());
  CHECK(reader.optional_map("a")->integer("b", 1, 1) == 1);
  CHECK(reader.map("a").path() == "a");
  CHECK(reader.path() == "");
  CHECK(reader.has("c"));
  CHECK_FALSE(reader.has("absent"));
  const Value scalar = parse_value("5", "--set x=5");
  CHECK(thrown_message<ConfigError>([&] { Reader{scalar}; }) == "--set x=5: expected a map, found '5'");
}

TEST_CASE("a map of maps gives its entries in file order") {
  const Value root = parse_yaml("learners:\n  z: {k: 1}\n  a-0.8: {k: 2}\n", "f.yaml");
  const Reader reader(root);
  const auto learners = reader.maps("learners");
  REQUIRE(learners.size() == 2);
  CHECK(learners[0].first == "z");
  CHECK(learners[1].first == "a-0.8");
  CHECK(learners[1].second.path() == "learners.a-0.8");
  CHECK(learners[0].second.integer("k", 0, 9) == 1);
  CHECK(learners[1].second.integer("k", 0, 9) == 2);
  CHECK(reader.keys() == std::vector<std::string>{"learners"});
  reader.finish();
  const auto maps_error = [](const std::string& yaml) {
    return error(yaml, [](const Reader& r) { r.maps("learners"); });
  };
  CHECK(maps_error("a: 1") == "f.yaml:1:1: learners: missing (expected a map of at least one map)");
  CHECK(maps_error("learners: {}") ==
        "f.yaml:1:11: learners: expected a map of at least one map, found an empty map");
  CHECK(maps_error("learners: [x]") ==
        "f.yaml:1:11: learners: expected a map of at least one map, found a list");
  CHECK(maps_error("learners: {kde: 5}") == "f.yaml:1:17: learners.kde: expected a map, found '5'");
  CHECK(maps_error("learners: {kde: }") == "f.yaml:1:12: learners.kde: expected a map, found nothing");
}

}  // namespace preimage::suite::config
