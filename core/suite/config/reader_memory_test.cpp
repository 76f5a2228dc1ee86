// What a Reader remembers: which keys were read, the log, and where values came from.
#include <string>

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "suite/config/reader.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

using testing::thrown_message;

namespace {

/// The message of `action(reader)` on the YAML text.
template <class Action>
std::string error(const std::string& yaml, Action action) {
  const Value root = parse_yaml(yaml, "f.yaml");
  const Reader reader(root);
  return thrown_message<ConfigError>([&] { action(reader); });
}

}  // namespace

TEST_CASE("finish reports the first key that was not read, with the nearest one asked for") {
  CHECK(error("ridge: 1\nbandwith: 2", [](const Reader& reader) {
          reader.number("ridge");
          reader.number("bandwidth", kAny, 1.0);
          reader.finish();
        }) == "f.yaml:2:1: bandwith: unknown key, did you mean 'bandwidth'?");
  CHECK(error("a: 1\nzzzzzz: 2", [](const Reader& reader) {
          reader.number("a");
          reader.number("b", kAny, 1.0);
          reader.finish();
        }) == "f.yaml:2:1: zzzzzz: unknown key; known: a, b");
  CHECK(error("a: 1", [](const Reader& reader) { reader.finish(); }) == "f.yaml:1:1: a: unknown key");
  CHECK(error("a: 1", [](const Reader& reader) {
          if (reader.has("a")) reader.finish();
        }) == "f.yaml:1:1: a: not used here");
}

TEST_CASE("finish of the root finds unread keys at every depth, in file order") {
  const std::string yaml =
      "dataset:\n  name: usps\nlearners:\n  kde:\n    ridge: 1\n    kernel:\n      name: linear\n      "
      "sigmma: 2\n";
  const auto read_some = [](const Reader& reader) {
    reader.map("dataset").text("name");
    for (const auto& [name, learner] : reader.maps("learners")) {
      learner.number("ridge");
      learner.map("kernel").text("name");
      if (!learner.map("kernel").has("sigma")) continue;
    }
  };
  CHECK(error(yaml, [&](const Reader& reader) {
          read_some(reader);
          reader.finish();
        }) == "f.yaml:8:7: learners.kde.kernel.sigmma: unknown key, did you mean 'sigma'?");
  CHECK(error(yaml, [&](const Reader& reader) {
          read_some(reader);
          reader.map("dataset").finish();  // has no unread key
          reader.map("learners").finish();
        }) == "f.yaml:8:7: learners.kde.kernel.sigmma: unknown key, did you mean 'sigma'?");
  CHECK(error(yaml, [&](const Reader& reader) { reader.finish(); }) == "f.yaml:1:1: dataset: unknown key");
  CHECK(error(yaml, [&](const Reader& reader) {
          reader.map("dataset");  // obtained, but nothing in it read
          reader.finish();
        }) == "f.yaml:2:3: dataset.name: unknown key");
}

TEST_CASE("readers of one root share what was read") {
  const Value root = parse_yaml("a: 1\nb: {c: 2}\nd: 3", "f.yaml");
  const Reader reader(root);
  const Reader copy = reader;
  copy.number("a");
  reader.map("b").number("c");
  reader.map("b").finish();
  CHECK(thrown_message<ConfigError>([&] { copy.finish(); }) == "f.yaml:3:1: d: unknown key; known: a, b");
  copy.number("d");
  reader.finish();
  CHECK(reader.log() == ReadLog{{"a", "1"}, {"b.c", "2"}, {"d", "3"}});
  const Reader other(root);  // another reading of the same tree starts afresh
  CHECK(other.log().empty());
  CHECK(thrown_message<ConfigError>([&] { other.finish(); }) == "f.yaml:1:1: a: unknown key");
}

TEST_CASE("the log is canonical: same values, same text") {
  const auto log_of = [](const std::string& yaml) {
    const Value root = parse_yaml(yaml, "f.yaml");
    const Reader reader(root);
    const Reader learner = reader.map("learners").map("kde");
    if (learner.has("ridge")) learner.numbers("ridge", kNonNegative);
    learner.number("sigma", kAny, 2.0);
    learner.integer("k", 0, 9, 5);
    learner.boolean("centre", true);
    learner.text("name", "usps");
    learner.choice("kernel", {"linear", "gaussian"}, "linear");
    if (learner.has("ks")) learner.integers("ks", 0, 99);
    if (learner.has("words")) learner.texts("words");
    return reader.log();
  };
  const ReadLog defaults = log_of("learners: {kde: {ridge: [0.1, 1], ks: [1, 2], words: [a, 'b,c']}}");
  CHECK(defaults == ReadLog{{"learners.kde.ridge", "[0.1,1]"},
                            {"learners.kde.sigma", "2"},
                            {"learners.kde.k", "5"},
                            {"learners.kde.centre", "true"},
                            {"learners.kde.name", "\"usps\""},
                            {"learners.kde.kernel", "\"linear\""},
                            {"learners.kde.ks", "[1,2]"},
                            {"learners.kde.words", "[\"a\",\"b,c\"]"}});
  CHECK(log_of("# the same, written out\nlearners:\n  kde:\n    kernel: 'linear'\n    ridge: [1e-1, 1.0e0]\n "
               "   k: +5\n"
               "    sigma: 0.2e1\n    ks: [+1, 2]\n    words: ['a', \"b,c\"]\n    centre: true\n    name: "
               "\"usps\"\n") == defaults);
  CHECK(log_of("learners: {kde: {ridge: [0.1]}}") == log_of("learners: {kde: {ridge: 1e-1}}"));
  CHECK(log_of("learners: {kde: {sigma: -0.0}}") == log_of("learners: {kde: {sigma: 0}}"));
  CHECK(log_of("learners: {kde: {sigma: 0.30000000000000004}}") != log_of("learners: {kde: {sigma: 0.3}}"));
}

TEST_CASE("raw values count as read entirely and are not logged") {
  const Value root =
      parse_yaml("readings: {raw: {dataset.smoothing: 0.8, deep: {x: [1]}}}\nlist: {a: 1}", "f.yaml");
  const Reader reader(root);
  const Value& raw = reader.map("readings").raw("raw");
  CHECK(to_text(raw) == "{dataset.smoothing: 0.8, deep: {x: [1]}}");
  CHECK(to_text(reader.raw("list")) == "{a: 1}");
  reader.finish();
  CHECK(reader.log().empty());
  CHECK(thrown_message<ConfigError>([&] { reader.raw("absent"); }) ==
        "f.yaml:1:1: absent: missing (expected a value)");
}

TEST_CASE("a check across values fails at the key, or at the map") {
  const auto fail_at_key = [](const std::string& key) {
    return error("protocol:\n  folds: 5\n", [&](const Reader& reader) {
      reader.map("protocol").fail(key, "needs at least as many samples as folds");
    });
  };
  CHECK(fail_at_key("folds") == "f.yaml:2:10: protocol.folds: needs at least as many samples as folds");
  CHECK(fail_at_key("samples") == "f.yaml:2:3: protocol.samples: needs at least as many samples as folds");
  CHECK(fail_at_key("") == "f.yaml:2:3: protocol: needs at least as many samples as folds");
}

TEST_CASE("a value from --set is reported with the setting") {
  Value root = parse_yaml("ridge: 1\n", "f.yaml");
  set_path(root, "ridge", parse_value("x", "--set ridge=x"));
  set_path(root, "kernel.sigmma", parse_value("1", "--set kernel.sigmma=1"));
  const Reader reader(root);
  CHECK(thrown_message<ConfigError>([&] { reader.number("ridge"); }) ==
        "--set ridge=x: ridge: expected a number, found 'x' (numbers are decimal, finite and unquoted, like "
        "12, -0.5 or 1e-3)");
  const Reader kernel = reader.map("kernel");
  CHECK(kernel.number("sigma", kPositive, 1.0) == 1.0);
  CHECK(thrown_message<ConfigError>([&] { reader.finish(); }) ==
        "--set kernel.sigmma=1: kernel.sigmma: unknown key, did you mean 'sigma'?");
}

}  // namespace preimage::suite::config
