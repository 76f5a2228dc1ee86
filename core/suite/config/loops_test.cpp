#include "suite/config/loops.hpp"

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::config {

namespace {

std::string expanded(const std::string& yaml) {
  return to_text(expand_loops(parse_yaml(yaml, "f.yaml")));
}

std::string loop_error(const std::string& yaml) {
  return testing::thrown_message<ConfigError>([&] { expanded(yaml); });
}

/// The same as a text, for a config without `for`.
std::string plain(const std::string& yaml) {
  return to_text(parse_yaml(yaml, "f.yaml"));
}

}  // namespace

TEST_CASE("an entry with `for` makes one entry per value, in its place") {
  CHECK(expanded("a:\n  first: {k: 0}\n  knn_{k}: {for: {k: [1, 3]}, k: \"{k}\"}\n  last: {k: 9}") ==
        plain("a: {first: {k: 0}, knn_1: {k: 1}, knn_3: {k: 3}, last: {k: 9}}"));
  CHECK(expanded("a:\n  n{k}:\n    for: {k: [x]}\n    b: [\"in {k}\", {c: \"{k}{k}\"}]") ==
        plain("a: {nx: {b: [\"in x\", {c: \"xx\"}]}}"));
  const std::string without = "a: {b: \"{k}\", c: {d: [1, {e: }]}}";
  CHECK(expanded(without) == plain(without));
}

TEST_CASE("several variables: all combinations, the last one fastest") {
  CHECK(expanded("a:\n  n{i}_{j}: {for: {i: [1, 2], j: [x, y, z]}, t: \"{i}{j}\"}") ==
        plain("a: {n1_x: {t: \"1x\"}, n1_y: {t: \"1y\"}, n1_z: {t: \"1z\"}, n2_x: {t: \"2x\"}, n2_y: {t: "
              "\"2y\"}, "
              "n2_z: {t: \"2z\"}}"));
}

TEST_CASE("what is a variable and nothing else has the value's type") {
  const std::string loop =
      "a:\n  n_{k}:\n    for: {k: [7]}\n    number: \"{k}\"\n    same: {k}\n    text: \"0{k}\"\n"
      "    plain: 0.{k}\n";
  CHECK(expanded(loop) == plain("a: {n_7: {number: 7, same: 7, text: \"07\", plain: 0.7}}"));
  CHECK(expanded("a:\n  n_{k}: {for: {k: [\"7\"]}, b: \"{k}\"}") == plain("a: {n_7: {b: \"7\"}}"));
  CHECK(expanded("a:\n  n: {for: {k: [[1, 2]]}, b: \"{k}\"}") == plain("a: {n: {b: [1, 2]}}"));
  CHECK(expanded("a:\n  n: {for: {k: [{name: linear}]}, b: \"{k}\"}") ==
        plain("a: {n: {b: {name: linear}}}"));
}

TEST_CASE("a value that is a map has fields") {
  CHECK(expanded(
            "a:\n  n_{at.percent}: {for: {at: [{percent: 0, share: 0}, {percent: 10, share: 0.1}]}, noise: "
            "{at.share}, title: \"{at.percent} %\"}") ==
        plain("a: {n_0: {noise: 0, title: \"0 %\"}, n_10: {noise: 0.1, title: \"10 %\"}}"));
}

TEST_CASE("keys below the entry are replaced, too, and a `for` inside one knows the variables of both") {
  CHECK(expanded("r:\n  w-{w}:\n    for: {w: [5, 7]}\n    learners.n{w}.k: {w}\n    learners.m{k}: {for: {k: "
                 "[1, 2]}, "
                 "k: {k}, w: {w}}") ==
        plain("r: {w-5: {learners.n5.k: 5, learners.m1: {k: 1, w: 5}, learners.m2: {k: 2, w: 5}}, w-7: "
              "{learners.n7.k: 7, learners.m1: {k: 1, w: 7}, learners.m2: {k: 2, w: 7}}}"));
  CHECK(expanded("a:\n  o{i}: {for: {i: [1, 2]}, p: {q: {for: {j: [\"{i}\"]}, r: {j}}}}") ==
        plain("a: {o1: {p: {q: {r: 1}}}, o2: {p: {q: {r: 2}}}}"));
}

TEST_CASE("braces that hold no name stay, and nothing is replaced twice") {
  CHECK(expanded("a:\n  n{k}: {for: {k: [1]}, t: \"{} {1} {a b} { k} {k {k}\"}") ==
        plain("a: {n1: {t: \"{} {1} {a b} { k} {k 1\"}}"));
  CHECK(expanded("a:\n  n: {for: {k: [\"{j}\"], j: [2]}, t: \"{k}\", u: \"-{k}\"}") ==
        plain("a: {n: {t: \"{j}\", u: \"-{j}\"}}"));
}

TEST_CASE("positions are those of the text") {
  const Value root =
      expand_loops(parse_yaml("a:\n  n{k}:\n    for: {k: [1, 2]}\n    b: \"{k}\"\n    c: x", "f.yaml"));
  const Value& second = *root.find("a")->find("n2");
  CHECK(second.key_mark.text() == "f.yaml:2:3");
  CHECK(second.find("b")->mark.text() == "f.yaml:4:8");
  CHECK(second.find("b")->key_mark.text() == "f.yaml:4:5");
  CHECK(second.find("c")->mark.text() == "f.yaml:5:8");
}

TEST_CASE("what is no `for` is refused in one line") {
  CHECK(loop_error("a:\n  n{k}: {for: [1, 2]}") ==
        "f.yaml:2:15: a.n{k}.for: expected a map of lists like {k: [1, 3, 5]}, found a list");
  CHECK(loop_error("a:\n  n{k}: {for: {}}") ==
        "f.yaml:2:15: a.n{k}.for: expected a map of lists like {k: [1, 3, 5]}, found an empty map");
  CHECK(loop_error("a:\n  n{k}: {for: {k: 3}}") ==
        "f.yaml:2:19: a.n{k}.for.k: expected a list of at least one value, found '3'");
  CHECK(loop_error("a:\n  n{k}: {for: {k: []}}") ==
        "f.yaml:2:19: a.n{k}.for.k: expected a list of at least one value, found an empty list");
  CHECK(loop_error("a:\n  n{k}: {for: {2k: [1]}}") ==
        "f.yaml:2:16: a.n{k}.for.2k: expected a name of letters, digits and _");
  CHECK(loop_error("a:\n  n{k}: {for: {k: [1]}, b: {for: {k: [2]}}}") ==
        "f.yaml:2:35: a.n{k}.b.for.k: a `for` around it has a variable of this name");
}

TEST_CASE("unknown variables are refused, with the nearest") {
  CHECK(loop_error("a:\n  n{size}: {for: {size: [1]}, b: \"x {sise}\"}") ==
        "f.yaml:2:34: a.n{size}.b: unknown {sise}, did you mean 'size'?");
  CHECK(loop_error("a:\n  n{kk}: {for: {size: [1]}, b: 1}") ==
        "f.yaml:2:3: a.n{kk}: unknown {kk}; known: size");
  CHECK(loop_error("a:\n  n{k}: {for: {k: [1]}, b: {m}}") == "f.yaml:2:28: a.n{k}.b: unknown {m}; known: k");
  CHECK(loop_error("a:\n  n{k.c}: {for: {k: [{b: 1}]}}") ==
        "f.yaml:2:3: a.n{k.c}: unknown {k.c}, did you mean 'k.b'?");
}

TEST_CASE("names that are not different afterwards, or no keys, are refused") {
  CHECK(loop_error("a:\n  n: {for: {k: [1, 2]}, b: \"{k}\"}") ==
        "f.yaml:2:3: a.n: makes a second 'n' beside that of f.yaml:2:3; each needs a name of its own");
  CHECK(loop_error("a:\n  n1: {}\n  n{k}: {for: {k: [1]}}") ==
        "f.yaml:3:3: a.n{k}: makes a second 'n1' beside that of f.yaml:2:3; each needs a name of its own");
  CHECK(loop_error("a:\n  n{k}: {for: {k: [\"x\\ny\"]}}") ==
        "f.yaml:2:3: a.n{k}: expected a key of one line and at most 256 bytes, found 'nx\\ny'");
  CHECK(loop_error("a:\n  n{k}: {for: {k: [[1]]}}") ==
        "f.yaml:2:3: a.n{k}: {k} is a list: inside a text only a number or a text is allowed");
  CHECK(loop_error("a:\n  n{k}: {for: {k: [1, ]}, b: \"-{k}\"}") == "(nothing was thrown)");
  CHECK(loop_error("a:\n  n: {for: {k: [~]}, b: \"-{k}\"}") ==
        "f.yaml:2:25: a.n.b: {k} is nothing: inside a text only a number or a text is allowed");
}

TEST_CASE("entries, values, depth and text are bounded") {
  std::string forty = "[0", deep, deep_end;
  for (int i = 1; i < 40; ++i) forty += ", " + std::to_string(i);
  forty += "]";
  CHECK(loop_error("a:\n  n{i}_{j}: {for: {i: " + forty + ", j: " + forty + "}}") ==
        "f.yaml:2:175: a.n{i}_{j}.for.j: the entry makes more than 1000 entries");
  const std::string inner = "b{j}: {for: {j: " + forty + "}, c: " + forty + ", d: " + forty + "}";
  CHECK(loop_error("a:\n  n{i}:\n    for: {i: " + forty + "}\n    " + inner)
            .find("makes more than 100000 values") != std::string::npos);
  for (int i = 0; i < 40; ++i) {
    deep += "[";
    deep_end += "]";
  }
  CHECK(loop_error("a:\n  n: {for: {k: [" + deep + deep_end + "]}, b: " + deep + "\"{k}\"" + deep_end + "}")
            .find("nested deeper than 64 levels") != std::string::npos);
  CHECK(loop_error("a:\n  n{i}: {for: {i: " + forty + "}, b: \"" + std::string(500000, 'x') + "\"}")
            .find("more than 16777216 bytes of text") != std::string::npos);
}

}  // namespace preimage::suite::config
