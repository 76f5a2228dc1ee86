#include "suite/results/replace_folder.hpp"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace base = preimage::base;
using namespace preimage;
using namespace preimage::suite;
namespace fs = std::filesystem;
using preimage::DataError;
using preimage::testing::result_files;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

using Files = std::map<std::string, std::string>;

}  // namespace

#ifdef __linux__

namespace {
std::vector<std::string> synced;  // paths of what this program has synced
}

/// In place of the C library's, for the code under test: where it says what was synced.
extern "C" int fsync(int descriptor) {
  std::error_code code;
  synced.push_back(fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor), code).string());
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

TEST_CASE("all that comes into a folder is synced before it takes its place, and the place afterwards") {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "quick";
  fs::create_directories(folder / "deep");
  temporary.write("quick/old.csv", "1");
  temporary.write("quick/deep/old.csv", "1");
  synced.clear();
  preimage::suite::results::replace_files_at_once(folder, {{"a.csv", "2"}});
  for (const char* name : {"", "/a.csv", "/old.csv", "/deep", "/deep/old.csv"}) {
    const std::string path = (temporary.path() / ".quick.new").string() + name;
    CHECK_MESSAGE(std::find(synced.begin(), synced.end(), path) != synced.end(), path);
  }
  CHECK(synced.back() == temporary.path().string());
}

#endif

TEST_CASE("files come into a folder together, beside those that are there, and nothing is left beside it") {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "quick";
  preimage::suite::results::replace_files_at_once(folder, {{"a.csv", "1"}, {"deep/b.csv", "1"}});
  CHECK(result_files(temporary.path()) == Files{{"quick/a.csv", "1"}, {"quick/deep/b.csv", "1"}});
  temporary.write("quick/README.md", "kept");
  fs::permissions(folder / "a.csv", fs::perms{0640});
  fs::create_symlink("a.csv", folder / "link");
  preimage::suite::results::replace_files_at_once(folder, {{"a.csv", "2"}, {"deep/c.csv", "2"}});
  CHECK(
      result_files(folder) ==
      Files{{"README.md", "kept"}, {"a.csv", "2"}, {"deep/b.csv", "1"}, {"deep/c.csv", "2"}, {"link", "2"}});
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(fs::status(folder / "a.csv").permissions() == fs::perms{0640});
  CHECK(std::distance(fs::directory_iterator(temporary.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("a link to a folder stays a link") {
  const TemporaryFolder temporary;
  const fs::path link = temporary.path() / "link";
  temporary.write("a", "");
  fs::create_directory(temporary.path() / "real");
  fs::create_symlink("real", link);
  preimage::suite::results::replace_files_at_once(link, {{"a.csv", "1"}});
  CHECK(fs::is_symlink(link));
  CHECK(base::read_file(temporary.path() / "real/a.csv", 10) == "1");
}

TEST_CASE("what a killed update left is never taken for the folder, and the next update removes it") {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "quick";
  for (const char* name : {"quick", ".quick.new", ".quick.old"})
    fs::create_directory(temporary.path() / name);
  temporary.write("quick/a.csv", "1");
  temporary.write(".quick.new/a.csv", "half");
  temporary.write(".quick.old/a.csv", "half");
  preimage::suite::results::restore_folder(folder);
  CHECK(base::read_file(folder / "a.csv", 10) == "1");
  preimage::suite::results::replace_files_at_once(folder, {{"b.csv", "2"}});
  CHECK(result_files(temporary.path()) == Files{{"quick/a.csv", "1"}, {"quick/b.csv", "2"}});
}

TEST_CASE("a folder that was put aside when the process was killed comes back") {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "quick";
  preimage::suite::results::restore_folder(folder);  // nothing to bring back
  CHECK_FALSE(fs::exists(folder));
  const auto put_aside = [&] {
    fs::create_directories(temporary.path() / ".quick.old");
    fs::create_directories(temporary.path() / ".quick.new");
    temporary.write(".quick.old/a.csv", "1");
    temporary.write(".quick.new/a.csv", "2");
  };
  put_aside();
  preimage::suite::results::restore_folder(folder);
  CHECK(result_files(folder) == Files{{"a.csv", "1"}});
  fs::remove_all(folder);
  put_aside();
  preimage::suite::results::replace_files_at_once(folder, {{"b.csv", "2"}});
  CHECK(result_files(temporary.path()) == Files{{"quick/a.csv", "1"}, {"quick/b.csv", "2"}});
}

TEST_CASE("an update that cannot be made leaves the old files, and nothing beside them") {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "quick";
  preimage::suite::results::replace_files_at_once(folder, {{"a.csv", "1"}});
  CHECK(thrown_message<DataError>([&] {
          preimage::suite::results::replace_files_at_once(folder, {{"a.csv", "2"}, {"a.csv/b.csv", "2"}});
        }) ==
        (temporary.path() / ".quick.new/a.csv").string() + ": cannot create the folder: Not a directory");
  CHECK(result_files(temporary.path()) == Files{{"quick/a.csv", "1"}});
  const int lock = ::open(temporary.path().c_str(), O_RDONLY);
  REQUIRE(::flock(lock, LOCK_EX) == 0);
  CHECK(thrown_message<DataError>([&] {
          preimage::suite::results::replace_files_at_once(folder, {{"a.csv", "2"}});
        }) == temporary.path().string() + ": another process replaces files here at this moment");
  ::close(lock);
  CHECK(result_files(temporary.path()) == Files{{"quick/a.csv", "1"}});
}
