// What `collect` says of cells without a result: in the queue, ended by Slurm, or never begun.
#include <doctest/doctest.h>

#include "suite/cli/testing_cluster.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

TEST_CASE("cells in the queue are said to be, and no command is named that would be refused") {
  const Workplace place;
  REQUIRE(
      submit(place, {"--engine", "slurm", "--chunks", "3", "--time", "1"}, Cluster().environment()).code ==
      0);
  const std::string id = job_folder(place).filename().string();
  const Cluster busy("PENDING preimage-" + id + "\nPENDING preimage-" + id + "\nRUNNING preimage-" + id +
                     "\n");
  const Finished waiting = with_out(place, "collect", {}, busy.environment());
  check_says(waiting, 6, "toy exclusive kde repetition 0 fold 0: queued or running\n");
  CHECK(contains(waiting.err, "24 of 24 cells have no result\nqueued or running: 24, job " + id +
                                  " (2 pending, 1 running)\ncollect again when they have left the queue"));
  CHECK_FALSE(contains(waiting.err, "not run"));
  CHECK_FALSE(contains(waiting.err, "this submits the rest"));
}

TEST_CASE("collecting one job, cells that another job has in the queue are waited for, too") {
  const Workplace place;
  REQUIRE(submit(place, {"--engine", "slurm", "--reading", "nested"}, Cluster().environment()).code == 0);
  const std::string first = job_folder(place).filename().string();
  REQUIRE(submit(place, {"--engine", "slurm"}, Cluster().environment()).code == 0);
  std::string second;
  for (const auto& entry : fs::directory_iterator(place.out("out") / "jobs")) {
    if (entry.path().filename() != first) second = entry.path().filename().string();
  }
  const Cluster busy("PENDING preimage-" + first + "\n");
  const Finished waiting = with_out(place, "collect", {second}, busy.environment());
  check_says(waiting, 6,
             "24 of 24 cells have no result\nqueued or running: 12, job " + first + " (1 pending)\n");
  CHECK(contains(waiting.err, ": not run: its task has not begun"));
  CHECK_FALSE(contains(waiting.err, "this submits the rest"));
}

TEST_CASE("a task that Slurm ended is named with the last words of its log, its limits with the command") {
  const Workplace place;
  const Cluster cluster;
  REQUIRE(submit(place, {"--engine", "slurm", "--chunks", "1", "--time", "1"}, cluster.environment()).code ==
          0);
  const fs::path folder = job_folder(place);
  const Finished before = with_out(place, "collect", {}, cluster.environment());
  CHECK(contains(before.err, "fold 0: not run: its task has not begun, there is no " +
                                 (folder / "0.log").string() + "\n"));
  const std::string words = "slurmstepd: error: *** JOB 77 ON node1 CANCELLED AT noon DUE TO TIME LIMIT ***";
  preimage::base::write_file_durably(folder / "0.log", "start abc\n" + words + "\n");
  const Finished ended = with_out(place, "collect", {}, cluster.environment());
  check_says(ended, 6,
             "fold 0: not run: its task began and left no result, " + (folder / "0.log").string() +
                 " ends with \"" + words + "\"\n");
  CHECK(contains(ended.err,
                 "the command below repeats limits (--time=1): raise them where they ended a task or a cell\n"
                 "what tasks printed, and how Slurm ended them: " +
                     folder.string() + "/*.log\n24 of 24 cells have no result; this submits the rest:\n  "));
  const Finished unknown = with_out(place, "collect", {}, kNowhere);
  check_says(unknown, 6, "the queue is not known: squeue: not found");
  CHECK(contains(unknown.err, "this submits the rest:\n  "));
}
