// Which cells a command is about: configs x readings of a profile x repetitions.
#pragma once

#include <deque>
#include <vector>

#include "experiments/cells.hpp"
#include "experiments/options.hpp"
#include "records/record_store.hpp"

namespace preimage::experiments {

/// One reading of one config, with its cells.
struct SelectedReading {
  const Study* study = nullptr;
  const Reading* reading = nullptr;
  int repetitions = 0;
  std::vector<Cell> cells;
};

struct Selection {
  std::deque<Study> studies;  // cells point into it, so elements never move
  std::vector<SelectedReading> readings;

  /// All cells with different keys, in order: two readings (or configs) that agree on a learner share its
  /// cells.
  std::vector<const Cell*> distinct_cells() const;
};

/// throws ConfigError, DataError
Selection select(const StudyOptions& options, const DataSource& data);

}  // namespace preimage::experiments
