// Readings whose paths hold a `*`.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suite/config/config_error.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;

namespace {

/// The toy config with three learners of nearest neighbours and `changes` in its first reading.
std::string with_wildcards(const std::string& changes) {
  const std::string learners = testing::replaced(testing::toy_config(), "  neighbours:",
                                                 "  nn_1: {method: nearest_neighbours, k: 1}\n"
                                                 "  nn_2: {method: nearest_neighbours, k: 2}\n  neighbours:");
  return testing::replaced(learners, "note: as printed", changes);
}

std::string reading_error(const std::string& changes) {
  return testing::thrown_message<ConfigError>([&] { testing::parse(with_wildcards(changes)); });
}

}  // namespace

TEST_CASE("a path with * in a reading changes all that it matches, as each path alone would") {
  const Study study = testing::parse(with_wildcards("learners.nn_*.k: 7"));
  const Study by_hand = testing::parse(with_wildcards("learners.nn_1.k: 7, learners.nn_2.k: 7"));
  CHECK(study.readings[0].parameters == by_hand.readings[0].parameters);
  CHECK(study.readings[0].parameters.at("learners.nn_2.k") == "[7]");
  CHECK(study.readings[0].parameters.at("learners.neighbours.k") == "[1,3]");
  CHECK(study.readings[1].parameters.at("learners.nn_2.k") == "[2]");
}

TEST_CASE("what stands behind the * need not be written in the config: it may have been a default") {
  const Study study = testing::parse(with_wildcards("learners.n*.one_neighbour: any"));
  CHECK(study.readings[0].parameters.at("learners.neighbours.one_neighbour") == "\"any\"");
  CHECK(study.readings[0].parameters.at("learners.nn_1.one_neighbour") == "\"any\"");
  CHECK(reading_error("learners.*.one_neighbour: any").find("learners.kde.one_neighbour: unknown key") !=
        std::string::npos);
}

TEST_CASE("a path with * that matches nothing is refused with the nearest name") {
  CHECK(reading_error("learners.nnn_*.k: 7") ==
        "toy.yaml:15:33: readings.exclusive.learners.nnn_*.k: 'nnn_*' matches nothing in learners, did you "
        "mean "
        "'nn_1'?");
  CHECK(
      reading_error("learner.*.k: 7") ==
      "toy.yaml:15:28: readings.exclusive.learner.*.k: 'learner' matches nothing in the config, did you mean "
      "'learners'?");
}

TEST_CASE("two paths of a reading that touch the same key are refused, naming both") {
  CHECK(reading_error("learners.nn_*.k: 7, learners.nn_2.k: 8") ==
        "toy.yaml:15:52: readings.exclusive.learners.nn_2.k: sets learners.nn_2.k, which 'learners.nn_*.k' "
        "of the "
        "same reading sets, too");
  CHECK(reading_error("learners.*_1.k: 7, learners.nn_*.k: 8") ==
        "toy.yaml:15:51: readings.exclusive.learners.nn_*.k: sets learners.nn_1.k, which 'learners.*_1.k' of "
        "the "
        "same reading sets, too");
  CHECK(reading_error("learners.nn_1: {method: nearest_neighbours, k: 4}, learners.nn_*.k: 8")
            .find("learners.nn_*.k: sets learners.nn_1.k, which 'learners.nn_1' of the same reading sets") !=
        std::string::npos);
  CHECK(reading_error("learners.nn_*.k: 8, learners.nn_1: {method: nearest_neighbours, k: 4}")
            .find("learners.nn_1: sets learners.nn_1, which 'learners.nn_*.k' of the same reading sets") !=
        std::string::npos);
  // Plain paths stay as they were: the later one has the last word.
  const Study study =
      testing::parse(with_wildcards("dataset: {name: generated_strings, samples: 9}, dataset.samples: 40"));
  CHECK(study.readings[0].parameters.at("dataset.samples") == "40");
}

TEST_CASE("a learner that the reading adds is not matched: the order of its entries does not matter") {
  const std::string added = "learners.nn_3: {method: nearest_neighbours, k: 3}";
  const Study first = testing::parse(with_wildcards(added + ", learners.nn_*.k: 8"));
  const Study last = testing::parse(with_wildcards("learners.nn_*.k: 8, " + added));
  CHECK(first.readings[0].parameters == last.readings[0].parameters);
  CHECK(first.readings[0].parameters.at("learners.nn_3.k") == "[3]");
}

TEST_CASE("a * reaches nothing that all readings share, and sets a bounded number of values") {
  CHECK(reading_error("s*d: 2") ==
        "toy.yaml:15:20: readings.exclusive.s*d: belongs to the whole config, a reading cannot change it");
  std::string list = "[0";
  for (int i = 0; i < 20000; ++i) list += ",0";
  std::string learners;
  for (int i = 0; i < 5; ++i) learners += fmt::format("  m{}: {{method: nearest_neighbours, k: 1}}\n", i);
  const std::string text = testing::replaced(with_wildcards("learners.m*.k: " + list + "]"), "learners:\n",
                                             "learners:\n" + learners);
  CHECK(testing::thrown_message<ConfigError>([&] {
          testing::parse(text);
        }).find("learners.m*.k: paths with * set more than 100000 values") != std::string::npos);
}
