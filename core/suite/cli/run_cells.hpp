// Runs the cells of a plan by worker processes: what run and sweep share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/cli/exit_code.hpp"
#include "suite/records/record_store.hpp"
#include "suite/study/options.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::cli {

/// A run of the cells of a plan: what run and sweep share. As long as it lives no record of the folder is
/// removed.
struct PlannedRun {
  /// Finds the cells that are open. Options and plan must outlive it.
  /// throws  ConfigError or DataError where one of them must not or cannot be run
  PlannedRun(const study::StudyOptions& of_run, const study::Plan& of_cells, const data::DataSource& data);
  /// Runs the open cells. The caller notes the run first.
  /// returns  kOk; kInterrupted; kData where a worker could not read or write
  ExitCode run();
  /// Behind the tables: names damaged records, the cells that failed, and what was skipped.
  /// all_have_results  as far as it was seen: then no record is read once more, for that takes as long as all
  ///                   tables together
  /// returns  how many cells failed
  std::size_t report(bool all_have_results);

  const study::StudyOptions& options;
  const study::Plan& plan;
  records::RecordStore store;
  std::vector<const study::Cell*> cells;
  std::string name;  // tells its records from older ones
  std::optional<records::FileLock> in_use;
  std::vector<const study::Cell*> open;
};

/// Computes these cells one by one, and keeps their results.
/// throws  ConfigError where they would run a program that is not allowed; DataError where it is interrupted
void measure_cells(study::StudyOptions options, const std::vector<const study::Cell*>& cells);

/// Says on stderr of how many cells given folds are the reason, where there are more than 20 of them: a
/// column that names groups of rows makes far more folds than meant.
void say_many_folds(const study::Plan& plan);

/// Says on stderr what intervals by nested cross-validation cost: so many cells of each learner.
void say_nested_intervals(const study::Plan& plan);

}  // namespace preimage::suite::cli
