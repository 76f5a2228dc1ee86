// What the command line says, as plain values, and the exit codes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/study.hpp"

namespace preimage::experiments {

enum ExitCode {
  kOk = 0,
  kUsage = 2,       // command line or config
  kRegression = 3,  // `check`: a number moved; `compare`: two runs differ
  kPublished = 4,   // `check --published`: a number that no reading reproduces
  kData = 5,        // input, output or damaged data
  kCellsFailed = 6,
  kInternal = 70,
  kInterrupted = 130,
};

/// Options of the verbs that work on configs: plan, run, work, table.
struct StudyOptions {
  std::vector<std::filesystem::path> configs;  // none: all of configs/
  std::vector<Override> overrides;             // --set path=value
  std::string profile = "quick";
  std::optional<int> repetitions;
  std::optional<std::string> reading;
  std::filesystem::path out;  // results/latest
  std::optional<std::filesystem::path> data;
  bool stand_in = false;
  bool skip_missing = false;  // leave out configs whose data set is not found
  // run only
  int jobs = 0;  // 0: one per core
  bool force = false;
  bool quiet = false;
  bool bitwise = false;
  std::optional<std::filesystem::path> predictions;
  // work only
  int shard = 0;
  int shards = 1;
};

/// "path=value" as an override. throws ConfigError
Override parse_override(const std::string& text);

/// The options as arguments again, for the worker processes.
std::vector<std::string> study_arguments(const StudyOptions& options);

/// The project's folder: PREIMAGE_ROOT where it is set (an installed copy, a moved checkout), else the
/// checkout that this program was built from.
std::filesystem::path project_root();

/// The search path and manifest that the options and the environment give.
DataSource make_data_source(const std::optional<std::filesystem::path>& data, bool stand_in);
/// The same with a cache in the folder `cache` beside the cells.
DataSource make_data_source(const StudyOptions& options);

}  // namespace preimage::experiments
