// Paths of what a reading changes.
#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;

namespace {

/// The toy config with three learners of nearest neighbours and `changes` in its first reading.
std::string with_changes(const std::string& changes) {
  const std::string learners = testing::replaced(testing::toy_config(), "  neighbours:",
                                                 "  nn_1: {method: nearest_neighbours, k: 1}\n"
                                                 "  nn_2: {method: nearest_neighbours, k: 2}\n  neighbours:");
  return testing::replaced(learners, "note: as printed", changes);
}

std::string reading_error(const std::string& changes) {
  return testing::thrown_message<ConfigError>([&] { testing::parse(with_changes(changes)); });
}

}  // namespace

TEST_CASE("a path with * is refused with the paths to write") {
  CHECK(
      reading_error("learners.nn_*.k: 7") ==
      "toy.yaml:15:32: readings.exclusive.learners.nn_*.k: no `*` is read; write each path: learners.nn_1.k, "
      "learners.nn_2.k");
  CHECK(reading_error("learners.*.ridge: 7").ends_with("write each path: learners.kde.ridge"));
  for (const char* path : {"learner.*.k: 7", "s*d: 2", "learners.z*z.k: 7", "a.b.*: 7"}) {
    CAPTURE(path);
    CHECK(reading_error(path).find("no `*` is read") != std::string::npos);
  }
}

TEST_CASE("of two paths of a reading to one key the later one has the last word") {
  const Study study =
      testing::parse(with_changes("dataset: {name: generated_strings, samples: 9}, dataset.samples: 40"));
  CHECK(study.readings[0].parameters.at("dataset.samples") == "40");
}
