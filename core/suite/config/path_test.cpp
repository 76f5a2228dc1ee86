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

TEST_CASE("a path with an empty part is no path") {
  CHECK(testing::thrown_message<ConfigError>([] { parts_in(parse_yaml("a: 1", "f"), "a..b", {}); }) ==
        ": expected a path of keys like dataset.name, found 'a..b'");
}

}  // namespace preimage::suite::config
