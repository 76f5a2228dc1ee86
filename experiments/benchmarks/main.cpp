// preimage-bench: ratios against peers and plain versions. `preimage bench NAME` runs it.
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/cli/driver.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/environment.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

namespace {

int list() {
  for (const Benchmark& benchmark : benchmark_table()) {
    std::cout << fmt::format("{:<20} {}\n", benchmark.name, benchmark.summary);
  }
  return 0;
}

int run(const std::string& name, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const Benchmark& benchmark : benchmark_table()) {
    names.push_back(benchmark.name);
    if (benchmark.name != name) continue;
    if (!words.empty() && !benchmark.run_with)
      throw ConfigError(fmt::format("bench {}: takes no options, found '{}'", name, words.front()));
    if (benchmark.run_with) return benchmark.run_with(std::cout, words);
    std::cout << run::core_type_text() << "\n";
    return benchmark.run(std::cout);
  }
  throw ConfigError("no benchmark '" + name + "'" + base::suggestion(name, names));
}

int run_program(int argc, char** argv) {
  if (argc < 2) return list();
  run::pin_blas(argv, false);
  run::reserve_blas_memory();
  run::keep_freed_memory();
  return run(argv[1], {argv + 2, argv + argc});
}

}  // namespace

}  // namespace preimage::experiments::benchmarks

int main(int argc, char** argv) {
  return preimage::suite::cli::run_telling_errors(
      [&] { return preimage::experiments::benchmarks::run_program(argc, argv); });
}
