// A sweep that is handed to a scheduler gives the files of one that runs here.
#include <doctest/doctest.h>

#include "suite/cli/testing_cluster.hpp"
#include "suite/cli/testing_sweep.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

Words with_grid(const Words& more) {
  return joined(joined({"--engine", "commands", "--chunks", "3"}, sweep_grid()), more);
}

}  // namespace

TEST_CASE("a submitted sweep is collected to the files of one that ran here") {
  const Workplace place;
  const Finished here = ended_well(sweep(place, "whole"));
  const Finished submitted = submit(place, with_grid({}), kNowhere);
  check_says(submitted, 0, "36 cells, 36 to run\n36 cells in 3 chunks\n");
  CHECK(fs::exists(sweep_folder(place, "out") / "points.csv"));  // which keeps `clean` off its cells
  const Finished early = with_out(place, "collect");
  check_says(early, 6,
             "toy exclusive kde learners.kde.ridge=0.01 learners.kde.bandwidth.sigma=0.5: "
             "6 cells, the first repetition 0 fold 0: not run\n");
  CHECK(contains(early.err, "--grid learners.kde.ridge=1e-2:1:log10"));
  REQUIRE(run_words({"sh", "-c", "set -e; cd /\n" + submitted.out}).code == 0);
  const Finished collected = ended_well(with_out(place, "collect"));
  CHECK(collected.out == here.out);
  for (const char* file : {"points.csv", "best.csv", "axes.csv", "summary.txt"})
    CHECK(preimage::base::read_file(sweep_folder(place, "out") / file, 1 << 20) ==
          preimage::base::read_file(sweep_folder(place, "whole") / file, 1 << 20));
}

TEST_CASE("tasks leave the files of their sweep alone, unless these are of other cells") {
  const Workplace place;
  const Finished submitted = ended_well(submit(place, with_grid({})));
  const fs::path points = sweep_folder(place, "out") / "points.csv";
  const auto text_there = [&] { return preimage::base::read_file(points, 1 << 20); };
  const std::string text = text_there();
  const auto run_task = [&](std::size_t number) {
    std::string command = submitted.out;
    for (std::size_t i = 0; i < number; ++i) command = command.substr(command.find('\n') + 1);
    CHECK(run_words({"sh", "-c", command.substr(0, command.find('\n'))}).code == 0);
  };
  run_task(0);
  CHECK(text_there() == text);  // no cell of it is `ok` there: nobody has written it again
  fs::remove(points);
  run_task(1);
  const std::string found = text_there();
  CHECK(count_of(found, "\n") == count_of(text, "\n"));
  CHECK(found.size() > text.size());  // with what the first task has found
  // The same axes with another number of repetitions take the name over.
  CHECK(sweep(place, "out", joined(sweep_grid(), {"--repetitions", "1"})).code == 0);
  CHECK(count_of(text_there(), "\n") < count_of(text, "\n"));
  run_task(2);
  CHECK(count_of(text_there(), "\n") == count_of(text, "\n"));
}

TEST_CASE("what collect prints submits the points of a sweep that are left, under its name") {
  const Workplace place;
  const Finished submitted = submit(place, with_grid({"--name", "mine"}));
  REQUIRE(run_words({"sh", "-c", submitted.out.substr(0, submitted.out.find('\n'))}).code == 0);
  const std::string hint = with_out(place, "collect").err;
  CHECK(contains(hint, " --name mine"));
  const Finished rest = run_words({"sh", "-c", hint.substr(hint.rfind("\n  ") + 1)});
  CHECK(contains(rest.err, "36 cells, 24 to run\nleft:\ntoy exclusive kde learners.kde.ridge="));
  REQUIRE(run_words({"sh", "-c", rest.out}).code == 0);
  const Finished collected = ended_well(with_out(place, "collect"));
  CHECK(contains(collected.out, "sweep of toy, reading exclusive: 6 points\n"));
  CHECK(fs::exists(sweep_folder(place, "out", "mine") / "best.csv"));
}

TEST_CASE("--dry-run says what would be submitted, and leaves nothing") {
  const Workplace place;
  const Finished plan = ended_well(submit(place, with_grid({"--dry-run"}), kNowhere));
  CHECK(plan.out == "would submit 36 cells in 3 chunks\n");
  CHECK_FALSE(fs::exists(place.out("out") / "jobs"));
  CHECK_FALSE(fs::exists(place.out("out") / "sweeps"));
}

TEST_CASE("jobs of one sweep that differ in limits alone are collected as one, and limits are named") {
  const Workplace place;
  REQUIRE(submit(place, with_grid({"--cell-time", "0.5"}), kNowhere).code == 0);
  const Finished second =
      ended_well(submit(place, with_grid({"--cell-time", "100", "--time", "7"}), kNowhere));
  const Finished early = with_out(place, "collect");
  check_says(early, 6,
             "the command below repeats limits (--time=7, --cell-time 100): raise them where they ended a "
             "task or a cell\n36 of 36 cells have no result; this submits the rest:\n");
  CHECK(contains(early.err, " --cell-time 100"));
  REQUIRE(run_words({"sh", "-c", "set -e; cd /\n" + second.out}).code == 0);
  CHECK(with_out(place, "collect").code == 0);
}

TEST_CASE("tasks of a sweep that has a name of its own write no files under another") {
  const Workplace place;
  const Finished submitted = ended_well(submit(place, with_grid({"--name", "mine"}), kNowhere));
  fs::remove(place.out("out") / "sweeps" / "mine" / "points.csv");  // so that a task writes them again
  REQUIRE(run_words({"sh", "-c", "set -e; cd /\n" + submitted.out}).code == 0);
  CHECK(fs::exists(place.out("out") / "sweeps" / "mine" / "points.csv"));
  CHECK_FALSE(fs::exists(sweep_folder(place, "out")));
  CHECK(with_out(place, "collect").code == 0);
  CHECK_FALSE(fs::exists(sweep_folder(place, "out")));
}

TEST_CASE("points that failed are named by collect, and submitted again by name, they alone") {
  const Workplace place;
  const Words grid = {"--engine",  "commands",  "--chunks",   "2",      "--reading",
                      "exclusive", "--learner", "neighbours", "--grid", "learners.neighbours.k=3,50"};
  const Finished submitted = ended_well(submit(place, grid));
  CHECK_FALSE(contains(submitted.err, "failed before"));
  run_words({"sh", "-c", "cd /\n" + submitted.out});
  const Finished collected = with_out(place, "collect");
  check_says(collected, 6,
             "toy exclusive neighbours learners.neighbours.k=50: 6 cells, the first repetition 0 "
             "fold 0: ");
  CHECK_FALSE(contains(collected.err, "learners.neighbours.k=3:"));
  const std::string& hint = collected.err;
  const Finished again = ended_well(run_words({"sh", "-c", hint.substr(hint.rfind("\n  ") + 1)}));
  CHECK(contains(
      again.err,
      "12 cells, 6 to run\nfailed before:\ntoy exclusive neighbours learners.neighbours.k=50: 6 cells, "));
}
