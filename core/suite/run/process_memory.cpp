#include "suite/run/process_memory.hpp"

#include <algorithm>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "preimage/base/error.hpp"

namespace preimage::suite::run {

#ifdef __linux__

long peak_memory_kib() {
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    long kib = 0;
    if (word == "VmHWM:" && status >> kib) return std::max(kib, children.ru_maxrss);
  }
  throw DataError("/proc/self/status: no line 'VmHWM: <number> kB'");
}

std::optional<long> resident_memory_kib(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  long size = 0;
  long resident = 0;  // both in pages
  if (!(statm >> size >> resident)) return std::nullopt;
  return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

#else

long peak_memory_kib() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) throw DataError("getrusage: no memory usage");
#ifdef __APPLE__
  return usage.ru_maxrss / 1024;  // bytes there, KiB everywhere else
#else
  return usage.ru_maxrss;
#endif
}

std::optional<long> resident_memory_kib(pid_t /*process*/) {
  throw DataError("this system does not tell another process's memory: run without a limit on it");
}

#endif

}  // namespace preimage::suite::run
