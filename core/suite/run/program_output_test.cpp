#include "suite/run/program_output.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/search_path.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;
namespace fs = std::filesystem;

TEST_CASE("a program's bytes, exit code and variables are its own") {
  const auto done = program_output({"sh", "-c", "printf 'a\\0b\\n\\nlast'; exit 3"}, 100);
  REQUIRE(done);
  CHECK(done->text == std::string("a\0b\n\nlast\n", 10));
  CHECK(done->ended == WorkerExit{3, 0});
  CHECK(program_output({"true"}, 0)->text == "");
}

TEST_CASE("a program that does not answer in time is ended") {
  const auto begin = std::chrono::steady_clock::now();
  CHECK(testing::thrown_message<TimeoutError>([] {
          program_output({"sh", "-c", "exec sleep 60"}, 100, std::chrono::milliseconds(300));
        }) == "sh: no answer within 0.3 s");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  CHECK(program_output({"true"}, 100, std::chrono::seconds(60))->ended.ok());
  CHECK(program_output({"sh", "-c", "sleep 0.6; echo late"}, 100, std::chrono::seconds(6))->text == "late\n");
}

TEST_CASE("a program is the first executable file of its name in PATH") {
  const testing::TemporaryFolder folder;
  for (const char* name : {"first", "second", "third"}) fs::create_directory(folder.path() / name);
  fs::create_directory(folder.path() / "first" / "tool");
  folder.write("second/tool", "#!/bin/sh\necho no\n");  // may not be executed
  const fs::path tool = folder.write("third/tool", "#!/bin/sh\necho yes\n");
  fs::permissions(tool, fs::perms::owner_all);
  const std::string here = folder.path().string();
  const testing::SearchPath path(here + "/first:/nonexistent:" + here + "/second:" + here + "/third");
  CHECK(find_program("tool") == tool);
  CHECK(program_output({"tool"}, 100)->text == "yes\n");
  CHECK_FALSE(find_program("sh"));
  CHECK_FALSE(program_output({"sh"}, 100));
}

TEST_CASE("what prints without end is stopped") {
  CHECK(testing::thrown_message<DataError>([] { program_output({"yes"}, 1000); }) ==
        "yes: prints over 1000 bytes");
}
