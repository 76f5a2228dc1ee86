// The options that verbs share, as CLI11 reads them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "suite/cli/verbs.hpp"

namespace preimage::suite::cli {

/// The raw words behind options that need another parse.
struct Words {
  std::vector<std::string> sets;
  std::string shard = "1/1";
  std::string only;
  double cell_time = 0.0;
  long cell_memory = 0;
  std::string data;
  std::string reading;
  std::string predictions;
  int repetitions = 0;
  std::string benchmark;
  std::string cell;
  std::string job;
  std::string cells;
  std::filesystem::path run_a, run_b;
  bool yes = false;
  std::vector<std::string> grids;
  std::size_t random = 0;
  std::string seed, learner, sweep_name;
};

/// Of every verb that is about the cells of configs: which configs, readings, data, results folder.
void add_study_options(CLI::App& verb, study::StudyOptions& options, Words& words);

/// The points of a sweep; returns --grid.
CLI::Option* add_sweep_options(CLI::App& verb, Words& words);

/// What run and its workers have in common beyond the choice of cells.
void add_cell_options(CLI::App& verb, study::StudyOptions& options, Words& words);

/// Of run and sweep: the workers.
void add_worker_options(CLI::App& verb, study::StudyOptions& options);

/// Of work, which has the cells' options already: which cells, and whether it ends with them.
void add_part_options(CLI::App& verb, study::StudyOptions& options, Words& words);

/// Of report, beside those of a study.
void add_report_options(CLI::App& verb, ReportOptions& options);

void add_check_options(CLI::App& verb, check::CheckOptions& options);
void add_gram_options(CLI::App& verb, GramOptions& options);

/// What the words say, once all of them are read.
/// throws  ConfigError
void finish_study_options(study::StudyOptions& options, const Words& words);

}  // namespace preimage::suite::cli
