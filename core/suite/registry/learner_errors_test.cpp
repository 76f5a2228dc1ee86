// The one-line messages of learners that cannot work on a problem or do not understand a config.
#include <string>

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/testing_learners.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using namespace testing;

TEST_CASE("a learner says what the problem lacks") {
  const auto message = [](const std::string& yaml, const testing::Problem& problem) {
    return thrown_message<std::invalid_argument>([&] { make_learner(yaml, problem); });
  };
  testing::Problem problem = toy_problem();
  problem.classes.clear();
  CHECK(message("{method: one_vs_rest_svm, ridge: 1}", problem) ==
        "method one_vs_rest_svm needs outputs that are classes");
  problem.output_strings.clear();
  CHECK(message("{method: window_nearest_neighbours, k: 1, window: 3, ties: all_tied}", problem) ==
        "method window_nearest_neighbours needs inputs and outputs that are strings");
  problem.complete_patterns.reset();
  CHECK(message("{method: hopfield_network}", problem) ==
        "method hopfield_network needs an experiment with partial patterns");
  problem.output_kernel = std::make_shared<kernels::LinearKernel>();
  CHECK(message(kKde + "ridge: 1, decoder: {name: fixed_point}}", problem) ==
        "decoder fixed_point needs a Gaussian output kernel on vectors");
  problem.output_vectors.reset();
  CHECK(message("{method: output_alignment, sigma: 1}", problem) ==
        "method output_alignment needs outputs that are vectors");
  CHECK(message(kKde + "ridge: 1, decoder: {name: closed_form}}", problem) ==
        "decoder closed_form needs outputs that are vectors");
  CHECK(message("{method: cubic_spline}", problem) == "method cubic_spline needs outputs that are vectors");
  problem.input_vectors = arma::mat(problem.size(), 2);
  for (const std::string method : {"linear_interpolation", "cubic_spline"}) {
    CHECK(message("{method: " + method + "}", problem) ==
          "method " + method + " needs inputs that are one number each");
  }
}

TEST_CASE("a config that no learner accepts says where and why") {
  const testing::Problem problem = toy_problem();
  const auto message = [&](const std::string& parameters) {
    return thrown_message<ConfigError>([&] { make_learner("{method: " + parameters + "}", problem); });
  };
  CHECK(message("kernel_dependency_estimation, ridge: 1, map: {landmarks: 2, solve: conjugate_gradient}, "
                "decoder: {name: closed_form}")
            .find("map: conjugate gradients learn few values, and this decoder works on weights of all "
                  "training outputs") != std::string::npos);
  std::string names;
  for (const LearnerRow& row : learner_table()) names += (names.empty() ? "" : ", ") + row.name;
  CHECK(message("nearest_neighbors, k: 1") ==
        "learner.yaml:1:10: method: expected one of " + names +
            ", found 'nearest_neighbors', did you mean 'nearest_neighbours'?");
  CHECK(thrown_message<ConfigError>([&] { make_learner("{k: 1}", problem); }) ==
        "learner.yaml:1:1: method: missing (expected one of " + names + ")");
  CHECK(message("nearest_neighbours, k: 0") ==
        "learner.yaml:1:33: k: expected an integer from 1 to 1000000, found '0'");
  CHECK(message("kernel_dependency_estimation, ridge: []") ==
        "learner.yaml:1:47: ridge: expected a number >= 0 or a list of at least one, found an empty list");
  CHECK(message("window_nearest_neighbours, k: 1, window: 4, ties: random") ==
        "learner.yaml:1:51: window: expected an odd number (a window has a centre), found 4");
  CHECK(message("window_nearest_neighbours, k: 1, window: 3, ties: lots") ==
        "learner.yaml:1:60: ties: expected one of all_tied, random, lowest_index, found 'lots'");
  CHECK(message("one_vs_rest_svm, ridge: 0") == "learner.yaml:1:34: ridge: expected a number > 0, found '0'");
  CHECK(message("nearest_neighbours, k: 1, rigde: 2") ==
        "learner.yaml:1:36: rigde: unknown key; known: k, method, one_neighbour, probabilities");
}

}  // namespace preimage::suite::registry
