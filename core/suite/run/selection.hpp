// Which cells a command is about: configs x readings of a profile x repetitions.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::run {

/// One reading of one config, or one point of a sweep, with its cells.
struct SelectedReading {
  const study::Study* study = nullptr;
  const study::Reading* reading = nullptr;
  int repetitions = 0;
  std::vector<study::Cell> cells;
  std::map<std::string, study::Repeats> repeats =
      {};  // by learner, as study::repeats_of; draws of those not named

  /// What the repetitions of a learner are.
  study::Repeats repeats_of(const std::string& learner) const;
  /// False: every repetition would give the same numbers, so there is one only.
  bool has_chance() const;
  /// Whether no learner's repetitions are draws: all cut the same samples into the same outer folds, and say nothing of other
  /// samples or other folds.
  bool repeats_one_draw() const;
};

struct Selection {
  std::deque<study::Study> studies;  // cells point into it, so elements never move
  std::vector<SelectedReading> readings;
  std::vector<std::string> skipped;   // "config: why", for configs whose data are not there
  std::deque<study::Study> left_out;  // these configs

  /// All cells with different keys, in order: two readings (or configs) that agree on a learner share its
  /// cells.
  std::vector<const study::Cell*> distinct_cells() const;
};

/// The readings of a selection with their cells counted and not listed.
struct SelectedBlocks {
  std::deque<study::Study> studies;  // blocks point into it
  std::vector<study::CellBlock> blocks;
  std::vector<std::string> skipped;  // as in Selection
  std::deque<study::Study> left_out;
};

/// The configs that the options name, or else all of configs/, sorted.
std::vector<std::filesystem::path> selected_configs(const study::SelectionOptions& options);

/// With options.sweep its points, in their order, in place of readings.
/// throws  ConfigError, also for a sweep over several configs, and for more cells than options.max_cells;
///         DataError; a data set that is not found is one, unless options.skip_missing leaves its configs out
/// troubles  where given, "config.yaml: why" of configs that cannot be read or planned, which are left out,
/// as
///           long as any is left
SelectedBlocks select_blocks(const study::SelectionOptions& options,
                             const study::ExperimentTable& experiments, const data::DataSource& data,
                             std::vector<std::string>* troubles = nullptr);

/// The same with all cells listed.
Selection select(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                 const data::DataSource& data, std::vector<std::string>* troubles = nullptr);

/// The search path and manifest that the options and the environment give, with a cache in the folder `cache`
/// beside the cells.
data::DataSource make_data_source(const study::SelectionOptions& options);

/// One line per config that was left out, on stderr.
void report_skipped(const std::vector<std::string>& skipped);

}  // namespace preimage::suite::run
