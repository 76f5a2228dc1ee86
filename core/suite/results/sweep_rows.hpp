// What the records of a sweep say: a row per cell, the best point of each outer fold, and where the best lie.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/results/result_table.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// What the record of a cell says.
struct SweepResult {
  std::string status = "missing",
              reason = "not run";          // "ok", "failed", or "missing" where there is no record
  std::optional<double> inner_loss;        // nothing where the learner had nothing to choose
  std::map<std::string, double> measures;  // each the mean over the test samples
  std::vector<std::pair<std::string, double>> chosen;  // hyper-parameters, by the learner's own grid
};

/// One cell.
struct SweepRow {
  std::size_t point = 0;  // from 0
  const study::Cell* cell = nullptr;
  std::shared_ptr<const SweepResult> result;  // never null; what is missing is shared
  std::size_t rank = 0;  // of the point among those of its learner, by what the learner prefers; 0 first
};

/// One learner's cells by point, repetition and outer fold. A point that changes nothing for the learner
/// against an earlier one (the same keys) has no rows of its own.
struct SweepLearner {
  std::string name;
  std::vector<std::size_t> axes;  // those that concern it
  std::vector<SweepRow> rows;
};

/// The point that the inner folds choose in one outer fold: the one with the smallest inner loss, of those
/// that rounding does not tell apart the one that the learner prefers, as in `run` and `fit`. The test
/// samples have no say.
struct SweepBest {
  int repetition = 0, outer_fold = 0;
  std::vector<const SweepRow*> equals;  // all with the smallest inner loss, the preferred one first; or none
  std::size_t failed = 0;               // points without a result here: not in the running
  const SweepRow* row() const { return equals.empty() ? nullptr : equals.front(); }
};

/// How often the best lie on an end of an axis.
struct SweepEdge {
  std::string path, value;
  bool is_near = false;  // an interval of --random: within its outermost 5 % (of log10, if that is its scale)
  std::size_t count = 0, folds = 0;
};

/// cost  O(cells), and reads every record once
std::vector<SweepLearner> collect_sweep(const study::Plan& sweep, const study::SweepOptions& options,
                                        records::RecordStore& store);

/// Positions of the losses that rounding does not tell from the smallest: recorded losses are known to
/// records::kRoundingOfLosses.
std::vector<std::size_t> equal_to_smallest_loss(const std::vector<double>& losses);

/// Of rows with an inner loss those whose losses are equal to the smallest, the preferred one first. Where
/// losses are means over rows they are given beside them.
std::vector<std::size_t> preferred_of_equals(const std::vector<double>& losses,
                                             const std::vector<const SweepRow*>& rows);

/// The rows of each point, points in their order.
std::vector<std::vector<const SweepRow*>> rows_by_point(const SweepLearner& learner);

/// What a row's record says of a measure ("": the inner loss); nothing where it does not.
std::optional<double> measure_in(const SweepRow& row, const std::string& name);

/// Mean of what all rows of a point say of a measure, as measure_in; nothing where one does not, or
/// failed.
std::optional<double> mean_of(const std::vector<const SweepRow*>& rows, const std::string& measure);

/// What any row has.
std::set<std::string> measures_of(const SweepLearner& learner);
/// Whether any cell has an inner loss.
bool is_judged(const SweepLearner& learner);

/// By repetition and outer fold; empty where no cell has an inner loss.
std::vector<SweepBest> best_points(const SweepLearner& learner);

/// The ends of the learner's numeric axes on which a best lies; one with an equal elsewhere does not. A list
/// has ends where all its values are numbers, and any axis where it has 3 values or more.
std::vector<SweepEdge> edges_of(const SweepLearner& learner, const std::vector<SweepBest>& best,
                                const study::SweepOptions& options);

/// [repetition][outer fold]: what a point's row there says of a measure, as measure_in.
FoldLosses fold_losses(const std::vector<const SweepRow*>& rows, const std::string& measure);
/// The same of the best there, nothing where there is none.
FoldLosses fold_losses(const std::vector<SweepBest>& best, const std::string& measure);

}  // namespace preimage::suite::results
