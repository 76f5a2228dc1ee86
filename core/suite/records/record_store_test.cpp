#include "suite/records/record_store.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preimage/base/file.hpp"
#include "suite/records/testing_record.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::records;
using testing::example_record;
using testing::TemporaryFolder;
using testing::thrown_message;

namespace fs = std::filesystem;

namespace {

/// Runs `action` in a forked child and returns the code it ended with (-1 for a signal).
template <class Action>
int in_child(Action&& action) {
  const pid_t child = fork();
  if (child == 0) _exit(action());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

const std::string kKey = example_record("a").key;
const std::string kOtherKey = example_record("b").key;

bool is_finished(RecordStore& store) {
  const std::optional<ResultRecord> record = store.find(kKey);
  return record && record->status == "ok";
}

}  // namespace

TEST_CASE("the store finds what was put, also from another process's object") {
  const TemporaryFolder folder;
  RecordStore store(folder.path() / "cells");
  CHECK_FALSE(store.find(kKey));
  CHECK(store.keys().empty());
  store.put(example_record("b"));
  store.put(example_record("a"));
  RecordStore again(folder.path() / "cells");
  CHECK(again.find(kKey) == example_record("a"));
  CHECK(again.keys() == std::vector<std::string>{std::min(kKey, kOtherKey), std::max(kKey, kOtherKey)});
  CHECK(again.path_of(kKey) == folder.path() / "cells" / kKey.substr(0, 2) / (kKey + ".json"));
  CHECK(again.warnings().empty());
}

TEST_CASE("a failed cell has a record and is not finished") {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  ResultRecord record = example_record();
  record.status = "failed";
  record.reason = "out of memory";
  store.put(record);
  CHECK(store.find(kKey) == record);
  CHECK_FALSE(is_finished(store));
  store.put(example_record());  // the next run may succeed and replaces it
  CHECK(is_finished(store));
}

TEST_CASE("a damaged file counts as absent, warns, and is repaired by the next put") {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  store.put(example_record());
  const fs::path path = store.path_of(kKey);
  std::string text = base::read_file(path, kMaxRecordBytes);
  text[text.size() / 2] = static_cast<char>(text[text.size() / 2] ^ 1);
  std::ofstream(path, std::ios::binary) << text;
  CHECK_FALSE(store.find(kKey));
  CHECK_FALSE(is_finished(store));
  REQUIRE(store.warnings().size() == 1);
  CHECK(store.warnings()[0] == path.string() + ": damaged record of " + std::to_string(text.size()) +
                                   " bytes: wrong checksum (ignored: the cell counts as not computed)");
  CHECK(store.keys() == std::vector<std::string>{kKey});
  store.put(example_record());
  CHECK(is_finished(store));
}

TEST_CASE("a record under another cell's name is not used") {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  store.put(example_record("a"));
  fs::create_directories(store.path_of(kOtherKey).parent_path());
  fs::copy_file(store.path_of(kKey), store.path_of(kOtherKey));
  CHECK_FALSE(store.find(kOtherKey));
  REQUIRE(store.warnings().size() == 1);
  CHECK(store.warnings()[0].find("holds the record of another cell, " + kKey) != std::string::npos);
}

TEST_CASE("a record of schema 2 and one of schema 3 are found") {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  ResultRecord record = example_record("b");
  record.figure = {{5}, {{0.5}}};
  record.schema = kSchemaWithParts;
  store.put(record);
  store.put(example_record("a"));
  CHECK(store.find(kOtherKey) == record);
  CHECK(store.find(kKey) == example_record("a"));
}

TEST_CASE("a record that the system does not let us read is no damaged one") {
  if (!fs::exists("/proc/self/mem")) return;
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  const fs::path path = store.path_of(kKey);
  fs::create_directories(path.parent_path());
  fs::create_symlink("/proc/self/mem", path);  // its first page is never there: EIO
  CHECK(thrown_message<FileError>([&] { store.find(kKey); }) ==
        path.string() + ": cannot read: Input/output error");
  fs::remove(path);
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  CHECK(thrown_message<FileError>([&] { store.find(kKey); }) ==
        path.string() + ": is a pipe or device, expected a file");
  CHECK(store.warnings().empty());
}

TEST_CASE("left-over temporary files and foreign files are ignored") {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  store.put(example_record());
  std::ofstream(store.path_of(kKey).string() + ".123.tmp") << "half a rec";
  std::ofstream(store.path_of(kOtherKey).parent_path().parent_path() / "notes.json") << "{}";
  fs::create_directories(store.path_of(kOtherKey).parent_path());
  std::ofstream(store.path_of(kOtherKey).string() + ".9.tmp") << "half";
  fs::copy_file(store.path_of(kKey), store.path_of(kOtherKey).parent_path() / (kKey + ".json"));
  CHECK(store.keys() == std::vector<std::string>{kKey});
  CHECK_FALSE(store.find(kOtherKey));
  CHECK(is_finished(store));
  CHECK(store.warnings().empty());
}

TEST_CASE("a key that is no digest never becomes a path") {
  RecordStore store("cells");
  for (const std::string& key : {std::string("../../etc/passwd"), std::string(64, 'A'), std::string()}) {
    const std::string expected = "cell key '" + key + "': expected 64 lower-case hexadecimal digits";
    CHECK(thrown_message<DataError>([&] { store.find(key); }) == expected);
    CHECK(thrown_message<DataError>([&] { store.try_lock(key); }) == expected);
  }
}

TEST_CASE("a store that cannot be written names the file and the reason") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("file", "");
  RecordStore store(file / "cells");  // root may write to a read-only folder, but not below a file
  CHECK_FALSE(store.find(kKey));
  CHECK(thrown_message<DataError>([&] { store.put(example_record()); }) ==
        (file / "cells" / kKey.substr(0, 2)).string() + ": cannot create the folder: Not a directory");
  CHECK(thrown_message<DataError>([&] { store.try_lock(kKey); }) ==
        (file / "cells").string() + ": cannot create the folder: Not a directory");
}

TEST_CASE("a write that hits the size limit leaves the old record and no temporary file") {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  store.put(example_record());
  const std::string path = store.path_of(kKey).string();
  const int code = in_child([&] {
    const rlimit limit{256, 256};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 9;
    ResultRecord other = example_record();
    other.seconds = 77.0;
    const std::string message = thrown_message<DataError>([&] { store.put(other); });
    return message == path + ": cannot write: File too large" ? 0 : 1;
  });
  CHECK(code == 0);
  CHECK(store.find(kKey) == example_record());
  long files = 0;
  for (const auto& entry : fs::directory_iterator(store.path_of(kKey).parent_path())) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  CHECK(files == 1);
}

TEST_CASE("a claim excludes others in this process and is given back") {
  const TemporaryFolder folder;
  const RecordStore store(folder.path());
  const RecordStore second(folder.path());
  {
    std::optional<CellLock> claim = store.try_lock(kKey);
    REQUIRE(claim);
    CHECK_FALSE(store.try_lock(kKey));
    CHECK_FALSE(second.try_lock(kKey));
    CHECK(second.try_lock(kOtherKey));
    CHECK_FALSE(store.try_lock(kKey));  // closing the other's descriptor must not free ours
    const CellLock moved = std::move(*claim);
    claim.reset();
    CHECK_FALSE(second.try_lock(kKey));
  }
  std::optional<CellLock> first = second.try_lock(kKey);
  REQUIRE(first);
  std::optional<CellLock> other = second.try_lock(kOtherKey);
  REQUIRE(other);
  *first = std::move(*other);  // frees kKey, keeps kOtherKey
  CHECK(store.try_lock(kKey));
  CHECK_FALSE(store.try_lock(kOtherKey));
}

TEST_CASE("of a claim that another run has, the run is known") {
  const TemporaryFolder folder;
  const RecordStore store(folder.path());
  CHECK_FALSE(store.holder_of(kKey));
  const std::optional<CellLock> claim = store.try_lock(kKey, "run-1");
  REQUIRE(claim);
  const auto holder = store.holder_of(kKey);
  REQUIRE(holder);
  CHECK(holder->run == "run-1");
  CHECK(holder->process == ::getpid());
  CHECK_FALSE(store.holder_of(kOtherKey));
}

TEST_CASE("keys at the end of the range can be claimed") {
  const TemporaryFolder folder;
  const RecordStore store(folder.path());
  const std::optional<CellLock> last = store.try_lock(std::string(64, 'f'));
  const std::optional<CellLock> first = store.try_lock(std::string(64, '0'));
  CHECK(last);
  CHECK(first);
  CHECK_FALSE(store.try_lock(std::string(64, 'f')));
}

TEST_CASE("a claim excludes other processes and survives a forked child's end") {
  const TemporaryFolder folder;
  const RecordStore store(folder.path());
  const auto child_gets_it = [&](const std::string& key) {
    return in_child([&] { return RecordStore(folder.path()).try_lock(key) ? 1 : 0; });
  };
  std::optional<CellLock> claim = store.try_lock(kKey);
  REQUIRE(claim);
  CHECK(child_gets_it(kKey) == 0);
  CHECK(child_gets_it(kOtherKey) == 1);
  CHECK(child_gets_it(kKey) == 0);
  claim.reset();
  CHECK(child_gets_it(kKey) == 1);
}

TEST_CASE("the claim of a killed process is free") {
  const TemporaryFolder folder;
  const RecordStore store(folder.path());
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::optional<CellLock> claim = store.try_lock(kKey);
    const char answer = claim ? 'y' : 'n';
    if (write(ready[1], &answer, 1) != 1) _exit(1);
    for (;;) pause();
  }
  char answer = 0;
  REQUIRE(read(ready[0], &answer, 1) == 1);
  close(ready[0]);
  close(ready[1]);
  CHECK(answer == 'y');
  CHECK_FALSE(store.try_lock(kKey));
  REQUIRE(kill(child, SIGKILL) == 0);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WTERMSIG(status) == SIGKILL);
  CHECK(store.try_lock(kKey));
}
