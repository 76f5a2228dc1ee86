#include "suite/run/job_folder.hpp"

#include <algorithm>
#include <chrono>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/records/testing_record.hpp"
#include "suite/run/cell_list.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;
namespace fs = std::filesystem;
using testing::thrown_message;

namespace {

const records::CellKey kOne(std::string(64, 'a')), kTwo(std::string(64, '0')), kThree(std::string(64, 'f'));

Job job_in(const fs::path& out) {
  Job job;
  job.study.selected.out = out;
  job.study.selected.profile = "quick";
  job.engine = "slurm";
  job.chunks = 2;
  job.cells = 3;
  return job;
}

}  // namespace

TEST_CASE("the same submission has the same folder, another one another") {
  const testing::TemporaryFolder folder;
  const Job job = job_in(folder.path());
  const StoredJob stored = store_job(job, {kOne, kTwo, kThree});
  CHECK(stored.id.size() == 12);
  CHECK(stored.folder == folder.path() / "jobs" / stored.id);
  CHECK(stored.name() == "preimage-" + stored.id);
  CHECK(store_job(job, {kOne, kTwo, kThree}).id == stored.id);
  CHECK(store_job(job, {kTwo, kOne, kThree}).id != stored.id);
  Job other = job;
  other.code = "newer";
  CHECK(store_job(other, {kOne, kTwo, kThree}).id != stored.id);
  CHECK(stored_jobs(folder.path()).size() == 3);
}

TEST_CASE("a job is found by its id's first digits or its number, with its cells") {
  const testing::TemporaryFolder folder;
  const StoredJob stored = store_job(job_in(folder.path()), {kOne, kTwo, kThree});
  store_number(stored, {"77", "here"});
  fs::create_directories(folder.path() / "jobs" / "begun");  // a submission that was killed
  for (const std::string& name : {std::string(), stored.id, stored.id.substr(0, 3), std::string("77")}) {
    const std::vector<StoredJob> found = find_jobs(folder.path(), name).jobs;
    REQUIRE(found.size() == 1);
    CHECK(found[0].id == stored.id);
    CHECK(found[0].number.value().number == "77");
    CHECK(found[0].slurm_options() ==
          std::vector<std::string>{"--name=preimage-" + stored.id, "--clusters=here"});
    CHECK(found[0].keys == std::vector<records::CellKey>{kOne, kTwo, kThree});
    CHECK(found[0].chunk_ends == std::vector<std::size_t>{1, 3});
    CHECK(found[0].job.study.selected.out == folder.path());
  }
  const auto refusal = [](const fs::path& out, const std::string& name) {
    return thrown_message<ConfigError>([&] { find_jobs(out, name); });
  };
  const std::string jobs = (folder.path() / "jobs").string();
  CHECK(refusal(folder.path(), "78") == jobs + ": no job '78'; known: " + stored.id);
  CHECK(refusal(folder.path() / "none", "") == (folder.path() / "none" / "jobs").string() + ": no job");
}

TEST_CASE("jobs are found by any of their cells") {
  const testing::TemporaryFolder folder;
  Job small = job_in(folder.path());
  small.chunks = small.cells = 1;
  const StoredJob one = store_job(small, {kOne});
  const StoredJob two = store_job(small, {kTwo});
  const auto found = with_any_of({one, two}, {kThree, kTwo});
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == two.id);
  CHECK(with_any_of({one, two}, {kTwo, kOne}).size() == 2);
  CHECK(with_any_of({one, two}, {}).empty());
}

TEST_CASE("of several jobs the one was submitted last whose job.json was written last") {
  const testing::TemporaryFolder folder;
  const StoredJob one = store_job(job_in(folder.path()), {kOne, kTwo, kThree});
  const StoredJob two = store_job(job_in(folder.path()), {kTwo, kOne, kThree});
  for (const StoredJob& newer : {one, two}) {
    for (const StoredJob& stored : {one, two}) {
      const auto age = std::chrono::hours(stored.id == newer.id ? 1 : 2);
      fs::last_write_time(stored.folder / "job.json", fs::file_time_type::clock::now() - age);
    }
    const std::vector<StoredJob> jobs = stored_jobs(folder.path());
    CHECK(jobs[last_submitted(jobs)].id == newer.id);
  }
}

TEST_CASE("a job folder that is not whole is refused") {
  const testing::TemporaryFolder folder;
  const StoredJob stored = store_job(job_in(folder.path()), {kOne, kTwo, kThree});
  folder.write("jobs/" + stored.id + "/cells-1.txt", cell_list_text(std::vector{kTwo}));
  CHECK(thrown_message<DataError>([&] { stored_jobs(folder.path()); }) ==
        (stored.folder / "job.json").string() +
            ": 3 cells, but the lists beside it hold 2; once none of its " + "tasks runs, remove " +
            stored.folder.string() + " and submit the rest again");
  fs::remove(chunk_path(stored.folder, 1));
  CHECK_THROWS_AS(stored_jobs(folder.path()), DataError);
}

TEST_CASE("a job's cells are counted by their records") {
  const testing::TemporaryFolder folder;
  records::RecordStore store(folder.path());
  const records::ResultRecord done = testing::example_record("a");
  records::ResultRecord failed = testing::example_record("b");
  failed.status = "failed";
  failed.reason = "out of luck";
  store.put(done);
  store.put(failed);
  const CellCounts counts =
      count_cells({records::CellKey(done.key), records::CellKey(failed.key), kThree}, store);
  CHECK(counts.done == 1);
  CHECK(counts.failed == 1);
  CHECK(counts.left == 1);
}

TEST_CASE("the files of a job are those that it wrote, and no others") {
  const testing::TemporaryFolder folder;
  const StoredJob stored = store_job(job_in(folder.path()), {kOne, kTwo, kThree});
  store_number(stored, {"77", ""});
  for (const char* name : {"job.sh", "0.log", "12.log", "mine.log", "notes.txt", "cells-x.txt"})
    folder.write("jobs/" + stored.id + "/" + name, "");
  std::vector<std::string> names;
  for (const fs::path& path : files_of(stored)) names.push_back(path.filename().string());
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"0.log", "12.log", "cells-0.txt", "cells-1.txt", "job.json",
                                          "job.sh", "slurm_job.txt"});
}
