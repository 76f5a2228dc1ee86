// Claims about gains: the better learner has more.
#include <string>

#include <doctest/doctest.h>

#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;
using testing::Workplace;

namespace {

std::string config(const std::string& measure, const std::string& sides) {
  return testing::own_config(
      "folds: 3",
      "dataset: {name: vectors, path: d.csv, inputs: [a], outputs: [y], output_kind: class}\n"
      "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
      "learners: {near: {method: nearest_neighbours, k: 1}, always: {method: mean_output}}\n"
      "claims: {c: {text: said, measure: " +
          measure + ", " + sides + "}}\n",
      3);
}

/// Two classes far apart, so that the neighbour is always right.
std::string verdict(const std::string& measure, const std::string& sides) {
  Workplace place(config(measure, sides));
  std::string table = "a,y\n";
  for (int i = 0; i < 30; ++i) table += std::to_string(i % 2 * 100 + i) + (i % 2 == 0 ? ",u\n" : ",v\n");
  place.add("d.csv", table);
  const testing::Finished run = testing::ended_well(place.run("run"));
  for (const char* word : {"holds", "fails", "tie"}) {
    if (contains(run.out, std::string("claim: said: ") + word)) return word;
  }
  return run.out;
}

}  // namespace

TEST_CASE("the better of two learners has the smaller loss and the larger gain") {
  for (const std::string measure : {"classification_loss", "accuracy"}) {
    CAPTURE(measure);
    CHECK(verdict(measure, "better: near, worse: always") == "holds");
    CHECK(verdict(measure, "better: always, worse: near") == "fails");
  }
  CHECK(verdict("accuracy", "at_least: 0.9, worse: near") == "holds");  // near has at least .9
  CHECK(verdict("accuracy", "better: near, at_most: 0.9") == "fails");
  // Gains that differ by less than the margin.
  CHECK(verdict("accuracy", "better: always, worse: near, margin: 0.9") == "holds");
}
