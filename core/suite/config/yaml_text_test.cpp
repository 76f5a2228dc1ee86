#include "suite/config/yaml_text.hpp"

#include <doctest/doctest.h>

using namespace preimage::suite::config;

TEST_CASE("keys that YAML would take for something else are written in quotes") {
  const std::string text =
      "\"a,b\": 2\n\"x: y\": 3\n\"# no comment\": 4\n\"- x\":\n  \"@b\": [1, 2]\n\"it's \\\"it\\\"\": 5\n"
      "'&a': 6\n\"null\": 7\nplain key: 8\n";
  const Value root = parse_yaml(text, "toy.yaml");
  CHECK(to_text(parse_yaml(yaml_text(root), "again.yaml")) == to_text(root));
  CHECK(yaml_text(root).starts_with("a,b: 2\n\"x: y\": 3\n\"# no comment\": 4\n\"- x\":\n  \"@b\":"));
}

TEST_CASE("a tree is written so that reading it gives the same tree") {
  const std::string long_list =
      "[0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000]";
  const Value root = parse_yaml(
      "title: \"A: b # c\"  # a comment\nseed: 1\nnote: as printed\nquoted: \"5\"\nnothing:\n"
      "empty: {}\nnone: []\nodd key: {a: [1, {b: \"it's\"}], c d: null}\n"
      "learners:\n  kde: {method: ridge, values: " +
          long_list + ", other: " + long_list + "}\n  list:\n    - {values: " + long_list +
          ", x: 1}\n    - two words\n",
      "toy.yaml");
  const std::string text = yaml_text(root);
  CHECK(to_text(parse_yaml(text, "again.yaml")) == to_text(root));
  CHECK(yaml_text(parse_yaml(text, "again.yaml")) == text);
  CHECK(
      text.starts_with("title: \"A: b # c\"\nseed: 1\nnote: \"as printed\"\nquoted: \"5\"\nnothing: null\n"
                       "empty: {}\nnone: []\nodd key:\n  a: [1, {b: \"it's\"}]\n  c d: null\n"
                       "learners:\n  kde:\n    method: ridge\n    values:\n      - 0.0001\n"));
}
