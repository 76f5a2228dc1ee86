#include "suite/run/descendants.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suite/run/command.hpp"
#include "testing/leftovers.hpp"

using namespace preimage;
using namespace preimage::suite::run;

#ifdef __linux__

namespace {

/// A shell that does this, and the tree below it.
pid_t start_shell(const std::string& script) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::execlp("sh", "sh", "-c", script.c_str(), nullptr);
  ::_exit(127);
}

}  // namespace

TEST_CASE("children, grandchildren, daemons and those of a session of their own end; earlier children stay") {
  const testing::Leftovers marked;
  const pid_t before = start_shell("exec " + marked.sleep());
  while (marked.count() < 1) std::this_thread::yield();
  const Descendants descendants;
  const pid_t kept = start_shell(marked.sleep() + " & wait");
  const pid_t ended = start_shell(marked.every_kind() + " wait");
  while (marked.count() < 1 + 1 + testing::Leftovers::kKinds) std::this_thread::yield();
  descendants.end({kept});
  CHECK(marked.count() == 2);
  CHECK((::waitpid(ended, nullptr, WNOHANG) < 0 && errno == ECHILD));
  descendants.end();
  CHECK(marked.count() == 1);
  CHECK((::waitpid(kept, nullptr, WNOHANG) < 0 && errno == ECHILD));
  ::kill(before, SIGKILL);
  CHECK(::waitpid(before, nullptr, 0) == before);
}

TEST_CASE("one that starts processes as fast as it can ends all the same") {
  const testing::Leftovers marked;
  const Descendants descendants;
  start_shell("while :; do setsid " + marked.sleep() + " & " + marked.sleep() + " & done");
  while (marked.count() < 20) std::this_thread::yield();
  descendants.end();
  CHECK(marked.count() == 0);
}

TEST_CASE("a child that a thread has started is of the tree") {
  const pid_t child = ::fork();
  if (child == 0) {
    std::thread([] {
      if (::fork() == 0) {
        for (;;) ::pause();
      }
      for (;;) ::pause();
    }).join();
  }
  while (process_tree(child).size() < 2) std::this_thread::yield();
  for (const pid_t process : process_tree(child)) ::kill(process, SIGKILL);
  CHECK(::waitpid(child, nullptr, 0) == child);
  while (::waitpid(-1, nullptr, 0) > 0) continue;  // this process adopted what the thread had started
}

TEST_CASE("with a command ends what it has started, however it ends") {
  const testing::Leftovers marked;
  const std::string prints_much = "while :; do echo words; done";
  for (const std::string& end :
       {std::string("exit 0"), std::string("exit 3"), std::string("kill -9 $$"), prints_much}) {
    INFO(end);
    const std::string script = marked.every_kind() + marked.wait_for(testing::Leftovers::kKinds) + end;
    const auto run = [&] { run_command({{"sh", "-c", script}, "", {}}, 1000); };
    if (end == prints_much) {
      CHECK_THROWS(run());
    } else {
      CHECK_NOTHROW(run());
    }
    CHECK(marked.count() == 0);
  }
}

TEST_CASE("a command has its three streams and no other descriptor, whatever this process has open") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);  // without FD_CLOEXEC
  const CommandOutput output = run_command({{"sh", "-c", "ls /proc/$$/fd"}, "", {}}, 1000);
  CHECK(output.out == "0\n1\n2\n");
  for (const int end : ends) ::close(end);
}

#endif
