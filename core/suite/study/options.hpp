// What the command line says, as plain values.
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

/// The points of a sweep over one reading of one config; without axes there is none.
struct SweepOptions {
  std::vector<Axis> axes;
  std::optional<std::size_t> random;   // this many points instead of all
  std::optional<std::string> seed;     // of that draw, instead of the config's
  std::optional<std::string> learner;  // the cells of this one only
  bool is_on() const { return !axes.empty(); }
};

/// Options of the verbs that work on configs: plan, run, work, submit, table, sweep.
struct StudyOptions {
  ExperimentTable experiments;                 // that configs may name
  std::vector<std::filesystem::path> configs;  // none: all of configs/
  std::vector<Override> overrides;             // --set path=value
  std::string profile = "quick";
  std::optional<int> repetitions;
  std::optional<std::string> reading;
  std::filesystem::path out;  // results/latest
  std::optional<std::filesystem::path> data;
  records::ResultsFolder results() const { return records::ResultsFolder(out); }
  bool stand_in = false;
  bool skip_missing = false;             // leave out configs whose data set is not found
  std::optional<std::size_t> max_cells;  // else kMaxCells
  SweepOptions sweep;                    // plan, work, explain, sweep
  // run, work, submit and sweep
  bool force = false;
  std::optional<std::string> only;     // the beginning of a cell's key
  workers::ProcessLimits cell_limits;  // instead of the profile's
  // run and sweep
  int jobs = 0;  // 0: one per core
  bool quiet = false;
  bool bitwise = false;
  std::optional<std::filesystem::path> predictions;  // run and table
  std::optional<std::string> sweep_name;             // sweep
  // work only
  int shard = 0;  // from 0
  int shards = 1;
  bool no_steal = false;
  std::optional<std::filesystem::path> cells;  // instead of a shard: the keys of the cells, one a line
};

/// "path=value" as an override. throws ConfigError
Override parse_override(const std::string& text);

/// "i/n" with 1 <= i <= n as options.shard and options.shards. throws ConfigError
void parse_shard(const std::string& text, StudyOptions& options);

/// The same options with absolute paths, so that they mean the same in any working folder.
StudyOptions independent_of_place(StudyOptions options);

/// The options that run, sweep and work share as arguments again.
std::vector<std::string> study_arguments(const StudyOptions& options);

/// `word` so that a POSIX shell reads it as this one word.
std::string shell_quoted(const std::string& word);

}  // namespace preimage::suite::study
