// A run warns where the inner folds chose an end of a grid, and says what to try.
#include <doctest/doctest.h>

#include "testing/config_text.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;

namespace {

/// y follows x but for a little, z does not at all: the first wants a small ridge, the second a large one.
Finished run_grid(const std::string& output, const std::string& learner, const std::string& more = "",
                  const std::string& input_kernel = "input_kernel: {name: linear}") {
  const TemporaryFolder folder;
  std::string table = "x,y,z\n";
  for (int i = 0; i < 40; ++i) {
    const int noise = i * i * 7 % 13 - 6;
    table += std::to_string(i) + "," + std::to_string(30 * i + noise) + "," + std::to_string(noise) + "\n";
  }
  folder.write("t.csv", table);
  const std::string config = preimage::testing::own_config(
      "folds: 4", more + "dataset: {name: vectors, path: t.csv, inputs: x, outputs: " + output +
                      ", output_kind: vector}\n" + input_kernel +
                      "\noutput_kernel: {name: linear}\nloss: distance\n"
                      "learners: {one: {" +
                      learner + "}}\n");
  return run_preimage(
      {"run", folder.write("c.yaml", config).string(), "--out", (folder.path() / "out").string()});
}

}  // namespace

namespace {

std::string kde_with(const std::string& ridge) {
  return "method: kernel_dependency_estimation, decoder: {name: closed_form}, ridge: " + ridge;
}

}  // namespace

TEST_CASE("an end of a list that most outer folds chose is named, with the next value beyond") {
  const Finished smallest = run_grid("y", kde_with("[0.001, 10000, 100000]"));
  CHECK(smallest.code == 0);
  CHECK(contains(smallest.err,
                 "warning: one: ridge = 0.001, the smallest of its list, was chosen in 4 of 4 outer folds: "
                 "add 1e-10 to it, for example\n"));
  const Finished largest = run_grid("z", kde_with("[0.1, 10, 1000]"));
  CHECK(contains(largest.err, "warning: one: ridge = 1000, the largest of its list, was chosen in "));
  CHECK(contains(largest.err, " of 4 outer folds: add 1e+05 to it, for example\n"));
}

TEST_CASE("outer folds are counted all, also those whose inner folds saw no loss") {
  const TemporaryFolder folder;
  std::string table = "x,y,f\n";  // without fold 0 every output is 0
  for (int i = 0; i < 48; ++i)
    table += std::to_string(i) + "," + std::to_string(i % 4 == 0 ? i * i * 7 % 13 - 6 : 0) + "," +
             std::to_string(i % 4) + "\n";
  folder.write("t.csv", table);
  const std::string config = preimage::testing::own_config(
      "given: true",
      "dataset: {name: vectors, path: t.csv, inputs: x, outputs: y, output_kind: vector, fold: f}\n"
      "input_kernel: {name: linear}\noutput_kernel: {name: linear}\nloss: distance\n"
      "learners: {one: {" +
          kde_with("[0.1, 10, 1000]") + "}}\n");
  const Finished finished = run_preimage(
      {"run", folder.write("c.yaml", config).string(), "--out", (folder.path() / "out").string()});
  INFO(finished.err);
  CHECK(contains(finished.err,
                 "ridge = 1000, the largest of its list, was chosen in 3 of 4 outer folds (1 with an "
                 "inner loss of 0): add 1e+05 to it"));
}

TEST_CASE("bandwidths over a Gaussian input kernel are said, once for each learner") {
  const std::string gaussian = "input_kernel: {name: gaussian, sigma: 2}";
  const std::string learner = kde_with("0.1") + ", bandwidth: {sigma: [1, 2]}";
  const std::string said =
      "warning: one: `bandwidth` makes a Gaussian of the distances of a Gaussian input kernel";
  CHECK(contains(run_grid("y", learner, "", gaussian).out, said));
  CHECK_FALSE(contains(run_grid("y", learner).out, said));
  CHECK_FALSE(contains(run_grid("y", kde_with("0.1"), "", gaussian).out, said));
}

TEST_CASE("no warning where there is nothing beyond, nothing to widen, or a paper's grid") {
  CHECK_FALSE(contains(run_grid("y", "method: nearest_neighbours, k: [1, 20, 25]").err, "warning"));
  CHECK_FALSE(contains(run_grid("y", kde_with("[0.001, 10000]")).err, "warning"));
  CHECK_FALSE(contains(run_grid("y", kde_with("0.1")).err, "warning"));
  CHECK_FALSE(
      contains(run_grid("y", kde_with("[0.001, 10000, 100000]"), "paper: {key: doe_2020}\n").err, "warning"));
}
