#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/workers/own_executable.hpp"
#include "suite/workers/process_pool.hpp"

namespace preimage::suite::cli {

namespace {

/// Benchmarks are a program of their own, built beside this one or not at all.
std::filesystem::path bench_program() {
  return std::filesystem::path(workers::own_executable()).parent_path() / "preimage-bench";
}

constexpr const char* kHowToBuild = "cmake --build build --target preimage-bench";

}  // namespace

void print_benchmarks() {
  if (!std::filesystem::exists(bench_program())) {
    std::cout << "  not built: " << kHowToBuild << "\n";
    return;
  }
  workers::PoolEvents events;
  events.on_line = [](std::size_t, const std::string& line) { std::cout << "  " << line << "\n"; };
  const workers::PoolResult result = workers::run_processes(bench_program().string(), {{}}, events);
  if (!result.workers.front().ok()) {
    throw DataError(fmt::format("{} ended with {}", bench_program().string(), result.workers.front().text()));
  }
}

int verb_bench(const std::string& name) {
  std::string program = bench_program().string();
  if (!std::filesystem::exists(program)) {
    throw ConfigError(fmt::format("bench: the benchmarks are not built ({})", kHowToBuild));
  }
  std::string argument = name;
  char* const arguments[] = {program.data(), argument.data(), nullptr};
  ::execv(program.c_str(), arguments);
  throw DataError(fmt::format("{}: cannot start: {}", program, std::strerror(errno)));
}

}  // namespace preimage::suite::cli
