#include "experiments/environment.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/error.hpp"
#include "workers/process_pool.hpp"

namespace preimage::experiments {

namespace {

constexpr const char* kThreads = "OPENBLAS_NUM_THREADS";
constexpr const char* kCore = "OPENBLAS_CORETYPE";
constexpr const char* kPinnedCore = "Haswell";  // every x86-64 CPU with AVX2 and FMA

/// A function of the loaded BLAS by name, or null where another BLAS than OpenBLAS is loaded.
template <class Function>
Function* loaded(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
}

}  // namespace

BlasFacts blas_facts() {
  BlasFacts facts{"unknown", "unknown", "unknown"};
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
  char host[256] = "";
  if (::gethostname(host, sizeof host - 1) != 0) std::strcpy(host, "unknown");
  const BlasFacts blas = blas_facts();
  return {{"host", host},           {"compiler", PREIMAGE_COMPILER}, {"code", PREIMAGE_REVISION},
          {"blas", blas.library},   {"blas_core", blas.core},        {"blas_threads", blas.threads},
          {"build", PREIMAGE_BUILD}};
}

std::string version_text() {
  const BlasFacts blas = blas_facts();
  return fmt::format(
      "preimage {} (revision {})\ncompiler: {}, {} build\nBLAS: {}\nBLAS core type: {}, {} thread(s)",
      PREIMAGE_VERSION, PREIMAGE_REVISION, PREIMAGE_COMPILER, PREIMAGE_BUILD, blas.library, blas.core,
      blas.threads);
}

void pin_blas(char** argv, bool bitwise) {
  const auto is = [](const char* name, const char* value) {
    const char* found = std::getenv(name);
    return found != nullptr && std::strcmp(found, value) == 0;
  };
  if (is(kThreads, "1") && (!bitwise || is(kCore, kPinnedCore))) return;
  ::setenv(kThreads, "1", 1);
  if (bitwise) ::setenv(kCore, kPinnedCore, 1);
  ::execv(workers::own_executable().c_str(), argv);
  throw DataError(fmt::format("cannot start again with one BLAS thread: {}", std::strerror(errno)));
}

}  // namespace preimage::experiments
