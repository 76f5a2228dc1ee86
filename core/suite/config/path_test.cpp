#include "suite/config/path.hpp"

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

TEST_CASE("of keys with dots the longest that is there is meant") {
  const char* const yaml = "learners: {svm_0: {a: 1}, svm_0.01: {C: 1}, svm_0.01.b: {C: 2}, kde: {ridge: 1}}";
  const auto set = [&](const std::string& path) {
    Value root = parse_yaml(yaml, "f");
    set_path(root, path, parse_value("9", "s"));
    return to_text(*root.find("learners"));
  };
  CHECK(set("learners.svm_0.01.C") ==
        "{svm_0: {a: 1}, svm_0.01: {C: 9}, svm_0.01.b: {C: 2}, kde: {ridge: 1}}");
  CHECK(set("learners.svm_0.01.b.C") ==
        "{svm_0: {a: 1}, svm_0.01: {C: 1}, svm_0.01.b: {C: 9}, kde: {ridge: 1}}");
  CHECK(set("learners.svm_0.01") == "{svm_0: {a: 1}, svm_0.01: 9, svm_0.01.b: {C: 2}, kde: {ridge: 1}}");
  CHECK(set("learners.svm_0.a") == "{svm_0: {a: 9}, svm_0.01: {C: 1}, svm_0.01.b: {C: 2}, kde: {ridge: 1}}");
  CHECK(set("learners.kde.x.y") ==
        "{svm_0: {a: 1}, svm_0.01: {C: 1}, svm_0.01.b: {C: 2}, kde: {ridge: 1, x: {y: 9}}}");
  const PathParts parts = parts_in(parse_yaml(yaml, "f"), "learners.svm_0.01.D.e", {});
  CHECK(parts == PathParts{"learners", "svm_0.01", "D", "e"});
}

TEST_CASE(
    "an entry of a list is set, and a list that lacks it is made longer; a key of that name comes first") {
  const auto set = [&](const std::string& yaml, const std::string& path) {
    Value root = parse_yaml(yaml, "f");
    set_path(root, path, parse_value("9", "s"));
    return to_text(root);
  };
  CHECK(set("k: {of: [{a: 1}, {a: 2}]}", "k.of[1].a") == "{k: {of: [{a: 1}, {a: 9}]}}");
  CHECK(set("k: {of: [{a: 1}]}", "k.of[0].kernel.b") == "{k: {of: [{a: 1, kernel: {b: 9}}]}}");
  CHECK(set("w: [1]", "w[2]") == "{w: [1, null, 9]}");
  CHECK(set("k: 1", "w[0]") == "{k: 1, w: [9]}");
  CHECK(set("\"w[0]\": 1", "w[0]") == "{\"w[0]\": 9}");
  CHECK(set("k: 1", "w[1000000]") == "{k: 1, \"w[1000000]\": 9}");
  CHECK(testing::thrown_message<ConfigError>([&] { set("w: 1", "w[0]"); }) ==
        "s: expected a list at w, found '1'");
}

TEST_CASE("a path with an empty part is no path") {
  CHECK(testing::thrown_message<ConfigError>([] { parts_in(parse_yaml("a: 1", "f"), "a..b", {}); }) ==
        ": expected a path of keys like dataset.name, found 'a..b'");
}

}  // namespace preimage::suite::config
