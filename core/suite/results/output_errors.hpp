// The errors of each column of outputs that are vectors: from the records of a reading and the truths of its
// draw.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "suite/results/reading_records.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

/// The errors of a config's readings as a CSV file of
///   reading, learner, output, mean_squared_error, mean_absolute_error, r_squared
/// with a row per output column. Each is that of an outer fold's test samples, averaged over folds and
/// repetitions, as tables average (where outer folds are the same in all repetitions, too); r_squared over
/// the folds that have one, and empty where none has. A learner of which a cell is missing or failed, or that
/// predicts no vectors, has no rows.
class OutputErrors {
 public:
  /// task  a draw of the reading with output_names, whose draws are all the same samples
  /// throws  DataError where a record names a sample that the draw does not have, or holds vectors of another
  ///         length
  void add(const study::PlannedReading& planned, const ReadingRecords& found, const study::Task& task);

  bool empty() const { return rows_.empty(); }
  std::string csv() const;

 private:
  std::string rows_;
};

}  // namespace preimage::suite::results
