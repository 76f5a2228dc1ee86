#include "suite/run/environment.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>

#include <dlfcn.h>
#include <fmt/format.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/version.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/records/file_lock.hpp"

namespace preimage::suite::run {

namespace {

constexpr const char* kThreads = "OPENBLAS_NUM_THREADS";
constexpr const char* kCore = "OPENBLAS_CORETYPE";
constexpr const char* kUnknown = "unknown";
constexpr const char* kPinnedCore = "Haswell";  // every x86-64 CPU with AVX2 and FMA

/// OpenBLAS's core types from before AVX2. AMD's with FMA4 are left out: those it picks for CPUs it knows.
constexpr std::string_view kOldCores[] = {
    "Katmai",  "Coppermine",   "Northwood",  "Prescott", "Banias",      "Atom",
    "Core2",   "Penryn",       "Dunnington", "Nehalem",  "Sandybridge", "Athlon",
    "Opteron", "Opteron_SSE3", "Barcelona",  "Nano",     "Bobcat"};

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

constexpr std::string_view kAvx512Cores[] = {"SkylakeX", "Cooperlake", "SapphireRapids"};
constexpr std::string_view kAvx2Cores[] = {"Haswell", "Zen", "Excavator"};

/// As OpenBLAS compares names of core types.
bool is_same_core(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool is_among(std::span<const std::string_view> cores, const std::string& core) {
  return std::ranges::any_of(cores, [&](std::string_view one) { return is_same_core(one, core); });
}

/// A function of the loaded BLAS by name, or null where another BLAS than OpenBLAS is loaded.
template <class Function>
Function* loaded(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
}

#if defined(__linux__)
constexpr const char* kOneThread = "OPENBLAS_NUM_THREADS=1";

/// Starts the program again with one BLAS thread before OpenBLAS is initialised: it would start its threads
/// there, and where the system gives none, end the process by SIGINT as if Ctrl-C had been pressed.
__attribute__((no_sanitize("address", "undefined"))) void restart_with_one_thread(int /*argc*/, char** argv,
                                                                                  char** variables) {
  constexpr std::size_t kMax = 4096;
  static char path[kMax];
  static char* replaced[kMax];
  const std::string_view wanted = kOneThread, name = wanted.substr(0, wanted.size() - 1);
  std::size_t count = 0;
  for (char** variable = variables; *variable != nullptr; ++variable) {
    if (*variable == wanted) return;
    if (std::string_view(*variable).starts_with(name)) continue;
    if (count + 2 == kMax) return;  // pin_blas does it
    replaced[count++] = *variable;
  }
  replaced[count] = const_cast<char*>(kOneThread);
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path - 1);
  if (length > 0) ::execve(path, argv, replaced);
}

// Called before any library is initialised.
__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeLibraries)(int, char**, char**) = &restart_with_one_thread;
#endif

}  // namespace

BlasFacts blas_facts() {
  BlasFacts facts{kUnknown, kUnknown, kUnknown};
  if (auto* config = loaded<char*()>("openblas_get_config")) facts.library = config();
  if (auto* core = loaded<char*()>("openblas_get_corename")) facts.core = core();
  if (auto* threads = loaded<int()>("openblas_get_num_threads")) facts.threads = std::to_string(threads());
  Dl_info info{};
  void* symbol = ::dlsym(RTLD_DEFAULT, "dgemm_");
  if (symbol != nullptr && ::dladdr(symbol, &info) != 0 && info.dli_fname != nullptr) {
    facts.library += fmt::format(" [{}]", info.dli_fname);
  }
  return facts;
}

std::map<std::string, std::string> circumstances() {
  const std::string host = records::host_name();
  const BlasFacts blas = blas_facts();
  return {{"host", host.empty() ? kUnknown : host},
          {"compiler", PREIMAGE_COMPILER},
          {"code", PREIMAGE_REVISION},
          {"blas", blas.library},
          {"blas_core", blas.core},
          {"blas_threads", blas.threads},
          {"build", PREIMAGE_BUILD},
          {"version", PREIMAGE_VERSION}};
}

std::string rounding_text() {
  const BlasFacts blas = blas_facts();
  return fmt::format("{}, {}, {}, {}, {}", PREIMAGE_COMPILER, PREIMAGE_BUILD, blas.library, blas.core,
                     blas.threads);
}

std::string core_type_text() {
  const BlasFacts blas = blas_facts();
  return fmt::format("BLAS core type: {}, {} thread(s)", blas.core, blas.threads);
}

std::string program_text() {
  return fmt::format("preimage {} (revision {})", PREIMAGE_VERSION, PREIMAGE_REVISION);
}

std::string version_text() {
  return fmt::format("{}\ncompiler: {}, {} build\nBLAS: {}\n{}", program_text(), PREIMAGE_COMPILER,
                     PREIMAGE_BUILD, blas_facts().library, core_type_text());
}

CpuFeatures cpu_features() {
#if defined(__x86_64__)
  // Each asks the operating system too whether it saves the registers.
  return {__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"),
          __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512vl")};
#else
  return {};
#endif
}

std::optional<std::string> better_core(const std::string& loaded, const CpuFeatures& cpu) {
  if (!cpu.avx2_and_fma) return std::nullopt;
  if (is_among(kOldCores, loaded)) return cpu.avx512 ? "SkylakeX" : "Haswell";
  if (is_among(kAvx2Cores, loaded) && cpu.avx512) return "SkylakeX";
  return std::nullopt;
}

std::optional<std::string> core_problem(const std::string& asked, const std::string& loaded,
                                        const CpuFeatures& cpu) {
  if (asked.empty() || loaded == kUnknown) return std::nullopt;  // another BLAS does not read it
  const bool needs_avx512 = is_among(kAvx512Cores, asked);
  if (needs_avx512 ? !cpu.avx512 : is_among(kAvx2Cores, asked) && !cpu.avx2_and_fma) {
    return fmt::format("{}={}: this CPU lacks {}; submit to nodes that have it{}", kCore, asked,
                       needs_avx512 ? "AVX-512" : "AVX2 or FMA",
                       needs_avx512 ? ", or with --bitwise, for any with AVX2" : "");
  }
  if (is_same_core(asked, loaded)) return std::nullopt;
  return fmt::format(
      "{}={}: OpenBLAS has no such core type for this CPU and took {}; results would differ in the last bits",
      kCore, asked, loaded);
}

void pin_blas(char** argv, bool bitwise) {
  const std::optional<std::string> problem = core_problem(variable(kCore), blas_facts().core, cpu_features());
  if (problem && !bitwise) throw DataError(*problem);
  const std::string threads = variable(kThreads), given = variable(kCore);
  std::string core = given;
  if (bitwise) core = kPinnedCore;
  if (core.empty()) core = better_core(blas_facts().core, cpu_features()).value_or("");
  if (threads == "1" && core == given) return;
  ::setenv(kThreads, "1", 1);
  if (!core.empty()) ::setenv(kCore, core.c_str(), 1);
  ::execv(data::own_executable().c_str(), argv);
  throw DataError(fmt::format("cannot start again with other BLAS settings: {}", std::strerror(errno)));
}

void reserve_blas_memory() {
  auto* allocate = loaded<void*(int)>("blas_memory_alloc");
  auto* release = loaded<void(void*)>("blas_memory_free");
  if (allocate == nullptr || release == nullptr) return;  // another BLAS
  constexpr std::size_t kMiB = 1024 * 1024;
  constexpr std::size_t kNeeded = 160 * kMiB;  // its buffer has 128 on x86-64; the rest is for the program
  void* room = ::mmap(nullptr, kNeeded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) {
    throw DataError(
        fmt::format("OpenBLAS needs {} MiB of address space, and the system gives less: raise the limit "
                    "(ulimit -v)",
                    kNeeded / kMiB));
  }
  ::munmap(room, kNeeded);
  release(allocate(0));  // it keeps what it has got
}

void keep_freed_memory() {
#if defined(__GLIBC__)
  constexpr int kMax = std::numeric_limits<int>::max();
  // An older C library refuses the first; the second alone would make it worse.
  if (::mallopt(M_MMAP_THRESHOLD, kMax) == 1) ::mallopt(M_TRIM_THRESHOLD, kMax);
  ::mallopt(M_ARENA_MAX, 1);  // those of threads are heaps of 64 MiB, which are given back with each tile
#endif
}

}  // namespace preimage::suite::run
