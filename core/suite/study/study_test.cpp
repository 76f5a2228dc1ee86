#include "suite/study/study.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suite/config/config_error.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;
using testing::parse;
using testing::replaced;
using testing::toy_config;

namespace {

/// The message for the toy config with one change, and with overrides.
std::string error(const std::string& from, const std::string& to,
                  const std::vector<config::Override>& overrides = {}) {
  return testing::thrown_message<ConfigError>([&] { parse(replaced(toy_config(), from, to), overrides); });
}

const std::string kLast = "profiles:\n";

}  // namespace

TEST_CASE("`inner_loss: true` of a learner is read, and part of the parameters where it stands there only") {
  const Study plain = parse(toy_config());
  CHECK(plain.readings[0].with_inner_loss.empty());
  CHECK_FALSE(plain.readings[0].parameters.contains("learners.kde.inner_loss"));
  const Study judged = parse(toy_config(), {{"learners.kde.inner_loss", "true"}});
  CHECK(judged.readings[0].with_inner_loss == std::set<std::string>{"kde"});
  CHECK(judged.readings[0].parameters.at("learners.kde.inner_loss") == "true");
  CHECK(parse(toy_config(), {{"learners.kde.inner_loss", "false"}}).readings[0].with_inner_loss.empty());
}

TEST_CASE("points are the reading as it is, each with its own last word") {
  const config::Value file = config::parse_yaml(toy_config(), "toy.yaml");
  const PointReader reader(file, "nested", {{"dataset.samples", "40"}}, experiments::experiment_table());
  const std::vector<Reading> points = {reader.read({{"learners.kde.ridge", "3"}}),
                                       reader.read({{"dataset.samples", "50"}})};
  const config::ReadLog &first = points[0].parameters, &second = points[1].parameters;
  CHECK(first.at("dataset.noise") == "\"nested\"");
  CHECK(first.at("learners.kde.ridge") == "[3]");
  CHECK(first.at("dataset.samples") == "40");
  CHECK(second.at("learners.kde.ridge") == "[0.01,1]");
  CHECK(second.at("dataset.samples") == "50");
  CHECK(points[1].point.front().path == "dataset.samples");
  CHECK(testing::thrown_message<ConfigError>([&] {
          reader.read({{"profiles.quick", "1"}});
        }) == "--grid profiles.quick: belongs to the whole config, a point cannot change it");
}

TEST_CASE("a config without readings is one reading, as written") {
  const std::string text = toy_config();
  const std::size_t readings = text.find("readings:\n"), profiles = text.find(kLast);
  const Study study = parse(replaced(text.substr(0, readings) + text.substr(profiles), "exclusive", "all"));
  REQUIRE(study.readings.size() == 1);
  CHECK(study.readings[0].name == "as-written");
  CHECK(study.profiles.at("quick").readings == std::vector<std::string>{"as-written"});
}

TEST_CASE("a reading overrides the config, and --set has the last word") {
  const Study study = parse(toy_config());
  CHECK(study.config == "toy");
  CHECK(study.title == "Toy");
  CHECK(study.experiment == "string_toy");
  REQUIRE(study.readings.size() == 2);
  const Reading& exclusive = study.reading("exclusive");
  const Reading& nested = study.reading("nested");
  CHECK(exclusive.note == "as printed");
  CHECK(exclusive.choices_after_seeing == 0L);
  CHECK(nested.choices_after_seeing == 1L);
  CHECK(exclusive.parameters.at("dataset.noise") == "\"exclusive\"");
  CHECK(nested.parameters.at("dataset.noise") == "\"nested\"");

  const Study overridden =
      parse(toy_config(), {{"dataset.noise", "sequential"}, {"learners.kde.ridge", "[0.5]"}});
  for (const Reading& reading : overridden.readings) {
    CHECK(reading.parameters.at("dataset.noise") == "\"sequential\"");
    CHECK(reading.parameters.at("learners.kde.ridge") == "[0.5]");
  }
}

TEST_CASE("--set for a learner that a reading leaves out does not bring it back there") {
  const std::string alone =
      replaced(toy_config(), "exclusive: {note: as printed, choices_after_seeing: 0}",
               "exclusive: {learners: {neighbours: {method: nearest_neighbours, k: [1, 3]}}}");
  const Study study = parse(alone, {{"learners.kde.ridge", "[0.5]"}});
  REQUIRE(study.readings.size() == 2);
  CHECK(study.readings[0].learners.size() == 1);
  CHECK(study.readings[1].parameters.at("learners.kde.ridge") == "[0.5]");
  CHECK(error("samples: 30", "samples: 30", {{"learners.dke.ridge", "[0.5]"}})
            .find("learners.dke: no method; did you mean 'kde'?") != std::string::npos);
}

TEST_CASE("profiles name readings, all of them in the order of the file") {
  const Study study = parse(toy_config());
  CHECK(study.profiles.at("quick").readings == std::vector<std::string>{"exclusive", "nested"});
  CHECK(study.profiles.at("short").readings == std::vector<std::string>{"exclusive"});
  CHECK(study.profiles.at("quick").repetitions == 2);
  CHECK(parse(toy_config(), {{"profiles.quick.repetitions", "7"}}).profiles.at("quick").repetitions == 7);
}

TEST_CASE("the protocol: defaults, given folds, stratified folds") {
  const Protocol plain = parse(toy_config()).readings[0].protocol;
  CHECK(plain.outer_folds == 3);
  CHECK(plain.inner_folds == 3);
  CHECK(plain.train_on == samples::TrainOn::the_rest);
  CHECK_FALSE((plain.given_folds || plain.outer_stratified || plain.inner_stratified));
  const std::string given = "outer: {given: true, train_on: one_fold}, inner: {folds: 4, stratified: true}";
  const Protocol other =
      parse(replaced(toy_config(), "outer: {folds: 3}, inner: {folds: 3}", given)).readings[0].protocol;
  CHECK(other.given_folds);
  CHECK(other.train_on == samples::TrainOn::one_fold);
  CHECK(other.inner_folds == 4);
  CHECK(other.inner_stratified);
}

TEST_CASE("a profile without a list of readings runs all, and takes one where it is given") {
  const std::string without = replaced(toy_config(), ", readings: all}", "}");
  REQUIRE(without != toy_config());
  CHECK(parse(without).profiles.at("quick").readings == std::vector<std::string>{"exclusive", "nested"});
}

TEST_CASE("unknown keys are named with their place and the nearest known key") {
  CHECK(error("dataset.noise", "dataset.nois") ==
        "toy.yaml:14:26: dataset.nois: unknown key, did you mean 'noise'?");
  CHECK(error("note: as printed", "dataset.smaples: 20") ==
        "toy.yaml:13:32: dataset.smaples: unknown key, did you mean 'samples'?");
  CHECK(error(kLast, kLast, {{"dataset.nois", "nested"}}) ==
        "--set dataset.nois=nested: dataset.nois: unknown key, did you mean 'noise'?");
  CHECK(error("{repetitions: 2, readings: all}", "{repetitions: 2, readings: all, seed: 2}") ==
        "toy.yaml:16:42: profiles.quick.seed: unknown key; known: cell_memory, cell_time, readings, "
        "repetitions");
  CHECK(error(kLast, "profile:\n") == "toy.yaml:15:1: profile: unknown key, did you mean 'profiles'?");
  CHECK(error("readings: exclusive}", "readings: [exklusive]}") ==
        "toy.yaml:17:37: profiles.short.readings: no reading 'exklusive', did you mean 'exclusive'?");
}

TEST_CASE("grids and numbers that cannot be meant are refused") {
  CHECK(error("ridge: [0.01, 1]", "ridge: [1e400]") ==
        "toy.yaml:10:85: learners.kde.ridge[0]: expected a number >= 0, found '1e400' (numbers are decimal, "
        "finite and unquoted, like 12, -0.5 or 1e-3)");
  CHECK(error("outer: {folds: 3}", "outer: {folds: 1}") ==
        "toy.yaml:8:27: protocol.outer.folds: expected an integer from 2 to 100000, found '1'");
  CHECK(error("outer: {folds: 3}", "outer: {given: true, folds: 3}") ==
        "toy.yaml:8:33: protocol.outer.folds: unknown key; known: gap, given, ordered, train_on");
}

TEST_CASE("readings and learners are limited in number") {
  std::string readings, learners;
  for (std::size_t i = 0; i <= kMaxReadings; ++i) readings += fmt::format("  r{}: {{note: x}}\n", i);
  for (std::size_t i = 0; i <= kMaxLearners; ++i)
    learners += fmt::format("  l{}: {{method: nearest_neighbours, k: 1}}\n", i);
  CHECK(error("readings:\n", "readings:\n" + readings) ==
        "toy.yaml:13:3: readings: 103 readings, the limit is 100");
  CHECK(error("learners:\n", "learners:\n" + learners) ==
        "toy.yaml:10:3: learners: 1003 learners, the limit is 1000");
}

TEST_CASE("a reading cannot change what all readings share") {
  CHECK(error("note: as printed", "seed: 2") ==
        "toy.yaml:13:21: readings.exclusive.seed: belongs to the whole config, a reading cannot change it");
  CHECK(
      error("note: as printed", "profiles.quick.repetitions: 9") ==
      "toy.yaml:13:43: readings.exclusive.profiles.quick.repetitions: belongs to the whole config, a reading "
      "cannot change it");
}

TEST_CASE("where a learner's numbers stand is no part of what makes them") {
  const std::string placed = replaced(testing::toy_config(), "neighbours: {method",
                                      "neighbours: {place: {row: near, column: \"3\"}, method");
  const Study plain = parse(testing::toy_config()), with_place = parse(placed);
  CHECK(with_place.readings[0].places.at("neighbours") == records::TablePlace{"near", "3"});
  CHECK(plain.readings[0].places.empty());
  CHECK(with_place.readings[0].parameters == plain.readings[0].parameters);
}

TEST_CASE("claims name learners that there are") {
  const std::string claim = "claims:\n  order: {text: t, measure: string_loss, better: kde, worse: ";
  const Study study = parse(toy_config() + claim + "neighbours}\n");
  REQUIRE(study.claims.size() == 1);
  CHECK(study.claims[0].better == ClaimSide("kde"));
  CHECK(study.claims[0].worse == ClaimSide("neighbours"));
  CHECK(study.claims[0].margin == 0.0);
  CHECK(study.claims[0].readings == std::vector<std::string>{"exclusive", "nested"});
  CHECK(parse(toy_config() + claim + "neighbours, readings: nested}\n").claims[0].readings ==
        std::vector<std::string>{"nested"});
  CHECK(testing::thrown_message<ConfigError>([&] {
          parse(toy_config() + claim + "neighbours, readings: neste}\n");
        }) == "toy.yaml:19:84: claims.order.readings: no reading 'neste', did you mean 'nested'?");
  CHECK(testing::thrown_message<ConfigError>([&] { parse(toy_config() + claim + "neighbour}\n"); }) ==
        "toy.yaml:19:62: claims.order.worse: no learner 'neighbour', did you mean 'neighbours'?");
  CHECK(testing::thrown_message<ConfigError>([&] { parse(toy_config() + claim + "kde}\n"); }) ==
        "toy.yaml:19:62: claims.order.worse: better and worse are the same learner");
}

TEST_CASE("a number stands in place of either learner of a claim, but not of both") {
  const auto claim = [](const std::string& rest) {
    return parse(toy_config() + "claims:\n  few: {text: t, measure: string_loss, " + rest + "}\n").claims[0];
  };
  CHECK(claim("better: kde, at_most: 0.5").worse == ClaimSide(0.5));
  const Claim many = claim("at_least: 0.5, worse: kde, margin: 0.1");
  CHECK(many.better == ClaimSide(0.5));
  CHECK(many.worse == ClaimSide("kde"));
  CHECK(many.margin == 0.1);
  CHECK(testing::thrown_message<ConfigError>([&] { claim("at_least: 0.5, at_most: 0.6"); }) ==
        "toy.yaml:19:50: claims.few.at_least: expected one of better and worse, a claim is about a learner");
}

TEST_CASE("a claim of learners that no reading has together is refused") {
  // In none of its readings are both of its learners.
  const std::string split = replaced(
      replaced(toy_config(), "nested: {", "nested: {learners: {other: {method: nearest_neighbours, k: 1}}, "),
      "profiles:\n", "claims:\n  c: {text: t, measure: string_loss, better: kde, worse: other}\nprofiles:\n");
  CHECK(testing::thrown_message<ConfigError>([&] { parse(split); }) ==
        "toy.yaml:16:6: claims.c: no reading of the claim has the learners that it compares");
}

TEST_CASE("a figure's learners are all there, or none; a config can leave a figure out") {
  const std::string halves = replaced(
      replaced(replaced(toy_config(), "string_toy", "half_digit_reconstruction"),
               "dataset: {name: generated_strings, samples: 30}", "dataset: {name: usps, per_class: 3}"),
      "dataset.noise: nested", "dataset.per_class: 4");
  const std::string kernels = "{name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}";
  const std::string digits = replaced(replaced(halves, kernels, "{name: linear}"), kernels, "{name: linear}");
  CHECK(testing::thrown_message<ConfigError>([&] {
          parse(digits);
        }).find("learners: figure2.svg shows 'nearest_neighbours', which no reading has") !=
        std::string::npos);
  const std::string whole = replaced(digits, "  neighbours:", "  nearest_neighbours:");
  CHECK(parse(whole).readings[0].experiment.figures.size() == 1);
  CHECK(parse(replaced(digits, "loss:", "figures: none\nloss:")).readings[0].experiment.figures.empty());
  CHECK(parse(replaced(whole, "loss:", "figures: [figure2.svg]\nloss:"))
            .readings[0]
            .experiment.figures.size() == 1);
  CHECK(testing::thrown_message<ConfigError>([&] {
          parse(replaced(whole, "loss:", "figures: figure3.svg\nloss:"));
        }).find("no figure 'figure3.svg', did you mean 'figure2.svg'?") != std::string::npos);
  const std::string others = replaced(replaced(digits, "  kde:", "  mine:"), "  neighbours:", "  other:");
  CHECK_NOTHROW(parse(others));  // it shows neither
}
