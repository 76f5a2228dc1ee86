#include "suite/run/job.hpp"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;

namespace {

Job example() {
  Job job;
  job.study.selected.configs = {"/a b/toy.yaml"};
  job.study.selected.overrides = {{"learners.neighbours.k", "[1, 5]"}};
  job.study.selected.profile = "quick";
  job.study.selected.repetitions = 3;
  job.study.selected.reading = "exclusive";
  job.study.selected.data = "/data";
  job.study.selected.stand_in = job.study.selected.skip_missing = job.study.run.force =
      job.study.run.bitwise = true;
  job.study.run.only = "ab";
  job.study.selected.max_cells = 20'000'000;
  job.study.run.cell_limits = {2.5, 100};
  job.study.run.threads = 4;
  job.engine = "slurm";
  job.sbatch = {"--partition=short", "--time=1-00:30"};
  job.program = "/bin/preimage";
  job.root = "/root";
  job.code = "abc";
  job.blas_core = "Haswell";
  job.chunks = 2;
  job.cells = 5;
  return job;
}

std::string refusal(const std::string& from, const std::string& to) {
  const std::string text = testing::replaced(to_json(example()), from, to);
  return testing::thrown_message<DataError>([&] { job_from_json(text, "job.json"); });
}

}  // namespace

TEST_CASE("a job is read again as it was, but for its folder of results") {
  const Job again = job_from_json(to_json(example()), "job.json");
  CHECK(to_json(again) == to_json(example()));
  CHECK(again.study.selected.max_cells == 20'000'000U);
  CHECK(study::study_arguments(again.study) == study::study_arguments(example().study));
  CHECK(again.study.run.bitwise);
  Job plain;
  plain.engine = "commands";
  plain.chunks = plain.cells = 1;
  CHECK(to_json(job_from_json(to_json(plain), "job.json")) == to_json(plain));
}

TEST_CASE("a job of a sweep has its points, and no other job has such fields") {
  CHECK(to_json(example()).find("grid") == std::string::npos);
  Job sweep = example();
  sweep.study.selected.sweep.axes = {study::parse_axis("learners.kde.ridge=1,2"),
                                     study::parse_axis("learners.kde.ridge2=1e-2:1:log10")};
  sweep.study.selected.sweep.random = 3;
  sweep.study.selected.sweep.seed = 5;
  sweep.study.run.sweep_name = "mine";
  const Job again = job_from_json(to_json(sweep), "job.json");
  CHECK(to_json(again) == to_json(sweep));
  CHECK(study::study_arguments(again.study) == study::study_arguments(sweep.study));
  CHECK(again.study.run.sweep_name == "mine");
  CHECK(testing::thrown_message<DataError>([&] {
          job_from_json(testing::replaced(to_json(sweep), "ridge=1,2", "ridge="), "job.json");
        }).starts_with("job.json: study.grid: --grid learners.kde.ridge=: an empty list; expected "));
}

TEST_CASE("damaged job files are refused") {
  CHECK(refusal("\"schema\":1", "\"schema\":2") ==
        "job.json: job schema 2: expected 1, which this program writes");
  CHECK(refusal("\"chunks\":2", "\"chunks\":2,\"chunks\":2") == "job.json: duplicate field 'chunks'");
  CHECK(refusal("\"chunks\":2", "\"chunk\":2") == "job.json: chunks: missing field");
  CHECK(refusal("\"chunks\":2", "\"chunks\":2,\"x\":1") == "job.json: x: unknown field");
  CHECK(refusal("\"chunks\":2", "\"chunks\":0") == "job.json: chunks: expected 1 to 10000000, found 0");
  CHECK(refusal("\"chunks\":2", "\"chunks\":6") == "job.json: 6 chunks of 5 cells: expected none empty");
  CHECK(refusal("\"slurm\"", "\"pbs\"") == "job.json: engine: expected 'slurm' or 'commands', found 'pbs'");
  CHECK(refusal("\"force\":true", "\"force\":1") == "job.json: study.force: expected true or false, found 1");
  CHECK(refusal("\"threads\":4", "\"threads\":0") == "job.json: study.threads: expected 1 to 256, found 0");
  CHECK(refusal("learners.neighbours.k=[1, 5]", "x") ==
        "job.json: study.set: --set x: expected path=value, like dataset.smoothing=0.75");
  CHECK(refusal("--partition=short", "--partition=a b") ==
        "job.json: sbatch: expected options like --partition=short");
  CHECK(refusal("}\n", "").starts_with("job.json: not JSON: "));
  Job latin = example();
  latin.program = "/\xff";
  CHECK(testing::thrown_message<DataError>([&] {
          to_json(latin);
        }).starts_with("a path or option of this job is not UTF-8: "));
}

TEST_CASE("options of sbatch are plain words, because nothing is quoted in the lines of a script") {
  require_plain_options({"--partition=short,long", "--time=1-12:00:00", "--account=a_b.c@d+e"});
  for (const char* option :
       {"--partition=a b", "--partition=a\n#SBATCH --uid=0", "--partition='a'", "--partition=\"a",
        "--partition=$(x)", "--partition=a;b", "--partition=a#b", "--partition=", "partition=a",
        "--part ition=a", "--partition", "--partition=a\\b"}) {
    INFO(option);
    CHECK(testing::thrown_message<ConfigError>([&] {
            require_plain_options({option});
          }).ends_with(": expected --name=value of letters, digits and _-.,:+@"));
  }
  CHECK(testing::thrown_message<ConfigError>([&] { require_plain_options({"--qos=a\nb"}); }) ==
        "'--qos=a\\nb': expected --name=value of letters, digits and _-.,:+@");
}

TEST_CASE("what submits the rest has all that made the job") {
  Job job = example();
  job.study.selected.out = "/out";
  std::string line;
  for (const std::string& word : submit_arguments(job)) line += study::shell_quoted(word) + " ";
  CHECK(line ==
        "submit '/a b/toy.yaml' --set 'learners.neighbours.k=[1, 5]' --profile quick --repetitions 3 "
        "--reading exclusive --data /data --stand-in --max-cells 20000000 --out /out --skip-missing --force "
        "--only ab "
        "--cell-time 2.5 "
        "--cell-memory 100 --threads 4 --bitwise --engine slurm --partition=short --time=1-00:30 ");
}
