// Which class is taken for which: from the records of a reading and the truths of its draw; nothing is
// fitted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/results/reading_records.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

/// Of one learner in one reading.
struct ConfusionMatrix {
  std::string reading, learner, title;  // title: what the learner is called
  std::vector<std::string> classes;
  std::vector<std::vector<std::size_t>> counts;  // [true][predicted]
};

/// The matrices of a config's readings, one after the other, as a CSV file of
///   reading, learner, true_class, then a column "predicted C" per class C of any reading
/// with counts of test samples, summed over all cells of a learner: a sample counts once per repetition that
/// tests it. A field is empty where the reading has no such class. A learner of which a cell is missing or
/// failed, or that predicts no classes, has no rows, as it has no number in the tables.
class ConfusionMatrices {
 public:
  /// task  a draw of the reading, whose draws are all the same samples
  /// throws  DataError where a record names a class or a sample that the draw does not have
  /// cost  O(test samples of all cells log n)
  void add(const study::PlannedReading& planned, const ReadingRecords& found, const study::Task& task);

  /// Whether no learner has rows.
  bool empty() const { return matrices_.empty(); }
  std::string csv() const;
  const std::vector<ConfusionMatrix>& matrices() const { return matrices_; }

 private:
  std::vector<std::string> columns_;  // classes of all readings
  std::vector<ConfusionMatrix> matrices_;
};

}  // namespace preimage::suite::results
