#include "suite/run/process_pool.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;
using testing::thrown_message;

namespace {

Program shell(const std::string& script) {
  return program_of("/bin/sh", {"-c", script});
}

struct Run {
  PoolResult result;
  std::map<std::size_t, std::vector<std::string>> lines;
  int ticks = 0;
};

Run run_all(const std::vector<Program>& commands,
            std::chrono::milliseconds tick = std::chrono::milliseconds(250)) {
  Run run;
  PoolEvents events;
  events.on_line = [&](std::size_t worker, const std::string& line) { run.lines[worker].push_back(line); };
  events.on_tick = [&] { ++run.ticks; };
  events.tick = tick;
  run.result = run_processes(commands, events);
  return run;
}

long open_descriptors() {
  const std::filesystem::directory_iterator entries("/proc/self/fd");
  return std::distance(begin(entries), end(entries));
}

bool has_no_children() {
  return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("lines come with their worker, and exit codes and signals are told apart") {
  const long descriptors = open_descriptors();
  const Run done = run_all({shell("echo one; echo; echo three"), shell("echo two; exit 6"),
                            shell("kill -9 $$"), shell("exec >&-; exit 3")});
  CHECK(done.lines.at(0) == Lines{"one", "", "three"});
  CHECK(done.lines.at(1) == Lines{"two"});
  CHECK(done.lines.count(2) == 0);
  CHECK(done.result.workers == std::vector<WorkerExit>{{0, 0}, {6, 0}, {0, SIGKILL}, {3, 0}});
  CHECK(done.result.workers[0].ok());
  CHECK_FALSE(done.result.workers[2].ok());
  CHECK(done.result.workers[1].text() == "exit code 6");
  CHECK(done.result.workers[2].text() == "killed by signal 9 (Killed)");
  CHECK(done.result.interrupted_by == 0);
  CHECK(has_no_children());
  CHECK(open_descriptors() == descriptors);
}

TEST_CASE("no workers is no work") {
  CHECK(run_all({}).result.workers.empty());
}

TEST_CASE("a last line without newline is a line") {
  const Run done = run_all({shell("printf 'a\\nb'"), shell("printf c; kill -9 $$")});
  CHECK(done.lines.at(0) == Lines{"a", "b"});
  CHECK(done.lines.at(1) == Lines{"c"});
}

TEST_CASE("long output of several workers arrives whole and in order") {
  const std::string script =
      "i=0; while [ $i -lt 20000 ]; do echo line-$i; i=$((i+1)); done; "
      "head -c 300000 /dev/zero | tr '\\0' x; echo";
  const Run done = run_all({shell(script), shell(script)});
  for (std::size_t worker : {0u, 1u}) {
    const Lines& lines = done.lines.at(worker);
    REQUIRE(lines.size() == 20001);
    long wrong = 0;
    for (std::size_t i = 0; i < 20000; ++i) wrong += lines[i] != "line-" + std::to_string(i) ? 1 : 0;
    CHECK(wrong == 0);
    CHECK(lines.back() == std::string(300000, 'x'));
  }
}

TEST_CASE("a worker sees its variables, /dev/null as input and no descriptor of ours") {
  const int leaked = ::dup(STDERR_FILENO);  // without close-on-exec
  Program command = shell("echo $ANSWER $PATH; readlink /proc/self/fd/0; ls /proc/self/fd");
  command.environment = {{"ANSWER", "42"}, {"PATH", "/usr/bin:/bin"}};
  const Run done = run_all({command, command});
  ::close(leaked);
  // 3 is what ls itself opened: the folder it lists.
  CHECK(done.lines.at(0) == Lines{"42 /usr/bin:/bin", "/dev/null", "0", "1", "2", "3"});
  CHECK(done.lines.at(1) == done.lines.at(0));
}

TEST_CASE("a worker that ended is replaced as often as its parent says") {
  PoolEvents events;
  std::map<std::size_t, Lines> lines;
  std::vector<WorkerExit> ends;
  events.on_line = [&](std::size_t worker, const std::string& line) { lines[worker].push_back(line); };
  events.on_exit = [&](std::size_t worker, const WorkerExit& ended) {
    if (worker == 0) ends.push_back(ended);
    return worker == 0 && ends.size() < 3;
  };
  const long descriptors = open_descriptors();
  const PoolResult result =
      run_processes({shell("echo zero; kill -9 $$"), shell("echo one; exit 4")}, events);
  CHECK(result.workers == std::vector<WorkerExit>{{0, SIGKILL}, {4, 0}});
  CHECK(ends == std::vector<WorkerExit>(3, WorkerExit{0, SIGKILL}));
  CHECK(lines.at(0) == Lines{"zero", "zero", "zero"});
  CHECK(lines.at(1) == Lines{"one"});
  CHECK(has_no_children());
  CHECK(open_descriptors() == descriptors);
}

TEST_CASE("nobody is replaced after an interruption") {
  PoolEvents events;
  int ends = 0;
  events.on_line = [](std::size_t, const std::string&) { raise(SIGTERM); };
  events.on_exit = [&](std::size_t, const WorkerExit&) { return ++ends > 0; };
  const PoolResult result = run_processes({shell("echo ready; exec sleep 60")}, events);
  CHECK(result.interrupted_by == SIGTERM);
  CHECK(ends == 0);
}

TEST_CASE("ticks come while workers are silent, and the end is noticed before the next tick") {
  CHECK(run_all({shell("sleep 0.5")}, std::chrono::milliseconds(20)).ticks >= 5);
  const auto start = std::chrono::steady_clock::now();
  CHECK(run_all({shell("exit 0")}, std::chrono::seconds(30)).ticks == 0);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(15));
}

TEST_CASE("a grandchild that keeps the output open does not hold up the run") {
  const auto start = std::chrono::steady_clock::now();
  const Run done = run_all({shell("echo here; sleep 30 & echo $!")});
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(15));
  REQUIRE(done.lines.at(0).size() == 2);
  CHECK(done.lines.at(0)[0] == "here");
  kill(static_cast<pid_t>(std::stol(done.lines.at(0)[1])), SIGKILL);
}

TEST_CASE("an interrupt is passed on, waited for and reported") {
  for (const int number : {SIGINT, SIGTERM}) {
    PoolEvents events;
    Lines lines;
    events.on_line = [&](std::size_t, const std::string& line) {
      lines.push_back(line);
      if (line == "ready") raise(number);
    };
    const Program polite =
        shell("trap 'echo stopping; exit 5' TERM; echo ready; while :; do sleep 0.05; done");
    const PoolResult result = run_processes({polite}, events);
    CHECK(result.interrupted_by == number);
    CHECK(result.workers == std::vector<WorkerExit>{{5, 0}});
    CHECK(lines == Lines{"ready", "stopping"});
  }
  CHECK(has_no_children());
}

TEST_CASE("a second interrupt kills workers that do not listen") {
  PoolEvents events;
  events.on_line = [&](std::size_t, const std::string&) { raise(SIGINT); };
  const Program deaf = shell("trap 'echo no' TERM; echo ready; while :; do sleep 0.05; done");
  const PoolResult result = run_processes({deaf}, events);
  CHECK(result.interrupted_by == SIGINT);
  CHECK(result.workers == std::vector<WorkerExit>{{0, SIGKILL}});
}

TEST_CASE("the parent's handlers come back, and an ignored signal stays ignored") {
  struct sigaction ignore {};
  struct sigaction before {};
  struct sigaction after {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGINT, &ignore, &before);
  struct sigaction term_before {};
  sigaction(SIGTERM, nullptr, &term_before);
  PoolEvents events;
  events.on_line = [](std::size_t, const std::string&) { raise(SIGINT); };
  const PoolResult result = run_processes({shell("echo")}, events);
  sigaction(SIGINT, &before, &after);
  CHECK(result.interrupted_by == 0);
  CHECK(result.workers[0].ok());
  const bool still_ignored = after.sa_handler == SIG_IGN;
  CHECK(still_ignored);
  sigaction(SIGTERM, nullptr, &after);
  const bool given_back = after.sa_handler == term_before.sa_handler;
  CHECK(given_back);
}

TEST_CASE("a program that cannot be started is named, and nobody is left behind") {
  const long descriptors = open_descriptors();
  CHECK(thrown_message<DataError>([] {
          run_processes({program_of("/bin/no-such-program", {}), program_of("/bin/no-such-program", {})}, {});
        }) == "/bin/no-such-program: cannot start: No such file or directory");
  CHECK(has_no_children());
  CHECK(open_descriptors() == descriptors);
}

TEST_CASE("an exception of a callback ends the children and leaves") {
  const long descriptors = open_descriptors();
  PoolEvents events;
  events.on_line = [](std::size_t, const std::string&) { throw DataError("disk full"); };
  const std::vector<Program> commands{shell("echo; exec sleep 60"), shell("exec sleep 60")};
  CHECK(thrown_message<DataError>([&] { run_processes(commands, events); }) == "disk full");
  CHECK(has_no_children());
  CHECK(open_descriptors() == descriptors);
}

TEST_CASE("a second pool at the same time is refused") {
  PoolEvents events;
  std::string message;
  events.on_line = [&](std::size_t, const std::string&) {
    message = thrown_message<std::logic_error>([] { run_processes({}, {}); });
  };
  CHECK(run_processes({shell("echo")}, events).workers[0].ok());
  CHECK(message == "a worker pool is running already");
}
