// What a run says of own data beside its tables.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suite/own_data/scale_warnings.hpp"
#include "suite/own_data/testing_own.hpp"
#include "testing/config_text.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;

namespace {

/// `follows` is told by x, `chance` by nothing: its commonest class is b. wide is 1e5 x.
struct WarnedPlace {
  testing::TemporaryFolder folder;
  std::string method = "method: nearest_neighbours, k: 1",
              protocol = "{outer: {folds: 4}, inner: {folds: 2}}";
  std::string more;

  testing::Finished call(const std::string& inputs, const std::string& output, const std::string& kind,
                         std::vector<std::string> words = {}) const {
    std::string table = "x,wide,noise,follows,chance,y\n";
    for (int i = 0; i < 40; ++i) {
      const int noise = i * i * 7 % 13 - 6;
      table += std::to_string(i) + "," + std::to_string(100000 * i) + "," + std::to_string(i * i * i % 17) +
               "," + (i < 20 ? "a" : "b") + "," + (noise * i % 5 == 1 ? "a" : "b") + "," +
               std::to_string(noise) + "\n";
    }
    folder.write("t.csv", table);
    const std::string config = testing::config_of(
        "own_data",
        more + "dataset: {name: vectors, path: t.csv, inputs: " + inputs + ", outputs: " + output +
            ", output_kind: " + kind + "}\ninput_kernel: {name: gaussian, sigma: 3}\noutput_kernel: {name: " +
            (kind == "class" ? "class" : "linear") + "}\nloss: distance\nprotocol: " + protocol +
            "\nlearners: {one: {" + method + "}}\n",
        2);
    const std::string verb = words.empty() ? "run" : "sweep";
    words.insert(words.begin(),
                 {verb, folder.write("c.yaml", config).string(), "--out", (folder.path() / "out").string()});
    return testing::run_preimage(words);
  }
};

}  // namespace

TEST_CASE(
    "a learner that is no better than the commonest class, or than the mean output, is named with both "
    "numbers") {
  const WarnedPlace place;
  const testing::Finished chance = place.call("noise", "chance", "class");
  CHECK(chance.code == 0);
  CHECK(
      contains(chance.out,
               "warning: no learner is better than always the same answer: classification_loss of the best, "
               "one, is 0."));
  CHECK(contains(chance.out, ", that of the commonest class of each training set 0."));
  const testing::Finished mean = place.call("x", "y", "vector");
  CHECK(contains(mean.out, "squared_error of the best, one, is "));
  CHECK(contains(mean.out, ", that of the mean of each training set's outputs "));
  CHECK_FALSE(contains(place.call("x", "follows", "class").out, "warning"));
}

TEST_CASE("a learner mean_output is what the others are compared with; a paper's config is not judged") {
  WarnedPlace place;
  place.method = "method: nearest_neighbours, k: 1}, base: {method: mean_output";
  CHECK(contains(place.call("x", "y", "vector").out, "feature_distance of the best, one, is "));
  CHECK(contains(place.call("x", "y", "vector").out, ", that of base (mean_output) "));
  place.more = "paper: {key: doe_2020}\n";
  CHECK_FALSE(contains(place.call("x", "y", "vector").out, "warning"));
}

TEST_CASE("a sweep is warned of where no point is better than always the same answer") {
  const WarnedPlace place;
  const std::vector<std::string> grid = {"--grid", "learners.one.k=1,3"};
  const testing::Finished swept = place.call("x", "y", "vector", grid);
  CHECK(swept.code == 0);
  CHECK(contains(swept.err, "warning: at every point of the sweep, as at the first: no learner is better"));
  CHECK_FALSE(contains(place.call("x", "follows", "class", grid).err, "warning: at every"));
}

TEST_CASE("inputs of very different scales, and folds of very few samples, are warned of") {
  WarnedPlace place;
  const testing::Finished wide = place.call("[x, wide]", "follows", "class");
  CHECK(
      contains(wide.out,
               "warning: input column 'wide' varies by 1.2e+06, 'x' by 12, and scale is none: distances see "
               "the first alone; say scale: standard, or leave columns out\n"));
  place.more = "scale: standard\n";
  CHECK_FALSE(contains(place.call("[x, wide]", "follows", "class").out, "varies"));
  place.more = "";
  place.protocol = "{outer: {folds: 12}, inner: {folds: 2}}";
  CHECK(contains(
      place.call("x", "follows", "class").out,
      "warning: an outer fold tests on 3 samples only, so that its numbers say little: take fewer outer "
      "folds, or more samples\n"));
  place.protocol = "{outer: {folds: 30}, inner: {folds: 2}}";
  CHECK(contains(place.call("x", "follows", "class").out, "tests on 1 sample only, so that"));
}

TEST_CASE("scales: gaps and constant columns do not count, a thousand times is not yet too wide") {
  const double gap = arma::datum::nan;
  const std::vector<std::string> names = {"a", "b", "c"};
  using suite::own_data::scale_warnings;
  CHECK(scale_warnings({{0, 0, 5}, {1, 1000, 5}, {gap, 0, 5}}, names).empty());
  CHECK(scale_warnings({{0, 0, 5}, {1, 4000, 5}, {gap, gap, 5}}, names).size() == 1);
  CHECK(scale_warnings(arma::mat(0, 3), names).empty());
}

TEST_CASE("classes whose names look alike are named once") {
  const testing::TemporaryFolder folder;
  std::string table = "x,kind\n";
  for (int i = 0; i < 24; ++i)
    table += std::to_string(i) + "," + (i % 3 == 0 ? "caf\u00e9" : i % 3 == 1 ? "cafe\u0301" : "bar") + "\n";
  folder.write("t.csv", table);
  const testing::Finished finished = testing::run_in(
      folder, testing::own_config("folds: 2",
                                  "dataset: {name: vectors, path: t.csv, inputs: x, outputs: kind, "
                                  "output_kind: class}\ninput_kernel: {name: gaussian, sigma: 3}\n"
                                  "output_kernel: {name: class}\nloss: distance\n"
                                  "learners: {one: {method: nearest_neighbours, k: 1}}\n"));
  CHECK(testing::count_of(finished.out, "look alike") == 1);
  CHECK(contains(finished.out, "'cafe\\u0301' and 'caf\\u00e9'"));
}

TEST_CASE(
    "a column that nearly tells the target is found by `audit`, with counts, and nothing in data without "
    "one") {
  const testing::TemporaryFolder folder;
  std::string table = "x,z,class,y\n";
  for (int row = 0; row < 200; ++row) {
    const int i = row * 59 % 200;  // 3 has the other class; so 4, next to it, and 100, next to 99, are misled
    table += fmt::format("{},{},{},{}\n", i, i * 37 % 211, (i < 100) == (i != 3) ? "a" : "b",
                         2 * i + (i % 2 == 0 ? 1 : -1));
  }
  folder.write("t.csv", table);
  const auto audit = [&](const std::string& inputs, const std::string& output, const std::string& kind) {
    const std::string config = testing::config_of(
        "own_data",
        "dataset: {name: vectors, path: t.csv, inputs: " + inputs + ", outputs: " + output +
            ", output_kind: " + kind + "}\ninput_kernel: {name: linear}\noutput_kernel: {name: " +
            (kind == "class" ? "class" : "linear") +
            "}\nloss: distance\nprotocol: {outer: {folds: 4}, inner: {folds: 2}}\nlearners: {one: {method: "
            "nearest_neighbours, k: 1}}\n",
        1);
    return testing::run_preimage({"audit", folder.write("c.yaml", config).string()});
  };
  const testing::Finished told = audit("[x, z]", "class", "class");
  CHECK(told.code == 3);
  CHECK(contains(told.out,
                 "c / as-written: 1 found\n  input column 'x' alone tells all but 3 of 200 rows of the "
                 "target 'class': leave"));
  CHECK(contains(audit("[x, z]", "y", "vector").out,
                 "input column 'x' is nearly a line in (correlation 0.99996) the target 'y'"));
  const testing::Finished fine = audit("z", "class", "class");  // each class in many stretches of z
  CHECK(fine.code == 0);
  CHECK(fine.out == "c / as-written: nothing found\n");
}

TEST_CASE("rows in an order that no key names are found by `audit`, and those that are sorted are not") {
  const testing::TemporaryFolder folder;
  const auto audit = [&](const std::string& rows, const std::string& more = ", inputs: [x]",
                         const std::string& kind = "vector") {
    folder.write("t.csv", rows);
    return testing::run_preimage(
        {"audit", folder
                      .write("c.yaml",
                             testing::own_config(
                                 "folds: 4",
                                 "dataset: {name: vectors, path: t.csv, outputs: y, "
                                 "output_kind: " +
                                     kind + more + "}\ninput_kernel: {name: linear}\noutput_kernel: {name: " +
                                     (kind == "class" ? "class" : "linear") +
                                     "}\nloss: distance\nlearners: {one: {method: "
                                     "nearest_neighbours, k: 1}}\n"))
                      .string()});
  };
  const auto rows = [](const auto& target) {
    std::string text = "day,x,block,y\n";
    for (int i = 0; i < 60; ++i)
      text +=
          fmt::format("2024-{:02}-{:02},{},p{},{}\n", 1 + i / 28, 1 + i % 28, i * 37 % 61, i / 6, target(i));
    return text;
  };
  const auto wave = [](int i) { return i % 20 < 10 ? i % 10 : 10 - i % 10; };
  CHECK(contains(
      audit(rows(wave)).out,
      "column 'day' looks like times of the rows; folds are drawn at random, and training sets hold rows "
      "later than those tested: `readings: {random: {}, ordered: {dataset.time: \"day\", "
      "protocol.outer: {ordered: 5}}}` gives this estimate"));
  const auto dateless = [](std::string text) {  // 2024-01-01 > 2024x01x01
    for (char& c : text) c = c == '-' ? 'x' : c;
    return text;
  };
  // All 59 steps are 1; by NumPy 1 - mean(diff(y)^2) / (2 var(y, ddof = 1)) = .942, of the blocks below .833.
  const std::string told = audit(dateless(rows(wave))).out;
  INFO(told);
  CHECK(contains(told, "the row before tells 94 % of what varies in the target 'y'"));
  CHECK(audit(dateless(rows([](int i) { return i; }))).out == "c / as-written: nothing found\n");
  CHECK(audit(dateless(rows([](int i) { return i * 17 % 60; }))).out == "c / as-written: nothing found\n");
  const auto blocks = [](int i) { return i / 10 % 2 == 0 ? "a" : "b"; };
  CHECK(
      contains(audit(dateless(rows(blocks)), ", inputs: [x]", "class").out, "the row before tells 83 % of"));
  CHECK(audit(dateless(rows([](int i) { return i < 30 ? "a" : "b"; })), ", inputs: [x]", "class").out ==
        "c / as-written: nothing found\n");
  CHECK(audit(dateless(rows(blocks)), ", inputs: [x], group: block", "class").out ==
        "c / as-written: nothing found\n");
  CHECK(audit(dateless(rows([](int i) { return i / 6 * 17 % 10; })),
              ", inputs: [x, block], categories: [block]")
            .out == "c / as-written: nothing found\n");  // an input, of which each level is one block
}
