// What the command line says, as plain values; option_table.hpp lists which option fills which.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/data_source.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/study/axis.hpp"
#include "suite/study/study.hpp"
#include "suite/workers/limits.hpp"

namespace preimage::suite::study {

/// How many cells a selection may have without `--max-cells`: listed, a million take 140 MiB.
inline constexpr std::size_t kMaxCells = 10'000'000;

/// The points of a sweep over one reading of one config; without axes there is none.
struct SweepOptions {
  std::vector<Axis> axes;
  std::optional<std::size_t> random;   // this many points instead of all
  std::optional<long> seed;            // of that draw, instead of the config's
  std::optional<std::string> learner;  // the cells of this one only
  bool is_on() const { return !axes.empty(); }
};

/// What is selected: which cells of which configs, from which data, in which folder of results.
struct SelectionOptions {
  ExperimentTable experiments;                 // that configs may name
  std::vector<std::filesystem::path> configs;  // none: all of configs/
  std::vector<config::Override> overrides;     // --set path=value
  std::string profile = "quick";
  std::optional<int> repetitions;
  std::optional<std::string> reading;
  std::filesystem::path out;  // results/latest
  std::optional<std::filesystem::path> data;
  bool stand_in = false;
  bool skip_missing = false;             // leave out configs whose data set is not found
  std::optional<std::size_t> max_cells;  // else kMaxCells
  SweepOptions sweep;                    // plan, work, explain, sweep
  records::ResultsFolder results() const { return records::ResultsFolder(out); }
};

/// How it is run.
struct RunOptions {
  bool force = false;
  std::optional<std::string> only;     // the beginning of a cell's key
  workers::ProcessLimits cell_limits;  // instead of the profile's
  bool bitwise = false;
  bool allow_commands = false;  // programs that a config names may run
  int jobs = 0;                 // worker processes; 0: one per core
  std::optional<int> threads;   // within a cell; else 1
  bool quiet = false;
  std::optional<std::filesystem::path> predictions;  // run and table
  std::optional<std::string> sweep_name;             // sweep
};

struct Shard {
  int index = 0, count = 1;  // from 0
};

/// Which part one worker runs.
struct WorkerOptions {
  Shard shard;
  bool no_steal = false;
  std::optional<std::filesystem::path> cells;  // instead of a shard: the keys of the cells, one a line
};

/// Of the verbs that run cells: run, work, submit, sweep; and of table.
struct StudyOptions {
  SelectionOptions selected;
  RunOptions run;
  WorkerOptions worker;
};

/// "i/n" with 1 <= i <= n. throws ConfigError
Shard parse_shard(const std::string& text);

/// The same options with absolute paths, so that they mean the same in any working folder.
SelectionOptions independent_of_place(SelectionOptions options);

/// The options that run, sweep and work share as arguments again: what is selected, and of the cells'.
std::vector<std::string> study_arguments(const StudyOptions& options);

/// `word` so that a POSIX shell reads it as this one word.
std::string shell_quoted(const std::string& word);

}  // namespace preimage::suite::study
