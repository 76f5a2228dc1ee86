#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/run/process_pool.hpp"

namespace preimage::suite::cli {

namespace {

/// Benchmarks are a program of their own, built beside this one or not at all.
std::filesystem::path bench_program() {
  return std::filesystem::path(data::own_executable()).parent_path() / "preimage-bench";
}

}  // namespace

std::optional<std::vector<std::string>> benchmark_lines() {
  if (!std::filesystem::exists(bench_program())) return std::nullopt;
  std::vector<std::string> lines;
  run::PoolEvents events;
  events.on_line = [&](std::size_t, const std::string& line) { lines.push_back(line); };
  const run::PoolResult result = run::run_processes({run::program_of(bench_program().string(), {})}, events);
  if (!result.workers.front().ok()) {
    throw DataError(fmt::format("{} ended with {}", bench_program().string(), result.workers.front().text()));
  }
  return lines;
}

int verb_bench(const BenchOptions& options) {
  const std::string program = bench_program().string();
  if (!std::filesystem::exists(program)) {
    throw ConfigError(fmt::format("bench: the benchmarks are not built ({})", kBuildBenchmarks));
  }
  std::vector<std::string> words = {program};
  if (!options.name.empty()) words.push_back(options.name);  // without a name it lists them
  if (options.largest) words.insert(words.end(), {"--largest", std::to_string(*options.largest)});
  if (options.svg) words.insert(words.end(), {"--svg", options.svg->string()});
  if (options.whole) words.emplace_back("--whole");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(program.c_str(), arguments.data());
  throw DataError(fmt::format("{}: cannot start: {}", program, std::strerror(errno)));
}

}  // namespace preimage::suite::cli
