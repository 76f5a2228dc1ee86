#include "suite/records/left_overs.hpp"

#include <chrono>
#include <csignal>
#include <set>
#include <string>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/temporary_file.hpp"
#include "testing/temporary_folder.hpp"

namespace base = preimage::base;
namespace fs = std::filesystem;
namespace records = preimage::suite::records;
using preimage::testing::TemporaryFolder;

namespace {

const std::string kTag = ".0123456789abcdef.tmp";

/// As it is two hours after its writer was killed.
fs::path aged(const fs::path& path) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(2));
  return path;
}

std::set<fs::path> files_in(const fs::path& folder) {
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.insert(entry.path());
  return files;
}

}  // namespace

TEST_CASE("a temporary file has a random name, is no left-over while it is open, and goes with its writer") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.json";
  {
    const base::TemporaryFile first(path), second(path);
    const std::set<fs::path> both = files_in(folder.path());
    CHECK(both.size() == 2);
    for (const fs::path& name : both) {
      CHECK(name.filename().string().size() == std::string("a.json").size() + kTag.size());
      CHECK_FALSE(records::is_left_temporary(aged(name)));
    }
    records::remove_left_overs(folder.path());
    CHECK(files_in(folder.path()) == both);
  }
  CHECK(files_in(folder.path()).empty());
}

TEST_CASE("the temporary file of a killed writer is left over before anybody has waited for its end") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.json";
  const pid_t child = ::fork();
  if (child == 0) {
    const base::TemporaryFile temporary(path);
    ::raise(SIGKILL);
  }
  siginfo_t ended{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) == 0);  // it stays a zombie
  REQUIRE(files_in(folder.path()).size() == 1);
  const fs::path left = *files_in(folder.path()).begin();
  CHECK_FALSE(records::is_left_temporary(left));  // where locks do nothing, its writer might live
  records::remove_left_overs(folder.path());
  CHECK(fs::exists(left));
  CHECK(records::is_left_temporary(aged(left)));
  records::remove_left_overs(folder.path());
  CHECK(files_in(folder.path()).empty());
  REQUIRE(::waitpid(child, nullptr, 0) == child);
}

TEST_CASE("left-overs of our files go at every depth, and nothing else does") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "cells" / "aa");
  for (const char* ours : {"cells/aa/r.json", "a.csv", "a.sh", "a.pdf", "report.html"})
    CHECK(records::is_left_temporary(aged(folder.write(ours + kTag, "half"))));
  const fs::path link = folder.path() / ("l.json" + kTag), fifo = folder.path() / ("f.json" + kTag);
  const std::set<fs::path> others = {
      folder.write("a.doc" + kTag, ""),       folder.write("a" + kTag, ""),
      folder.write(".json" + kTag, ""),       folder.write("r.json", ""),
      folder.write("mine.tmp", ""),           folder.write("a.json.0123456789abcde.tmp", ""),
      folder.write("a.json.host.12.tmp", ""), folder.write("a.json.0123456789abcdeG.tmp", ""),
      folder.write("a.json" + kTag + "x", "")};
  fs::create_symlink("r.json", link);
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  for (const fs::path& other : others) CHECK_FALSE(records::is_left_temporary(aged(other)));
  records::remove_left_overs(folder.path());
  std::set<fs::path> left = others;
  left.insert({link, fifo, folder.path() / "cells"});
  CHECK(files_in(folder.path()) == left);
  CHECK(fs::is_empty(folder.path() / "cells" / "aa"));
  CHECK_FALSE(records::is_left_temporary(folder.path() / ("missing.json" + kTag)));
  records::remove_left_overs(folder.path() / "nowhere");
}

TEST_CASE("a writer gets through beside one who looks for left-overs all the time") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.json";
  const pid_t child = ::fork();
  if (child == 0) {
    for (;;) {  // as if the hour were over at once
      for (const fs::path& file : files_in(folder.path())) {
        std::error_code code;
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(2), code);
      }
      records::remove_left_overs(folder.path());
    }
  }
  for (int i = 0; i < 300; ++i) {
    base::write_file_durably(path, std::to_string(i));
    CHECK(base::read_file(path, 10) == std::to_string(i));
  }
  ::kill(child, SIGKILL);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  CHECK(files_in(folder.path()) == std::set<fs::path>{path});
}
