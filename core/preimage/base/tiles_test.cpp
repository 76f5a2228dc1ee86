#include "preimage/base/tiles.hpp"

#include <atomic>
#include <fstream>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>
#ifdef __linux__
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "testing/shadow_memory.hpp"

using preimage::base::for_each_tile;

TEST_CASE("each piece is done once, by any number of threads") {
  for (const std::size_t threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> times(37);
    for_each_tile(times.size(), threads, [&](std::size_t tile) { ++times[tile]; });
    for (const std::atomic<int>& count : times) CHECK(count == 1);
  }
  for_each_tile(0, 2, [](std::size_t) { FAIL("there is no piece"); });
}

TEST_CASE("what a piece throws is thrown, and the next are not begun") {
  std::vector<std::size_t> begun;
  const auto work = [&](std::size_t tile) {
    begun.push_back(tile);
    if (tile == 2) throw std::runtime_error("two");
  };
  CHECK_THROWS_WITH(for_each_tile(9, 1, work), "two");
  CHECK(begun == std::vector<std::size_t>{0, 1, 2});
  const auto all_fail = [](std::size_t tile) { throw std::runtime_error(std::to_string(tile)); };
  CHECK_THROWS_AS(for_each_tile(9, 2, all_fail), std::runtime_error);
}

#if defined(__linux__) && !PREIMAGE_SHADOW_MEMORY
TEST_CASE("where the system gives fewer threads than asked for, those do all pieces") {
  constexpr std::size_t kPieces = 2000, kThreads = 1000;
  for (const rlim_t mib : {1, 100}) {  // room for the stacks of no thread, and of a few
    INFO(mib);
    const pid_t child = ::fork();
    if (child == 0) {
      long pages = 0;
      std::ifstream("/proc/self/statm") >> pages;
      const rlim_t bytes = static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE)) + (mib << 20);
      const rlimit limit{bytes, bytes};
      if (::setrlimit(RLIMIT_AS, &limit) != 0) ::_exit(2);
      std::atomic<std::size_t> done{0};
      for_each_tile(kPieces, kThreads, [&](std::size_t) {
        ++done;
        ::usleep(100);
      });
      ::_exit(done == kPieces ? 0 : 3);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
}
#endif
