// Runs the cells of a plan by worker processes: what run and sweep share.
#pragma once

#include <functional>

#include "suite/records/record_store.hpp"
#include "suite/study/options.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::cli {

/// What was seen of the cells while their tables were written.
struct CellsSeen {
  bool all_have_results = false;  // false where one has not, and where they were not looked at
  std::size_t not_finite = 0;     // numbers that failed though their cells did not
};

/// What a run does beside its cells.
struct AroundCells {
  /// Once nothing is refused any more.
  std::function<void(records::RecordStore&)> before;
  /// Writes and prints what there is. Not called where the run was interrupted or a worker could not read or
  /// write.
  std::function<CellsSeen(records::RecordStore&)> after;
  /// Behind the names of the cells that failed: of how many cells how many did. May be empty.
  std::function<void(std::size_t cells, std::size_t failed)> last = nullptr;
};

/// Runs the open cells, and names the cells that failed; returns an exit code.
int run_and_report(const study::StudyOptions& options, const study::Plan& plan, const data::DataSource& data,
                   const AroundCells& around);

/// Computes these cells one by one, and keeps their results.
/// throws  ConfigError where they would run a program that is not allowed; DataError where it is interrupted
void measure_cells(study::StudyOptions options, const std::vector<const study::Cell*>& cells);

/// Says on stderr of how many cells given folds are the reason, where there are more than 20 of them: a
/// column that names groups of rows makes far more folds than meant.
void say_many_folds(const study::Plan& plan);

/// Says on stderr what intervals by nested cross-validation cost: so many cells of each learner.
void say_nested_intervals(const study::Plan& plan);

}  // namespace preimage::suite::cli
