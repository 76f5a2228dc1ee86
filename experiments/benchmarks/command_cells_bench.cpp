// What a cell of `experiment: command` costs beside its command: claim, fork, record with fsync, against a
// shell's loop.
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/output_file.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/run/command.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

Benchmark make_command_cells_benchmark();  // called by the generated table

namespace {

namespace fs = std::filesystem;
using suite::run::Command;

constexpr int kCells = 500;
constexpr int kWorkers = 2;
constexpr int kRounds = 5;
constexpr std::size_t kMaxBytes = 1 << 20;
constexpr const char* kConfig = R"(title: "numbers that cost nothing"
experiment: command
seed: 1
run: [/usr/bin/printf, "accuracy 0.%s\n", "{seed}"]
measures: {accuracy: 'regex:accuracy ([0-9.]+)'}
learners: {printf: {}}
profiles: {quick: {repetitions: 500, readings: all}}
)";

void run_in(const fs::path& folder, std::vector<std::string> words) {
  const std::string name = words.front();
  suite::run::run_command({std::move(words), folder, {}}, kMaxBytes).require_success(name);
}

/// The same commands, as many loops at a time as there are workers. What they print goes to files, which are
/// not synced.
std::string shell_loops() {
  const int each = kCells / kWorkers;
  std::string script;
  for (int worker = 0; worker < kWorkers; ++worker) {
    script += fmt::format(
        "(i={}; while [ $i -lt {} ]; do /usr/bin/printf 'accuracy 0.%s\\n' $i >shell/$i; i=$((i+1)); done) "
        "&\n",
        worker * each, (worker + 1) * each);
  }
  return script + "wait\n";
}

std::size_t files_below(const fs::path& folder, const std::string& extension) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    files += entry.is_regular_file() && entry.path().extension() == extension ? 1 : 0;
  return files;
}

int run_command_cells(std::ostream& out) {
  const testing::TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  base::write_output_file(folder / "cells.yaml", kConfig);
  const std::string program = (fs::path(suite::data::own_executable()).parent_path() / "preimage").string();
  if (!fs::exists(program)) throw DataError(program + ": not built");
  std::size_t cells = 0, printed = 0;
  const auto ours = [&] {
    fs::remove_all(folder / "results");
    run_in(folder, {program, "run", "cells.yaml", "--allow-commands", "--out", "results", "--jobs",
                    std::to_string(kWorkers), "--quiet"});
    cells = files_below(folder / "results" / "cells", ".json");
  };
  const auto shell = [&] {
    fs::remove_all(folder / "shell");
    fs::create_directory(folder / "shell");
    run_in(folder, {"/bin/sh", "-c", shell_loops()});
    printed = files_below(folder / "shell", "");
  };
  const std::vector<double> seconds = interleaved_seconds({ours, shell}, kRounds);
  const double per_command = kWorkers / static_cast<double>(kCells) * 1000;
  out << fmt::format("{} commands /usr/bin/printf, {} at a time, median of {} runs in turn\n", kCells,
                     kWorkers, kRounds);
  out << fmt::format("{:<52}{:>10}{:>18}\n", "", "seconds", "ms per command");
  out << fmt::format("{:<52}{:>10.3f}{:>18.2f}\n", "cells, with start, fsync of each record, and tables",
                     seconds[0], seconds[0] * per_command);
  out << fmt::format("{:<52}{:>10.3f}{:>18.2f}\n", "shell loops, without fsync", seconds[1],
                     seconds[1] * per_command);
  out << fmt::format("{:<52}{:>28.2f}\n", "beside the command", (seconds[0] - seconds[1]) * per_command);
  if (cells == kCells && printed == kCells) return 0;
  out << fmt::format("{} records and {} files were written, expected {}\n", cells, printed, kCells);
  return 3;
}

}  // namespace

Benchmark make_command_cells_benchmark() {
  return {"command-cells", "cells of `experiment: command` against the same commands in a shell's loop",
          run_command_cells};
}

}  // namespace preimage::experiments::benchmarks
