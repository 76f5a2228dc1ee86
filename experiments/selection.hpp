// Which cells a command is about: configs x readings of a profile x repetitions.
#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/cells.hpp"
#include "experiments/options.hpp"
#include "records/record_store.hpp"

namespace preimage::experiments {

/// One reading of one config, or one point of a sweep, with its cells.
struct SelectedReading {
  const Study* study = nullptr;
  const Reading* reading = nullptr;
  int repetitions = 0;
  std::vector<Cell> cells;
  bool has_chance = true;  // false: every repetition would give the same numbers, so there is one only
};

struct Selection {
  std::deque<Study> studies;  // cells point into it, so elements never move
  std::vector<SelectedReading> readings;
  std::vector<std::string> skipped;  // "config: why", for configs whose data are not there

  /// All cells with different keys, in order: two readings (or configs) that agree on a learner share its
  /// cells.
  std::vector<const Cell*> distinct_cells() const;
};

/// The configs that the options name, or else all of configs/, sorted.
std::vector<std::filesystem::path> selected_configs(const StudyOptions& options);

/// With options.sweep its points, in their order, in place of readings.
/// throws ConfigError, also for a sweep over several configs, DataError; a data set that is not found is one,
/// unless options.skip_missing leaves its configs out
Selection select(const StudyOptions& options, const DataSource& data);

/// One line per config that was left out, on stderr.
void report_skipped(const Selection& selection);

}  // namespace preimage::experiments
