// submit, status, collect and the tasks between them. Slurm's commands are small scripts here; slurm_test.sh
// runs the real ones.
#include <doctest/doctest.h>

#include "suite/cli/testing_cluster.hpp"
#include "suite/run/cell_list.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// What Slurm does with the script: once per task, in a folder of its own choice.
Finished run_task(const Workplace& place, int task) {
  return run_words({"sh", "-c", "cd / && exec sh \"$0\"", (job_folder(place) / "job.sh").string()},
                   {{"SLURM_ARRAY_JOB_ID", "77"}, {"SLURM_ARRAY_TASK_ID", std::to_string(task)}});
}

void require_same_tables(const Workplace& place, const Finished& collected) {
  const Finished whole = place.run("whole");
  CHECK(collected.code == 0);
  CHECK(collected.out == whole.out);
  CHECK(result_files(place.out("out") / "quick") == result_files(place.out("whole") / "quick"));
}

}  // namespace

TEST_CASE("the printed commands, run by a shell anywhere, lead to the tables of a plain run") {
  const Workplace place;
  const Finished submitted = ended_well(submit(place, {"--engine", "commands", "--chunks", "3"}, kNowhere));
  CHECK(count_of(submitted.out, "\n") == 3);
  CHECK(contains(submitted.err, "24 cells, 24 to run\n24 cells in 3 chunks\n"));
  const Finished early = with_out(place, "collect");
  CHECK(early.code == 6);
  CHECK(early.out == "");
  CHECK(contains(early.err, "toy exclusive kde repetition 0 fold 0: not run\n"));
  CHECK(contains(early.err, "and 14 more\n24 of 24 cells have no result; this submits the rest:\n"));
  CHECK_FALSE(fs::exists(place.out("out") / "quick"));

  CHECK(run_words({"sh", "-c", "set -e; cd /\n" + submitted.out}).code == 0);
  const Finished collected = with_out(place, "collect");
  require_same_tables(place, collected);
  CHECK(contains(collected.err, "as one page: preimage report --out "));
  CHECK(with_out(place, "collect", {"--tables", "none"}).out.empty());
  const Finished summary = with_out(place, "collect", {"--tables", "summary"});
  CHECK(summary.out.starts_with("toy  no printed numbers  "));
  CHECK(summary.out.ends_with("\n24 cells, 0 failed\n"));
  const Finished again = ended_well(submit(place, {"--engine", "commands"}));
  CHECK(again.out == "");
  CHECK(again.err == "24 cells, 0 to run\n");
}

TEST_CASE("what collect prints submits the rest, each cell in one chunk") {
  const Workplace place;
  const std::string commands = submit(place, {"--engine", "commands", "--chunks", "4"}).out;
  REQUIRE(run_words({"sh", "-c", commands.substr(0, commands.find('\n'))}).code == 0);
  CHECK(count_records(place.out("out")) == 6);
  const std::string hint = with_out(place, "collect").err;
  CHECK(contains(hint, "18 of 24 cells have no result; this submits the rest:\n  "));
  const Finished rest = run_words({"sh", "-c", hint.substr(hint.rfind("\n  ") + 1)});
  CHECK(count_of(rest.out, "\n") == 18);
  CHECK(contains(rest.err, "24 cells, 18 to run\n"));
  REQUIRE(run_words({"sh", "-c", rest.out}).code == 0);
  require_same_tables(place, with_out(place, "collect"));
}

TEST_CASE(
    "a job array's tasks lead to the tables of a plain run; none computes a cell twice, even with --force") {
  const Workplace place;
  const Cluster cluster;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);  // 6 of the 24 cells
  const Finished submitted = ended_well(
      submit(place, {"--engine", "slurm", "--chunks", "6", "--force", "--partition", "short", "--mem", "500"},
             cluster.environment()));
  CHECK(submitted.out == "77\n");
  const fs::path folder = job_folder(place);
  const std::string name = "preimage-" + folder.filename().string();
  CHECK(cluster.text("arguments") == "--parsable\n--job-name=" + name + "\n--chdir=" + folder.string() +
                                         "\n" + (folder / "job.sh").string() + "\n");
  const std::string script = preimage::base::read_file(folder / "job.sh", 1 << 16);
  CHECK(contains(script, "#SBATCH --array=0-5\n"));
  CHECK(contains(script, "#SBATCH --partition=short\n#SBATCH --mem=500\n"));
  for (int task = 0; task < 6; ++task) {
    const Finished worked = ended_well(run_task(place, task));
    CHECK(count_of(worked.out, "done ") == 4);
    CHECK(run_task(place, task).out == "");  // requeued
  }
  require_same_tables(place, with_out(place, "collect", {"77"}));
}

TEST_CASE("status tells what the records say, and Slurm's queue where there is one") {
  const Workplace place;
  const Cluster cluster;
  CHECK(with_out(place, "status").err == "preimage: " + (place.out("out") / "jobs").string() + ": no job\n");
  REQUIRE(submit(place, {"--engine", "slurm", "--chunks", "3"}, cluster.environment()).code == 0);
  const std::string id = job_folder(place).filename().string();
  REQUIRE(run_task(place, 1).code == 0);
  const std::string counts = id + "     24     8       0    16  slurm 77 on here: ";
  CHECK(contains(with_out(place, "status", {}, cluster.environment()).out, counts + "no task\n"));
  const Cluster busy("RUNNING preimage-" + id + "\nPENDING preimage-" + id + "\n");
  CHECK(contains(with_out(place, "status", {id.substr(0, 4)}, busy.environment()).out,
                 counts + "1 pending, 1 running\n"));
  const Finished alone = ended_well(with_out(place, "status", {"77"}, kNowhere));
  CHECK(contains(alone.out, counts + "not known\n"));
  CHECK(contains(alone.err,
                 "the queue is not known: squeue: not found: expected a host from which jobs are "
                 "submitted to Slurm (`--engine commands` needs none)\n"));
}

TEST_CASE("a job that is in the queue still is not submitted again, but other cells are") {
  const Workplace place;
  REQUIRE(submit(place, {"--engine", "slurm", "--reading", "nested"}, Cluster().environment()).code == 0);
  const fs::path folder = job_folder(place);
  const std::string name = "preimage-" + folder.filename().string();
  const Cluster busy("PENDING " + name + "\n");
  check_says(submit(place, {"--engine", "slurm"}, busy.environment()), 5,
             "preimage: " + folder.string() +
                 " has some of these cells and is in the queue still (1 pending): wait for it, or "
                 "`scancel --name=" +
                 name + " --clusters=here`\n");
  CHECK(submit(place, {"--engine", "slurm", "--reading", "exclusive"}, busy.environment()).code == 0);
  check_says(with_out(place, "collect"), 2,
             "JOB: the jobs here are of several studies, expected the name of one: ");
  CHECK(submit(place, {"--engine", "slurm"}, Cluster().environment()).code == 0);
}

TEST_CASE("work takes the cells of a list, and none that another config or program planned") {
  const Workplace place;
  REQUIRE(submit(place, {"--engine", "slurm", "--chunks", "2"}, Cluster().environment()).code == 0);
  const fs::path list = job_folder(place) / "cells-1.txt";
  std::vector<std::string> keys;
  for (const auto& key : preimage::suite::run::read_cell_list(list)) keys.push_back(key.text());
  const Finished worked = ended_well(place.call("work", "one", {"--cells", list.string()}));
  std::string expected;
  for (const std::string& key : keys) expected += "start " + key + "\ndone " + key + " ok\n";
  CHECK(worked.out == expected);

  const Workplace other(replaced(toy_config(), "seed: 1", "seed: 2"));
  const Finished refused = other.call("work", "out", {"--cells", list.string()});
  CHECK(refused.code == 5);
  CHECK(refused.err ==
        "preimage: " + list.string() + ":1: cell " + keys[0].substr(0, 16) +
            " was planned by another config or program: expected one of the 24 cells of this one; "
            "submit again\n");
  CHECK(place.call("work", "one", {"--cells", place.config()}).code == 5);
  CHECK(place.call("work", "one", {"--cells", list.string(), "--shard", "1/2"}).code == 2);
  CHECK(place.call("work", "one", {"--cells", list.string(), "--only", "a"}).code == 2);
}

TEST_CASE("a config that was changed since makes the tasks refuse, and collect says so") {
  const Workplace place;
  REQUIRE(submit(place, {"--engine", "slurm", "--chunks", "1"}, Cluster().environment()).code == 0);
  preimage::base::write_file_durably(place.config(), replaced(toy_config(), "seed: 1", "seed: 2"));
  check_says(run_task(place, 0), 5, " was planned by another config or program: ");
  const Finished collected = with_out(place, "collect");
  check_says(collected, 6,
             ": 24 of its 24 cells were planned by another config or program: they are not in "
             "these tables\n");
  CHECK(contains(collected.err,
                 ": 24 of them have no result, and tasks refuse them now: the config, its data or its files "
                 "were changed since; submit again\n"));
}

TEST_CASE("clean keeps an unfinished job with its records, and removes a finished one") {
  const Workplace place;
  const Cluster cluster;
  const std::vector<std::string> seed = {"--engine", "slurm", "--chunks", "2", "--set", "seed=5"};
  REQUIRE(submit(place, seed, cluster.environment()).code == 0);
  REQUIRE(run_task(place, 0).code == 0);
  const auto clean = [&] { return place.call("clean", "out", {"--yes"}).out; };
  CHECK(clean() == "nothing to remove\n");  // though no config has that seed
  REQUIRE(run_task(place, 1).code == 0);
  const fs::path folder = job_folder(place);
  const std::string removed = clean();
  CHECK(contains(removed, (folder / "cells-0.txt").string() + "  of the finished job " +
                              folder.filename().string() + "\n"));
  CHECK_FALSE(contains(removed, "record of toy / "));  // it was noted what was submitted
  CHECK_FALSE(fs::exists(folder));
  fs::remove_all(place.out("out") / ".configs/runs");
  fs::create_directory(place.out("out") / ".configs/runs");
  CHECK(contains(clean(), "record of toy / "));
}
