// One given fold and a method that draws at random: its repetitions are draws, in tables, on the page and in
// `fit`.
#include <doctest/doctest.h>

#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;

namespace {

/// `landmarks` draws other ones in each repetition, `nearest` draws nothing.
std::string landmarks_config() {
  return "title: Own\nexperiment: own_data\nseed: 1\n"
         "dataset: {name: vectors, path: t.csv, inputs: [x], outputs: [y], output_kind: vector, fold: fold}\n"
         "input_kernel: {name: linear}\noutput_kernel: {name: linear}\nloss: squared_distance\n"
         "protocol: {outer: {given: true, train_on: first_fold}, inner: {folds: 2}}\n"
         "learners:\n"
         "  landmarks: {method: kernel_dependency_estimation, map: {landmarks: 3, choose: uniform}, "
         "bandwidth: {sigma: 2}, ridge: 0.1}\n"
         "  nearest: {method: nearest_neighbours, k: 1}\n"
         "profiles: {quick: {repetitions: 3, readings: all}, once: {repetitions: 1, readings: all}}\n";
}

std::string points_of_two_folds() {
  std::string text = "x,y,fold\n";
  for (int i = 0; i < 20; ++i)
    text +=
        std::to_string(i) + "," + std::to_string((i * 7) % 11) + "," + std::to_string(i < 12 ? 0 : 1) + "\n";
  return text;
}

}  // namespace

TEST_CASE(
    "repetitions that differ in random choices are draws: fit tells their spread, and the page compares over "
    "them") {
  const Workplace place(landmarks_config(), {{"t.csv", points_of_two_folds()}});
  const Finished run = ended_well(place.run("out"));
  CHECK(contains(run.out, "SD over 3 repetitions"));
  const Finished fit = ended_well(place.fit({"--learner", "landmarks"}));
  CHECK_MESSAGE(contains(fit.out, " (SD over 3 repetitions, in "), fit.out);
  REQUIRE(run_preimage({"report", "--out", place.out("out").string()}).code == 0);
  const std::string html = text_of(place.out("out") / "report.html");
  CHECK(contains(html, "paired t-test over 3 repetitions on one split"));
  CHECK_FALSE(contains(html, "one split of the data: nothing says how far chance reaches"));
  const Finished once = place.fit({"--learner", "landmarks", "--profile", "once"});
  CHECK_MESSAGE(contains(once.out, " (one split: no spread; 1 repetition, in "), once.out, once.err);
}
