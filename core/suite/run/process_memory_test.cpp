#include "suite/run/process_memory.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suite/run/process_pool.hpp"

using namespace preimage::suite;
using namespace preimage::suite::run;

TEST_CASE("the peak grows with what is touched and stays after it is freed") {
  const long before = peak_memory_kib();
  CHECK(before > 0);
  {
    std::vector<char> block(std::size_t{256} << 20);
    for (std::size_t i = 0; i < block.size(); i += 4096) block[i] = 1;
    CHECK(peak_memory_kib() >= 256 * 1024);
  }
  CHECK(peak_memory_kib() >= 256 * 1024);
}

#ifdef __linux__
TEST_CASE("a worker does not inherit its parent's peak") {
  std::vector<char> block(std::size_t{256} << 20);
  for (std::size_t i = 0; i < block.size(); i += 4096) block[i] = 1;
  REQUIRE(peak_memory_kib() >= 256 * 1024);
  std::string line;
  PoolEvents events;
  events.on_line = [&](std::size_t, const std::string& text) { line = text; };
  const Program command =
      program_of("/bin/sh", {"-c",
                             "while read -r w kib unit; do case $w in VmHWM:) echo $kib;; esac; done "
                             "< /proc/$$/status"});
  REQUIRE(run_processes({command}, events).workers[0].ok());
  CHECK(std::stol(line) < 64 * 1024);  // what peak_memory_kib reads there
}

TEST_CASE("the resident memory of a process falls when it frees, and is nothing after its end") {
  // From the kernel itself: what an allocator gives back, and when, is its own business.
  constexpr std::size_t kBytes = std::size_t{128} << 20;
  void* block = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(block != MAP_FAILED);
  for (std::size_t i = 0; i < kBytes; i += 4096) static_cast<char*>(block)[i] = 1;
  const long full = resident_memory_kib(getpid()).value();
  CHECK(full >= 128 * 1024);
  REQUIRE(::munmap(block, kBytes) == 0);
  CHECK(resident_memory_kib(getpid()).value() <= full - 100 * 1024);
  const pid_t child = fork();
  if (child == 0) _exit(0);
  REQUIRE(waitpid(child, nullptr, 0) == child);
  CHECK_FALSE(resident_memory_kib(child));
}
#endif
