// Lists where one number is read: every way to choose from them.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "suite/config/reader.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

namespace {

using Choices = Reader::Choices;

}  // namespace

TEST_CASE("one number from each list, in every combination, the last list fastest") {
  const Value root =
      parse_yaml("kernel: {degree: [1, 2], offset: 3, base: {sigma: [0.5, 1e0, 2]}, grid: [7, 8]}\n", "f");
  const Reader reader(root);
  const Reader kernel = reader.map("kernel");
  const auto read = [&] {
    std::string text =
        std::to_string(kernel.integer("degree", 1, 9));  // one after the other: their order counts
    text += " " + std::to_string(kernel.number("offset"));
    text += " " + std::to_string(kernel.map("base").number("sigma"));
    CHECK(kernel.numbers("grid") == std::vector<double>{7, 8});  // read as a list: none to choose from
    return text;
  };
  const auto found = kernel.each_choice<std::string>(read);
  REQUIRE(found.size() == 6);
  CHECK(found[0].first == Choices{{"degree", 1}, {"base.sigma", 0.5}});
  CHECK(found[1].first == Choices{{"degree", 1}, {"base.sigma", 1}});
  CHECK(found[5].first == Choices{{"degree", 2}, {"base.sigma", 2}});
  CHECK(found[5].second == "2 3.000000 2.000000");
  reader.finish();
  CHECK(reader.log().at("kernel.degree") == "[1,2]");
  CHECK(reader.log().at("kernel.base.sigma") == "[0.5,1,2]");
  CHECK(reader.log().at("kernel.offset") == "3");
}

TEST_CASE("without a list there is one way, and the log is that of a plain read") {
  const Value root = parse_yaml("a: 1\nb: x\n", "f");
  const Reader chosen(root), plain(root);
  const auto found =
      chosen.each_choice<double>([&] { return chosen.number("a") + (chosen.text("b") == "x" ? 1 : 0); });
  REQUIRE(found.size() == 1);
  CHECK(found[0].first.empty());
  CHECK(found[0].second == 2.0);
  plain.number("a");
  plain.text("b");
  CHECK(chosen.log() == plain.log());
}

TEST_CASE("what was read depends on what was chosen; each list is met where it is read") {
  const Value root = parse_yaml("n: [1, 2]\nm: [5, 6]\n", "f");
  const Reader reader(root);
  const auto found = reader.each_choice<double>([&] {
    const double n = reader.number("n");
    return n == 1.0 ? n : n * reader.number("m");
  });
  std::vector<double> values;
  for (const auto& entry : found) values.push_back(entry.second);
  CHECK(values == std::vector<double>{1, 10, 12});
  const Value turned = parse_yaml("n: [2, 1]\nm: [5, 6]\n", "f");
  const Reader other(turned);
  const auto again = other.each_choice<double>([&] {
    const double n = other.number("n");
    return n == 1.0 ? n : n * other.number("m");
  });
  REQUIRE(again.size() == 3);
  CHECK(again[2].first == Choices{{"n", 1}});
}

TEST_CASE("items are checked one by one, an empty list is none, and outside a list is no number") {
  const auto error = [](const std::string& yaml) {
    const Value root = parse_yaml(yaml, "f");
    const Reader reader(root);
    return testing::thrown_message<ConfigError>(
        [&] { reader.each_choice<double>([&] { return reader.number("a", kPositive); }); });
  };
  CHECK(error("a: [1, -1]\n") == "f:1:8: a[1]: expected a number > 0, found '-1'");
  CHECK(error("a: []\n") == "f:1:4: a: expected a number > 0, found an empty list");
  const Value root = parse_yaml("a: [1, 2]\n", "f");
  const Reader reader(root);
  CHECK(testing::thrown_message<ConfigError>([&] { reader.number("a"); }) ==
        "f:1:4: a: expected a number, found a list");
  CHECK_THROWS_AS(reader.each_choice<int>([&] {
    reader.each_choice<double>([&] { return reader.number("a"); });
    return 0;
  }),
                  std::logic_error);
  CHECK(reader.each_choice<double>([&] { return reader.number("a"); }).size() ==
        2);  // and goes on after errors
}

}  // namespace preimage::suite::config
