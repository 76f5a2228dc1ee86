#include "suite/run/open_reasons.hpp"

#include <doctest/doctest.h>

#include "preimage/base/sha256.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;

namespace {

records::CellKey key_number(int i) {
  return records::CellKey(base::sha256("cell " + std::to_string(i)));
}

/// Chunk 0 has cell `first` alone, chunk 1 the two after it.
StoredJob job_of_three(const testing::TemporaryFolder& folder, const std::string& id, int first) {
  StoredJob stored;
  stored.job.engine = "slurm";
  stored.id = id;
  stored.folder = folder.path() / id;
  std::filesystem::create_directory(stored.folder);
  stored.keys = {key_number(first), key_number(first + 1), key_number(first + 2)};
  stored.chunk_ends = {1, 3};
  return stored;
}

}  // namespace

TEST_CASE("a cell without a result is in the queue, or its task's log says how it ended, or it never began") {
  const testing::TemporaryFolder folder;
  std::vector<StoredJob> jobs = {job_of_three(folder, "aa", 0), job_of_three(folder, "bb", 10)};
  const std::string log =
      folder.write("aa/1.log", "start abc\nslurmstepd: error: CANCELLED DUE TO TIME LIMIT ***\n\n").string();
  const OpenReasons reasons(jobs, {{"preimage-bb", {{"pending", 2}}}});
  CHECK(reasons.is_queued(key_number(11)));
  CHECK(reasons.text(key_number(11)) == "queued or running");
  CHECK_FALSE(reasons.is_queued(key_number(1)));
  for (const int i : {1, 2}) {
    CHECK(reasons.text(key_number(i)) ==
          "not run: its task began and left no result, " + log +
              " ends with \"slurmstepd: error: CANCELLED DUE TO TIME LIMIT ***\"");
  }
  CHECK(reasons.text(key_number(0)) ==
        "not run: its task has not begun, there is no " + (folder.path() / "aa/0.log").string());
  CHECK(reasons.text(key_number(99)) == "not run");
  CHECK_FALSE(reasons.is_queued(key_number(99)));
  jobs[0].job.engine = "commands";
  CHECK(OpenReasons(jobs, {}).text(key_number(1)) == "not run");
}

TEST_CASE("of two jobs with a cell the one that has begun tells why it has no result") {
  const testing::TemporaryFolder folder;
  const std::vector<StoredJob> jobs = {job_of_three(folder, "aa", 0), job_of_three(folder, "bb", 0)};
  const std::string log = folder.write("aa/0.log", "\n").string();
  CHECK(OpenReasons(jobs, {}).text(key_number(0)) ==
        "not run: its task began and left no result, " + log + " is empty");
}

TEST_CASE("the last line of a long file is found, and cut") {
  const testing::TemporaryFolder folder;
  CHECK(last_line_of(folder.path() / "none") == "");
  CHECK(last_line_of(folder.write("empty", "\n \n")) == "");
  CHECK(last_line_of(folder.write("one", "without an end")) == "\"without an end\"");
  CHECK(last_line_of(folder.write("long", std::string(10000, 'a') + "\nlast\n")) == "\"last\"");
  CHECK(last_line_of(folder.write("wide", std::string(10000, 'a'))) == '"' + std::string(300, 'a') + "...\"");
}
