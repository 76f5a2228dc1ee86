#include "suite/run/command.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/file_descriptor.hpp"
#include "suite/run/forked_server.hpp"
#include "suite/run/process_memory.hpp"
#include "suite/run/process_pool.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;
using testing::thrown_message;

namespace {

CommandOutput run_shell(const std::string& script) {
  return run_command({{"sh", "-c", script}, "", {{"WORD", "a b"}}}, 1000);
}

}  // namespace

TEST_CASE("a command's bytes, its exit code, variables, folder and the last words of its standard error") {
  const CommandOutput output =
      run_shell("printf 'x\\n%s' \"$WORD\"; echo first >&2; printf 'last\\n\\n' >&2; exit 3");
  CHECK(output.out == "x\na b");
  CHECK(last_words(output.err) == "last");
  CHECK(output.ended == WorkerExit{3, 0});
  CHECK(run_shell("kill -9 $$").ended == WorkerExit{0, 9});
  CHECK(run_shell("cat").out.empty());  // nothing to read
  const testing::TemporaryFolder folder;
  folder.write("tool.sh", "#!/bin/sh\npwd\n");
  std::filesystem::permissions(folder.path() / "tool.sh", std::filesystem::perms::owner_all);
  CHECK(run_command({{"./tool.sh"}, folder.path(), {}}, 1000).out ==
        std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST_CASE(
    "the last words are what says something: of R the error, elsewhere the last line and what it goes on "
    "with") {
  const auto words = [](const std::string& text) {
    return last_words(run_command({{"sh", "-c", "printf '%s' \"$0\" >&2", text}, "", {}}, 1000).err);
  };
  CHECK(words("Error in f() : \n  no x\nCalls: f\nExecution halted\n") == "Error in f() : no x");
  CHECK(words("Loading\nError: no x\nIn addition: Warning message:\nNaNs\nExecution halted\n") ==
        "Error: no x");
  CHECK(words("Error in f() : \n  a\n  b\n  c\nExecution halted") == "Error in f() : a b");
  CHECK(words("odd\nExecution halted\n") == "odd");
  CHECK(words("Execution halted\n") == "Execution halted");
  CHECK(words("Traceback:\n  File\nKeyError: 'x'\n") == "KeyError: 'x'");
  CHECK(words("").empty());
}

TEST_CASE("words are words: no shell reads them") {
  CHECK(run_command({{"echo", "$HOME;", "*", "a  b"}, "", {}}, 100).out == "$HOME; * a  b\n");
}

TEST_CASE("what cannot be started is named") {
  CHECK(thrown_message<DataError>([] {
          run_command({{"no-such-program"}, "", {}}, 100);
        }) == "no-such-program: no such program in PATH");
  CHECK(thrown_message<DataError>([] {
          run_command({{"/etc/passwd"}, "", {}}, 100);
        }) == "/etc/passwd: cannot start: Permission denied");
  CHECK(thrown_message<DataError>([] {
          run_command({{"true"}, "/nowhere", {}}, 100);
        }) == "true: cannot start: No such file or directory");
}

#ifdef __linux__
TEST_CASE("where descriptors run out nothing is started, nothing is left open and the reason is said") {
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const auto open_descriptors = [] {
    const std::filesystem::directory_iterator entries("/proc/self/fd");
    return std::distance(begin(entries), end(entries));
  };
  // The parent may have left descriptors open: gaps below the last of them are filled.
  int last = 0;  // or that of the listing itself
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    last = std::max(last, std::stoi(entry.path().filename().string()));
  std::vector<base::FileDescriptor> fillers;
  int next = ::dup(0);
  for (; next < last; next = ::dup(0)) fillers.emplace_back(next);
  ::close(next);  // descriptors are handed out from here on
  const auto descriptors = open_descriptors();
  const auto refused = [&](rlim_t free, const std::function<void()>& action) {
    const rlimit few{static_cast<rlim_t>(next) + free, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
    const std::string message = thrown_message<DataError>(action);
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(open_descriptors() == descriptors);
    return message;
  };
  for (const rlim_t free : {0, 1, 2, 3, 4, 5}) {
    INFO(free);
    CHECK(refused(free, [] { run_shell("true"); }) == "worker pool: cannot make a pipe: Too many open files");
  }
  // The child has its pipes, and no descriptor for /dev/null.
  CHECK(refused(6, [] { run_shell("true"); }) == "sh: cannot start: Too many open files");
  for (const rlim_t free : {0, 1, 2, 3}) {
    INFO(free);
    CHECK(refused(free, [] { run_processes({program_of("/bin/true", {})}, {}); }) ==
          "worker pool: cannot make a pipe: Too many open files");
  }
  CHECK(refused(2, [] { ForkedServer([](const std::string& text) { return text; }).ask("x"); }) ==
        "process for the cells: cannot make a socket: Too many open files");
  CHECK(run_shell("echo well").out == "well\n");
}
#endif

TEST_CASE("where SIGCHLD is ignored, how a child ended is not known, and that is said") {
  const auto before = ::signal(SIGCHLD, SIG_IGN);
  const std::string command = thrown_message<DataError>([] { run_shell("exec >&- 2>&-; sleep 0.1"); });
  ForkedServer server([](const std::string&) -> std::string { ::_exit(3); });
  const std::string copy = thrown_message<DataError>([&] { server.ask("x"); });
  ::signal(SIGCHLD, before);
  CHECK(command.ends_with(": how it ended is not known: No child processes"));
  CHECK(copy.ends_with(": how it ended is not known: No child processes"));
  CHECK(server.ask("x").text == "exit code 3");
}

#ifdef __linux__
TEST_CASE("a command starts with no signal blocked") {
  sigset_t all, before;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  const CommandOutput output = run_command({{"grep", "^SigBlk", "/proc/self/status"}, "", {}}, 100);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  CHECK(output.out == "SigBlk:\t0000000000000000\n");
}
#endif

TEST_CASE("what prints without end is stopped, and a child left behind is not waited for") {
  CHECK(thrown_message<DataError>([] {
          run_command({{"yes"}, "", {}}, 1000);
        }) == "yes prints more than 1000 bytes");
  CHECK(run_shell("yes >&2 & sleep 0.1; kill $!; echo done").out == "done\n");
  const auto begin = std::chrono::steady_clock::now();
  CHECK(run_shell("sleep 20 & echo here").out == "here\n");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("a limit on a copy's time or memory is one on the commands that it runs, and ends them") {
  ForkedServer server([](const std::string& script) { return run_shell(script).out; });
  const testing::TemporaryFolder folder;
  const std::string pid_file = (folder.path() / "pid").string();
  const Answer late = server.ask("sh -c 'echo $$ > " + pid_file + "; sleep 30; true'; true", {0.5, {}});
  CHECK(late.kind == Answer::Kind::out_of_time);
  const pid_t grandchild = std::stoi(base::read_file(pid_file, 100));
  const auto is_alive = [&] {
    // One that was killed and that nobody waits for any more has no memory.
    return ::kill(grandchild, 0) == 0 && resident_memory_kib(grandchild).value_or(0) > 0;
  };
  for (int i = 0; i < 200 && is_alive(); ++i) ::usleep(10'000);
  CHECK_FALSE(is_alive());
  const Answer large =
      server.ask("python3 -c 'x = bytearray(400 << 20); import time; time.sleep(30)'", {20.0, 300});
  CHECK(large.text == "needed more than 300 MiB");
  CHECK(server.ask("echo well", {20.0, 300}).text == "well\n");
}
