#include "suite/config/path.hpp"

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

namespace {

const char* const kLearners =
    "learners: {kde_1: {decoder: {k: 1}}, kde_30: {ridge: 1}, nn: {k: 3}, a.b: {k: 4}}";

/// The paths that match, as text.
std::vector<std::string> matched(const std::string& yaml, const std::string& path) {
  std::vector<std::string> texts;
  for (const PathParts& parts : matching_paths(parse_yaml(yaml, "f"), path, {}))
    texts.push_back(path_text(parts));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a path without * is itself, there or not") {
  CHECK(matched(kLearners, "learners.nn.k") == Texts{"learners.nn.k"});
  CHECK(matched(kLearners, "x.y") == Texts{"x.y"});
}

TEST_CASE("a * stands for any part of one key, in the order of the file") {
  CHECK(matched(kLearners, "learners.kde_*.ridge") == Texts{"learners.kde_1.ridge", "learners.kde_30.ridge"});
  CHECK(matched(kLearners, "learners.*") ==
        Texts{"learners.kde_1", "learners.kde_30", "learners.nn", "learners.a.b"});
  CHECK(matched(kLearners, "l*s.*d*_3*") == Texts{"learners.kde_30"});
  CHECK(matched(kLearners, "learners.nn*.k") == Texts{"learners.nn.k"});  // also no text
  CHECK(matched("a: {aXbXc: 1, abc: 2, acb: 3}", "a.a*b*c") == Texts{"a.aXbXc", "a.abc"});
  CHECK(matched("a: {aab: 1}", "a.*ab") == Texts{"a.aab"});
}

TEST_CASE("a * matches keys that are there, and no value or list") {
  CHECK(matched(kLearners, "learners.*.ridge.*").empty());
  CHECK(matched(kLearners, "learners.*.decoder.*") == Texts{"learners.kde_1.decoder.k"});
  CHECK(matched("a: [1, 2]", "a.*").empty());
  CHECK(matched("a: {}", "*.b.*").empty());
  CHECK(matched(kLearners, "learners.kde*.*.*") == Texts{"learners.kde_1.decoder.k"});
}

TEST_CASE("a key that holds a dot is one part") {
  Value root = parse_yaml(kLearners, "f");
  for (const PathParts& path : matching_paths(root, "learners.a*.k", {}))
    set_path(root, path, parse_value("9", "s"));
  CHECK(to_text(*root.find("learners")->find("a.b")) == "{k: 9}");
}

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
  CHECK(matched(yaml, "learners.svm_0.01.*") == Texts{"learners.svm_0.01.C"});
  CHECK(matched(yaml, "learners.*.C") ==
        Texts{"learners.svm_0.C", "learners.svm_0.01.C", "learners.svm_0.01.b.C", "learners.kde.C"});
  const PathParts parts = parts_in(parse_yaml(yaml, "f"), "learners.svm_0.01.D.e", {});
  CHECK(parts == PathParts{"learners", "svm_0.01", "D", "e"});
  CHECK(why_unmatched(parse_yaml(yaml, "f"), "learners.svm_0.01.D*", {}) ==
        "'D*' matches nothing in learners.svm_0.01; known: C");
}

TEST_CASE("what matches nothing is told from where it ends, with the nearest name") {
  const Value root = parse_yaml(kLearners, "f");
  CHECK(why_unmatched(root, "learners.kdee_3*.ridge", {}) ==
        "'kdee_3*' matches nothing in learners, did you mean 'kde_1'?");
  CHECK(why_unmatched(root, "lerners.*.ridge", {}) ==
        "'lerners' matches nothing in the config, did you mean 'learners'?");
  CHECK(why_unmatched(root, "learners.*.dec*.zzzzzzzz*", {}) ==
        "'zzzzzzzz*' matches nothing in learners.*.dec*; known: k");
}

TEST_CASE("a path with an empty part matches nothing: it is no path") {
  CHECK(testing::thrown_message<ConfigError>([] { matched("a: 1", "*..b"); }) ==
        ": expected a path of keys like dataset.name, found '*..b'");
}

}  // namespace preimage::suite::config
