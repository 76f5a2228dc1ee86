// Submissions that Slurm refuses, does not answer, or that cannot be; and two at one instant.
#include <algorithm>

#include <doctest/doctest.h>

#include "suite/cli/testing_cluster.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

TEST_CASE("without Slurm, or where it refuses, nothing is submitted and it is said in Slurm's own words") {
  const Workplace place;
  check_says(submit(place, {"--engine", "slurm"}, kNowhere), 5,
             "preimage: scontrol: not found: expected a host from which jobs are submitted to Slurm");
  Cluster cluster;
  cluster.add("sbatch", "echo 'sbatch: error: invalid partition specified: shrt' >&2\nexit 1\n");
  const Finished refused = submit(place, {"--engine", "slurm", "--partition", "shrt"}, cluster.environment());
  CHECK(refused.code == 5);
  CHECK(refused.out == "");
  CHECK(contains(refused.err,
                 "sbatch: error: invalid partition specified: shrt\n"
                 "preimage: sbatch failed: exit code 1\n"));
  CHECK_FALSE(fs::exists(place.out("out") / "jobs"));  // else `collect` would propose that partition
  CHECK(with_out(place, "collect").code == 2);
  CHECK_FALSE(fs::exists(place.out("out") / ".configs/runs"));
}

TEST_CASE("a job is asked after on the cluster that took it, whatever else sbatch prints") {
  const std::string queue =
      "for word; do case $word in --job-name=*) echo \"PENDING ${word#*=}\" >QUEUE;; esac; done\n";
  for (const char* printed : {"75168975;slaking", "Welcome\\n\\n75168975;slaking",
                              "Submitted batch job 75168975 on cluster slaking"}) {
    INFO(printed);
    const Workplace place;
    Cluster cluster;
    cluster.add("sbatch",
                replaced(queue, "QUEUE", cluster.path("queue").string()) + "printf '" + printed + "\\n'\n");
    // Without the cluster's name squeue knows nothing of it.
    cluster.add("squeue", "case \"$*\" in *--clusters=slaking*) echo 'CLUSTER: slaking'; cat " +
                              cluster.path("queue").string() + ";; esac\n");
    CHECK(submit(place, {"--engine", "slurm"}, cluster.environment()).out == "75168975\n");
    CHECK(contains(with_out(place, "status", {"75168975"}, cluster.environment()).out,
                   "slurm 75168975 on slaking: 1 pending\n"));
    check_says(submit(place, {"--engine", "slurm", "--chunks", "2"}, cluster.environment()), 5,
               " --clusters=slaking`\n");
  }
}

TEST_CASE("where sbatch prints no number it is said that the job is queued, and it is not submitted again") {
  const Workplace place;
  Cluster cluster;
  cluster.add("sbatch", "echo thank you\n");
  const Finished submitted = submit(place, {"--engine", "slurm"}, cluster.environment());
  CHECK(submitted.code == 5);
  const std::string name = "preimage-" + job_folder(place).filename().string();
  CHECK(contains(submitted.err,
                 "preimage: sbatch: expected the number of the job, found 'thank you\\n': the job is "
                 "queued all the same, so " +
                     job_folder(place).string() + " stays: `squeue --name=" + name + "` tells\n"));
  cluster.add("squeue", "echo PENDING " + name + "\n");
  CHECK(contains(submit(place, {"--engine", "slurm"}, cluster.environment()).err,
                 " is in the queue still (1 pending)"));
}

TEST_CASE("a job that Slurm took before stays where it refuses the same again") {
  const Workplace place;
  Cluster cluster;
  REQUIRE(submit(place, {"--engine", "slurm"}, cluster.environment()).code == 0);
  const auto before = result_files(place.out("out") / "jobs");
  cluster.add("sbatch", "exit 1\n");
  CHECK(submit(place, {"--engine", "slurm"}, cluster.environment()).code == 5);
  CHECK(result_files(place.out("out") / "jobs") == before);
}

TEST_CASE("a command of Slurm that does not answer is not waited for") {
  const Workplace place;
  Cluster cluster;
  const auto impatient = [&] {
    Environment environment = cluster.environment();
    environment["PREIMAGE_SLURM_SECONDS"] = "1";
    return environment;
  };
  cluster.add("sbatch", "exec sleep 60\n");
  const Finished submitted = submit(place, {"--engine", "slurm"}, impatient());
  CHECK(submitted.code == 5);
  const fs::path folder = job_folder(place);  // it may be queued, and its tasks need the folder
  CHECK(contains(submitted.err,
                 "preimage: sbatch: no answer within 1 s: whether the job is queued is not known, so " +
                     folder.string() + " stays: `squeue --name=preimage-" + folder.filename().string() +
                     "` tells\n"));
  cluster.add("squeue", "exec sleep 60\n");
  CHECK(contains(submit(place, {"--engine", "slurm"}, impatient()).err,
                 "preimage: squeue: no answer within 1 s\n"));
  const Finished status = with_out(place, "status", {}, impatient());
  check_says(status, 0, "waits for squeue, 1 s at most\n");
  CHECK(contains(status.err, "the queue is not known: squeue: no answer within 1 s\n"));
  cluster.add("scontrol", "exec sleep 60\n");
  CHECK(contains(submit(place, {"--engine", "slurm"}, impatient()).err,
                 "preimage: scontrol: no answer within 1 s\n"));
  CHECK(submit(place, {"--engine", "slurm"},
               {{"PATH", cluster.environment().at("PATH")}, {"PREIMAGE_SLURM_SECONDS", "soon"}})
            .err.ends_with("preimage: PREIMAGE_SLURM_SECONDS: expected 1 to 86400 seconds, found 'soon'\n"));
}

TEST_CASE("of two submissions at one instant one is refused: the other's job is in the queue") {
  const Workplace place;
  Cluster cluster;
  // Slurm takes its time, and knows a job from then on.
  cluster.add("sbatch", "sleep 1\nfor word; do case $word in --job-name=*) echo \"PENDING ${word#*=}\" >>" +
                            cluster.path("queue").string() + ";; esac; done\necho 77\n");
  cluster.add("squeue", "cat " + cluster.path("queue").string() + " 2>/dev/null || true\n");
  std::vector<std::string> words = place.words("out", {"--engine", "slurm"}, "submit");
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  // The second one asks for other chunks, so that its job is another.
  Child first(words, cluster.environment());
  words.insert(words.end(), {"--chunks", "2"});
  Child second(words, cluster.environment());
  const int codes[] = {first.wait(), second.wait()};
  CHECK(std::min(codes[0], codes[1]) == 0);
  CHECK(std::max(codes[0], codes[1]) == 5);
  CHECK(
      contains(first.err() + second.err(), " has some of these cells and is in the queue still (1 pending)"));
  job_folder(place);  // the only one
}

TEST_CASE("a submission that cannot be is refused, and leaves nothing") {
  const Workplace place;
  const Cluster cluster;
  const std::string words_only = "expected --name=value of letters, digits and";
  check_refusals(
      {{{"--engine", "slurm", "--chunks", "7"},
        "\npreimage: --chunks 7: expected at most 6, the MaxArraySize of this cluster\n"},
       {{"--engine", "slurm", "--partition", "a\n#SBATCH --uid=0"},
        "'--partition=a\\n#SBATCH --uid=0': " + words_only},
       {{"--engine", "slurm", "--qos", "it's"}, words_only},
       {{"--engine", "commands", "--set", "title=a\nb"},
        "\npreimage: --engine commands: expected paths and values without a line break\n"},
       {{"--engine", "pbs"}, "--engine"},
       {{}, "--engine"},
       {{"--engine", "commands", "--chunks", "0"}, "--chunks"}},
      [&](const std::vector<std::string>& words) { return submit(place, words, cluster.environment()); });
  CHECK_FALSE(fs::exists(place.out("out")));
}
