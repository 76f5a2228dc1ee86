// The records of one reading, as its table needs them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/results/result_table.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// Those of a planned reading, by learner, repetition and fold; without `parameters`, which the cell has,
/// and without `scores`: many are held at a time.
class ReadingRecords {
 public:
  /// planned  must outlive the object
  /// newer    is told of what a newer version of the program wrote, which then counts as missing
  /// throws  as RecordStore::find; NewerRecordError only without `newer`
  ReadingRecords(const study::PlannedReading& planned, records::RecordStore& store,
                 std::vector<std::string>* newer = nullptr);

  /// Of a finished or a failed cell; nullptr where there is none.
  const records::ResultRecord* any(const std::string& learner, int repetition, int fold) const;

  /// Of a finished cell.
  const records::ResultRecord* find(const std::string& learner, int repetition, int fold) const;

  /// Of as many repetitions as the learner runs. Empty where no record of the learner has the measure: it
  /// does not apply.
  FoldLosses losses(const std::string& measure, const std::string& learner) const;

  /// What the interval of nested cross-validation takes. Nothing where the measure has no value per sample,
  /// or a cell, of a fold or of a pair of folds, has no result.
  std::optional<std::vector<NestedLosses>> nested_losses(const std::string& measure,
                                                         const std::string& learner) const;

  /// records::rounding_of_mean of all values of the measure that the learner's records hold.
  double rounding(const std::string& measure, const std::string& learner) const;

  /// Those of the test samples first, then those of the fit as a whole; each by name.
  std::vector<std::string> measures() const;

  /// Whether a record has a measure.
  bool has_measures() const;

  /// How many samples each outer fold tests on; 0 where no record tells. Repetitions have folds of the same
  /// sizes, whichever samples are in them, but for groups, which stay whole: then those of the first
  /// repetition that tells all.
  std::vector<std::size_t> test_sizes() const;

  /// Values of a learner's diagnostic that are `value`, of all its values: of "converged" and 0 the test
  /// samples that an iterative decoder gave up on, of all that one worked on.
  Share counted(const std::string& learner, const std::string& diagnostic, double value) const;

  /// Test samples of the learner for which a diagnostic is 1, of all its test samples.
  Share diagnosed(const std::string& learner, const std::string& diagnostic) const;

  /// Outer folds of the learner that have a result without this measure, of all that have a result.
  Share lacking(const std::string& measure, const std::string& learner) const;

  /// Of each column of categories, by its name, how many test samples have one that no training sample has,
  /// of how many: those of the learner with the most records, as all have the same samples.
  std::map<std::string, Share> unseen_categories() const;

  std::size_t failed() const { return failed_; }
  std::size_t missing() const { return missing_; }
  /// The key of the first cell without a record, or "".
  const std::string& first_missing() const { return first_missing_; }
  /// SHA-256 of the keys of all cells without a result.
  const std::string& without_result() const { return without_result_; }

 private:
  /// All of a learner.
  std::vector<const records::ResultRecord*> all_of(const std::string& learner) const;

  /// The records of a repetition's outer folds, nullptr where one is missing. Repetitions of one draw have
  /// the same folds in the same order: those of leave-one-out, which are cut in any order, are sorted by
  /// their samples.
  std::vector<const records::ResultRecord*> folds_of(const std::string& learner, int repetition) const;

  const study::PlannedReading& planned_;
  std::map<std::string, int> repetitions_;  // by learner
  std::map<std::tuple<std::string, int, int>, records::ResultRecord> records_;
  /// Of pairs of folds the values per sample, by measure; likewise by place.
  std::map<std::tuple<std::string, int, int>, std::map<std::string, std::vector<double>>> pairs_;
  std::size_t failed_ = 0, missing_ = 0;
  std::string first_missing_, without_result_;
  int folds_ = 0;
};

/// What a repetition of the reading draws anew, where it is a draw.
records::RunsDraw draw_of(const study::Reading& reading);

/// The table of a reading: its numbers beside the ledger's, with verdicts and claims.
/// stand_in  the data were drawn by formula
ResultTable table_of(const study::PlannedReading& planned, const ReadingRecords& found, bool stand_in);

}  // namespace preimage::suite::results
