#include "workers/limits.hpp"

#include <fstream>
#include <string>

#include <sys/resource.h>

#include "base/error.hpp"

namespace preimage::workers {

#ifdef __linux__

long peak_memory_kib() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    long kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib;
  }
  throw DataError("/proc/self/status: no line 'VmHWM: <number> kB'");
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

#endif

}  // namespace preimage::workers
