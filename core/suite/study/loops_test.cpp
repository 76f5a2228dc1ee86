// Learners, readings and claims with `for`: a study never sees it.
#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;
using testing::replaced;
using testing::toy_config;

namespace {

std::string with_loop() {
  return replaced(toy_config(), "  neighbours: {method: nearest_neighbours, k: [1, 3]}",
                  "  nn_{k}: {for: {k: [1, 3]}, method: nearest_neighbours, k: {k}}");
}

std::string by_hand() {
  return replaced(toy_config(), "  neighbours: {method: nearest_neighbours, k: [1, 3]}",
                  "  nn_1: {method: nearest_neighbours, k: 1}\n  nn_3: {method: nearest_neighbours, k: 3}");
}

std::vector<std::string> cell_keys(const Study& study) {
  std::vector<std::string> keys;
  for (const Cell& cell : testing::plan_cells(study, study.readings[0], 2, testing::stand_in()))
    keys.push_back(*cell.learner + " " + cell.key.text());
  return keys;
}

std::string loop_config_error(const std::string& from, const std::string& to) {
  return testing::thrown_message<ConfigError>([&] { testing::parse(replaced(with_loop(), from, to)); });
}

}  // namespace

TEST_CASE("cells of a config with `for` have the keys of the config written out") {
  const Study loop = testing::parse(with_loop()), plain = testing::parse(by_hand());
  CHECK(cell_keys(loop) == cell_keys(plain));
  CHECK(loop.readings[1].words == plain.readings[1].words);
  REQUIRE(loop.readings[0].learners.size() == 3);
  CHECK(loop.readings[0].learners[2].name == "nn_3");
}

TEST_CASE("readings and claims take `for`; --set and points know the names that it makes") {
  const std::string text =
      replaced(
          with_loop(), "  nested: {dataset.noise: nested, choices_after_seeing: 1}",
          "  samples-{n}: {for: {n: [20, 25]}, dataset.samples: {n}, learners.nn_1.one_neighbour: any}") +
      "claims:\n  kde_{k}: {for: {k: [1, 3]}, text: \"k = {k}\", measure: string_loss, better: kde, worse: "
      "\"nn_{k}\"}\n";
  const Study study = testing::parse(text, {{"learners.nn_3.k", "4"}});
  REQUIRE(study.readings.size() == 3);
  CHECK(study.readings[2].name == "samples-25");
  CHECK(study.readings[2].parameters.at("dataset.samples") == "25");
  CHECK(study.readings[2].parameters.at("learners.nn_1.one_neighbour") == "\"any\"");
  CHECK(study.readings[0].parameters.at("learners.nn_3.k") == "[4]");
  REQUIRE(study.claims.size() == 2);
  CHECK(study.claims[1].text == "k = 3");
  CHECK(study.claims[1].worse == ClaimSide("nn_3"));
  const PointReader reader(config::parse_yaml(text, "toy.yaml"), "samples-20", {},
                           experiments::experiment_table());
  CHECK(reader.read({{"learners.nn_3.k", "5"}}).parameters.at("learners.nn_3.k") == "[5]");
}

TEST_CASE("later errors name the path that `for` made, and the line of the text") {
  CHECK(loop_config_error("[1, 3]}, method", "[1, 0]}, method") ==
        "toy.yaml:11:61: learners.nn_0.k: expected an integer from 1 to 1000000, found '0'");
  CHECK(
      loop_config_error("k: {k}}", "k: {k}, q: {k}}").find("toy.yaml:11:66: learners.nn_1.q: unknown key") ==
      0);
  CHECK(loop_config_error("nn_{k}", "nn_{q}") == "toy.yaml:11:3: learners.nn_{q}: unknown {q}; known: k");
}
