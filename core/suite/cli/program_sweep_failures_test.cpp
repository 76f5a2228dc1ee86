// `sweep`: what it warns of, what fails and what it refuses.
#include <doctest/doctest.h>

#include "suite/cli/testing_sweep.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;

TEST_CASE("a sweep that takes the place of one over other values says so") {
  const Workplace place;
  const auto over = [&](const std::string& values) {
    return sweep(place, "out",
                 {"--reading", "exclusive", "--repetitions", "1", "--learner", "neighbours", "--grid",
                  "learners.neighbours.k=" + values});
  };
  const std::string said =
      "sweep toy-exclusive-k: replaces one over other values; with --name both are kept\n";
  CHECK_FALSE(contains(over("1,3").err, said));
  CHECK_FALSE(contains(over("1,3").err, said));
  CHECK(contains(over("1,2").err, said));
}

TEST_CASE("the summary ends with a warning of best points on the edge of the grid") {
  const Workplace place;
  const Finished finished =
      sweep(place, "out",
            {"--reading", "exclusive", "--grid", "learners.kde.ridge=1e-4:1:log10", "--repetitions", "1"});
  REQUIRE(finished.code == 0);
  CHECK(contains(finished.out,
                 "\nwarning: KDE: the best learners.kde.ridge lies on the edge of its grid (1, in "));
  CHECK(contains(finished.out, " of 3 outer folds): widen it\n"));
  CHECK_FALSE(contains(finished.err, "lies on the edge"));  // it is said once
}

TEST_CASE("failed cells are named, stand in no average, and the exit code is 6") {
  const Workplace place;
  const Words grid = {"--reading",  "exclusive", "--learner",
                      "neighbours", "--grid",    "learners.neighbours.k=3,50"};
  const Finished finished = sweep(place, "out", grid);
  CHECK(finished.code == 6);
  CHECK(contains(finished.out, "6 of 12 cells, which are not in the running\n"));
  CHECK(contains(finished.err, " sweep /"));  // the command that runs the cell again
  CHECK(contains(finished.err,
                 "failed: 6 cells alike, first toy exclusive neighbours learners.neighbours.k=50 repetition "
                 "0 fold 0: "));
  CHECK_FALSE(contains(finished.err, "replaces one over other values"));
  const std::vector<Row> points = rows_in(sweep_folder(place, "out", "toy-exclusive-k") / "points.csv");
  REQUIRE(points.size() == 12);
  for (const Row& row : points) {
    const bool fails = row.at("learners.neighbours.k") == "50";
    CHECK(row.at("status") == (fails ? "failed" : "ok"));
    CHECK(row.at("reason").empty() != fails);
    CHECK(row.at("string_loss").empty() == fails);
  }
  for (const Row& row : rows_in(sweep_folder(place, "out", "toy-exclusive-k") / "best.csv")) {
    CHECK(row.at("learners.neighbours.k") == "3");
    CHECK(row.at("failed_points") == "1");
  }
  const Finished all = sweep(place, "out",
                             joined({"--name", "all"}, {"--reading", "exclusive", "--learner", "neighbours",
                                                        "--grid", "learners.neighbours.k=50,51"}));
  CHECK(all.code == 6);
  CHECK(contains(all.out, "none: no cell has an inner loss"));
}

TEST_CASE("a learner that has nothing to choose has no best, and is told how to get one") {
  const Workplace place(replaced(toy_config(), "k: [1, 3]", "k: 3"));
  const Words grid = {"--reading", "exclusive", "--learner", "neighbours", "--grid", "dataset.samples=24,27"};
  const Finished finished = sweep(place, "out", grid);
  CHECK(finished.code == 0);
  CHECK(
      contains(finished.out, "none: no cell has an inner loss (`--set learners.neighbours.inner_loss=true`"));
  CHECK(rows_in(sweep_folder(place, "out", "toy-exclusive-samples") / "best.csv").empty());
  CHECK(sweep(place, "out", joined(grid, {"--set", "learners.neighbours.inner_loss=true"})).code == 0);
  CHECK(rows_in(sweep_folder(place, "out", "toy-exclusive-samples") / "best.csv").size() == 6);
}

TEST_CASE("what is no sweep is refused before anything runs, here and by `submit`") {
  const std::string ridge = "learners.kde.ridge=0.1,1", one_reading = "--reading=exclusive";
  const Workplace place;
  const std::vector<Refusal> rows = {
      {{"--grid", ridge},
       "toy: a sweep is over one reading and profile 'quick' has 2: add --reading exclusive or nested\n"},
      {{one_reading, "--grid", ridge, place.out("other.yaml").string()},
       "--grid: expected one config, found 2\n"},
      {{one_reading, "--grid", "learners.kde.rigde=0.1,1"},
       "preimage: --grid learners.kde.rigde=0.1: learners.kde.rigde: unknown key, did you mean 'ridge'?"},
      {{one_reading, "--grid", "learners.kd.ridge=0.1,1"},
       "preimage: --grid learners.kd.ridge: reading 'exclusive' has no learner 'kd', did you mean 'kde'?"},
      {{one_reading, "--grid", "learners.kde.ridge=0.1,x"}, "--grid learners.kde.ridge=x: "},
      {{one_reading, "--grid", "learners.kde.ridge=0.1,1,1e-1"},
       "--grid learners.kde.ridge=0.1,1,1e-1: '0.1' and '1e-1' are the same value there\n"},
      {{one_reading, "--grid", "seed=1,2"},
       "--grid seed: belongs to the whole config, a point cannot change it\n"},
      {{one_reading, "--grid", ridge, "--set", "learners.kde.ridge=3"},
       "--set learners.kde.ridge: --grid sets it, too\n"},
      {{one_reading, "--grid", ridge, "--learner", "neighbours"},
       "--learner neighbours: no path of --grid changes anything for it\n"},
      {{one_reading, "--grid", ridge, "--learner", "kd"},
       "--learner: reading 'exclusive' has no learner 'kd'"},
      {{one_reading, "--grid", ridge, "--name", "../x"}, "--name ../x: expected a file name"},
  };
  check_refusals(rows, [&](const Words& words) { return sweep(place, "out", words); });
  check_refusals(rows, [&](const Words& words) {
    return run_preimage(place.words("out", joined({"--engine", "commands"}, words), "submit"));
  });
  for (const Words& words : {Words{one_reading}, {one_reading, "--random", "3"}})
    CHECK(contains(sweep(place, "out", words).err, "--grid is required"));
  CHECK(run_preimage(place.words("out", {"--engine", "commands", "--name", "x"}, "submit")).code == 2);
  CHECK(count_records(place.out("out")) == 0);
  CHECK_FALSE(std::filesystem::exists(place.out("out") / "jobs"));
}
