#include "suite/run/forked_server.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing/temporary_folder.hpp"

using namespace preimage::suite;
using namespace preimage::suite::run;
using Kind = Answer::Kind;

namespace {

/// Sends a part of an answer past the server, on the only socket that this copy has, and stops.
void answer_in_part(const std::string& part) {
  for (int descriptor = 3; descriptor < 100; ++descriptor) {
    if (::send(descriptor, part.data(), part.size(), 0) > 0) break;
  }
  for (;;) ::pause();
}

std::string size_bytes(std::uint64_t size) {
  return std::string(reinterpret_cast<const char*>(&size), sizeof size);
}

void fill(std::size_t mib) {
  std::vector<char> block(mib << 20);
  for (std::size_t i = 0; i < block.size(); i += 4096) block[i] = 1;
}

/// Does what the request says and answers how many requests it has had.
class Obedient {
 public:
  std::string operator()(const std::string& request) {
    ++requests_;
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    for (const int number : {SIGSEGV, SIGABRT}) ::signal(number, SIG_DFL);  // doctest's would print
    if (request == "segfault") ::raise(SIGSEGV);
    if (request == "abort") std::abort();
    if (request == "exit") ::_exit(3);
    if (request == "throw") throw std::logic_error("a mistake");
    if (request == "hang") std::this_thread::sleep_for(std::chrono::minutes(10));
    if (request == "byte") answer_in_part("x");
    if (request == "size") answer_in_part(size_bytes(100));
    if (request == "absurd size") answer_in_part(size_bytes(std::uint64_t{1} << 63));
    if (request == "half") answer_in_part(size_bytes(100) + std::string(50, 'x'));
    if (request == "stop") ::raise(SIGSTOP);
    if (request.starts_with("leave ")) {  // a process whose parent ends before it
      const std::string line = "(sleep 600 > /dev/null 2>&1 & echo $! > '" + request.substr(6) + "')";
      if (std::system(line.c_str()) != 0) throw std::logic_error("no shell");
      std::this_thread::sleep_for(std::chrono::minutes(10));
    }
    if (request == "pid") return std::to_string(::getpid());
    if (request == "long") return std::string(std::size_t{10} << 20, 'x');
    if (request == "keep") kept_.assign(std::size_t{150} << 20, 'x');
    if (request == "fill") fill(400);
    if (request == "fill and hang") {
      kept_.assign(std::size_t{400} << 20, 'x');
      std::this_thread::sleep_for(std::chrono::minutes(10));
    }
    return std::to_string(requests_);
  }

 private:
  int requests_ = 0;
  std::string kept_;
};

void check_ends(const std::string& request, Kind kind, const std::string& why,
                const study::ProcessLimits& limits = {}) {
  INFO(request);
  ForkedServer server{Obedient()};
  CHECK(server.ask("count").text == "1");
  const Answer answer = server.ask(request, limits);
  CHECK(answer.kind == kind);
  CHECK(answer.text == why);
  CHECK_FALSE(answer.first);
  const Answer next = server.ask("count");  // by a new copy
  CHECK(next.kind == Kind::text);
  CHECK(next.text == "1");
  CHECK(next.first);
}

}  // namespace

TEST_CASE("a copy answers one request after the other and keeps what it has") {
  ForkedServer server{Obedient()};
  for (const char* count : {"1", "2", "3"}) {
    const Answer answer = server.ask("count");
    CHECK(answer.kind == Kind::text);
    CHECK(answer.text == count);
    CHECK(answer.first == (answer.text == "1"));
  }
  CHECK(server.ask("long").text == std::string(std::size_t{10} << 20, 'x'));
  CHECK(server.ask("pid").text != std::to_string(::getpid()));
  server.stop();
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // nobody is left behind
  CHECK(server.ask("count").text == "1");
}

TEST_CASE("a copy that ends is told by its reason, and the next request is answered") {
  check_ends("segfault", Kind::died, "killed by signal 11 (Segmentation fault)");
  check_ends("abort", Kind::died, "killed by signal 6 (Aborted)");
  check_ends("exit", Kind::died, "exit code 3");
  check_ends("throw", Kind::died, "exit code 70");
}

TEST_CASE("a copy that takes too long or too much memory is ended") {
  study::ProcessLimits limits;
  limits.seconds = 0.2;
  check_ends("hang", Kind::out_of_time, "took more than 0.2 s", limits);
  limits.seconds = 600.0;
  limits.memory_mib = 100;
  check_ends("fill and hang", Kind::out_of_memory, "needed more than 100 MiB", limits);
}

#ifdef __linux__
TEST_CASE("what a program has left in the background ends with its time") {
  const preimage::testing::TemporaryFolder folder;
  const std::string file = (folder.path() / "pid").string();
  study::ProcessLimits limits;
  limits.seconds = 1.0;
  ForkedServer server{Obedient()};
  CHECK(server.ask("leave " + file, limits).kind == Kind::out_of_time);
  pid_t left = 0;
  std::ifstream(file) >> left;
  REQUIRE(left > 1);
  const auto is_alive = [&] {  // one that has ended may wait for its parent to ask
    std::ifstream stat("/proc/" + std::to_string(left) + "/stat");
    std::string number, name, state;
    return (stat >> number >> name >> state) && state != "Z" && state != "X";
  };
  for (int i = 0; i < 100 && is_alive(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK_FALSE(is_alive());
}
#endif

TEST_CASE("limits are kept while an answer comes, and while a request goes") {
  study::ProcessLimits limits;
  limits.seconds = 0.2;
  for (const char* request : {"byte", "size", "absurd size", "half", "stop"})
    check_ends(request, Kind::out_of_time, "took more than 0.2 s", limits);
  ForkedServer server{Obedient()};
  const auto copy = static_cast<pid_t>(std::stol(server.ask("pid").text));
  REQUIRE(::kill(copy, SIGSTOP) == 0);
  CHECK(server.ask(std::string(std::size_t{10} << 20, 'x'), limits).kind == Kind::out_of_time);
  CHECK(server.ask(std::string(std::size_t{10} << 20, 'x')).text == "1");  // the next copy takes all of it
}

TEST_CASE("a copy within its limits is left alone, also after a long silence before the request") {
  study::ProcessLimits limits;
  limits.seconds = 60.0;
  limits.memory_mib = 1000;
  ForkedServer server{Obedient()};
  CHECK(server.ask("fill", limits).text == "1");
  limits.seconds = 1.0;
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  CHECK(server.ask("count", limits).text == "2");
}

TEST_CASE("what an earlier request has left counts, and the answer tells that there was one") {
  study::ProcessLimits limits;
  limits.memory_mib = 100;
  ForkedServer server{Obedient()};
  CHECK(server.ask("keep").kind == Kind::text);
  const Answer answer = server.ask("hang", limits);
  CHECK(answer.kind == Kind::out_of_memory);
  CHECK_FALSE(answer.first);
}

TEST_CASE("a copy that was killed between two requests took none along") {
  ForkedServer server{Obedient()};
  const pid_t copy = static_cast<pid_t>(std::stol(server.ask("pid").text));
  REQUIRE(::kill(copy, SIGKILL) == 0);
  siginfo_t ended{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(copy), &ended, WEXITED | WNOWAIT) == 0);
  const Answer answer = server.ask("count");
  CHECK(answer.kind == Kind::text);
  CHECK(answer.first);
}

#ifdef __linux__
TEST_CASE("a copy ends with the process that forked it") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t owner = ::fork();
  if (owner == 0) {
    ForkedServer server{[&](const std::string&) -> std::string {
      const char ready = 'r';
      if (::write(ends[1], &ready, 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }};
    server.ask("hang");
    ::_exit(0);
  }
  ::close(ends[1]);
  char byte = 0;
  REQUIRE(::read(ends[0], &byte, 1) == 1);
  REQUIRE(::kill(owner, SIGKILL) == 0);
  REQUIRE(::waitpid(owner, nullptr, 0) == owner);
  CHECK(::read(ends[0], &byte, 1) == 0);  // the end of the pipe: its last holder, the copy, has gone
  ::close(ends[0]);
  while (::waitpid(-1, nullptr, 0) > 0) continue;  // a subreaper, this process has adopted the copy
}
#endif
