#include "suite/run/slurm.hpp"

#include <array>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;
using testing::thrown_message;

namespace {

StoredJob example() {
  StoredJob stored;
  stored.job.study.selected.configs = {"/it's/toy.yaml"};
  stored.job.study.selected.profile = "quick";
  stored.job.study.selected.out = "/shared/a b";
  stored.job.study.run.only = "ab";
  stored.job.study.run.force = true;
  stored.job.engine = "slurm";
  stored.job.sbatch = {"--partition=short", "--mem=500"};
  stored.job.program = "/opt/preimage";
  stored.job.root = "/opt/root";
  stored.job.blas_core = "SkylakeX";
  stored.job.chunks = 3;
  stored.id = "0123456789ab";
  stored.folder = "/shared/a b/jobs/0123456789ab";
  return stored;
}

std::string size_refusal(const std::string& text) {
  return thrown_message<DataError>([&] { parse_max_array_size(text); });
}
std::string number_refusal(const std::string& text) {
  return thrown_message<DataError>([&] { parse_job_number(text); });
}

}  // namespace

TEST_CASE("the script of a job array") {
  CHECK(job_script(example()) == R"(#!/bin/sh
#SBATCH --job-name=preimage-0123456789ab
#SBATCH --array=0-2
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%a.log
#SBATCH --partition=short
#SBATCH --mem=500

# A task that is requeued goes on where it was: finished cells are not computed again, with --force neither, as
# their records carry this name. A failed cell is tried again by the next submission.
export PREIMAGE_RUN="preimage-0123456789ab-$SLURM_ARRAY_JOB_ID"
# OpenBLAS chooses its core type by the CPU, and another one has other last bits. Nodes may differ, tables must
# not: all tasks use the type of the host that submitted them, or refuse to begin.
exec env OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=SkylakeX PREIMAGE_ROOT=/opt/root /opt/preimage work '/it'\''s/toy.yaml' --profile quick --out '/shared/a b' --force --cells '/shared/a b/jobs/0123456789ab/cells-'"$SLURM_ARRAY_TASK_ID".txt
)");
}

TEST_CASE("a task gets a core for each thread of its cells") {
  StoredJob stored = example();
  stored.job.study.run.threads = 4;
  const std::string script = job_script(stored);
  CHECK(script.find("#SBATCH --cpus-per-task=4\n") != std::string::npos);
  CHECK(script.find(" --threads 4 ") != std::string::npos);
}

TEST_CASE("the command of a task names no core type or root where there is none") {
  StoredJob stored = example();
  stored.job.blas_core = stored.job.root = "";
  CHECK(task_command(stored.job, "x").starts_with("env OPENBLAS_NUM_THREADS=1 /opt/preimage work "));
}

TEST_CASE("MaxArraySize is read from what scontrol prints") {
  CHECK(parse_max_array_size("MailProg = /bin/mail\nMaxArraySize            = 1001\nMaxJobCount = 5\n") ==
        1001);
  CHECK(parse_max_array_size("MaxArraySize = 6 ") == 6);
  CHECK(size_refusal("") == "scontrol: expected a line MaxArraySize in its configuration, found none");
  CHECK(size_refusal("MaxArraySize = 0\n") == "scontrol: MaxArraySize: expected at least 1, found '0'");
  CHECK(size_refusal("MaxArraySize = many\n") == "scontrol: MaxArraySize: expected at least 1, found 'many'");
  CHECK(size_refusal("MaxArraySize\n") == "scontrol: MaxArraySize: expected at least 1, found ''");
}

TEST_CASE("the number of a job is the last line of what sbatch prints that is one, with its cluster") {
  const std::vector<std::array<std::string, 3>> rows = {
      {"123\n", "123", ""},
      {"123", "123", ""},
      {"75168975;slaking\n", "75168975", "slaking"},
      {"Submitted batch job 60060368\n", "60060368", ""},
      {"Submitted batch job 60060368 on cluster c-5.x\n", "60060368", "c-5.x"},
      {"-------\n   Welcome to the Supercomputer\n\n--> Verifying valid submit host (login4)...OK\n519605\n",
       "519605", ""},
      {"sbatch: INFO: Note that 128 GB per node will require a larger node\n38139957\n", "38139957", ""},
      {"2024\nyour account has 12 hours left\n77;here\nbye\n", "77", "here"}};
  for (const auto& [text, number, cluster] : rows) {
    const auto captured = text;
    INFO(captured);
    CHECK(parse_job_number(text).number == number);
    CHECK(parse_job_number(text).cluster == cluster);
  }
  for (const char* text :
       {"", "\n", "Submitted batch job\n", "-1\n", "0\n", "+3\n", ";x\n", "7 8\n", "7;a b\n"}) {
    const auto captured = text;
    INFO(captured);
    CHECK(number_refusal(text).starts_with("sbatch: expected the number of the job, found "));
  }
}

TEST_CASE("the tasks of a job in the queue are counted by state") {
  const Queue queue = parse_queue(
      "PENDING preimage-0123456789ab\nRUNNING preimage-0123456789ab\n"
      "PENDING preimage-0123456789ab\nREQUEUE_HOLD another one\n");
  CHECK(queue_text(queue, example()) == "2 pending, 1 running");
  CHECK(queue.at("another one").at("requeue hold") == 1);
  CHECK(queue_text({}, example()) == "no task");
  CHECK(parse_queue("CLUSTER: here\nPENDING preimage-0123456789ab\n").size() == 1);  // of squeue --clusters
  for (const char* text : {"\n", "PENDING\n", "PENDING \n", "slurm_load_jobs error\n", " x\n"}) {
    INFO(text);
    CHECK(thrown_message<DataError>([&] {
            parse_queue(text);
          }).starts_with("squeue: expected a state and the name of a job, found "));
  }
}
