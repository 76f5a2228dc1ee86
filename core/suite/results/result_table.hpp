// A table of the paper with our numbers and verdicts: built from losses per fold and the ledger, a pure
// function.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/records/ledger.hpp"
#include "suite/results/choices.hpp"
#include "suite/results/comparison.hpp"
#include "suite/results/number.hpp"

namespace preimage::suite::results {

struct TableRow {
  std::string measure, title;
  records::SpreadKind kind = records::SpreadKind::standard_error;  // of a row without printed spread
  int folds = 0;
  std::vector<Number> numbers;  // one per column
};

struct TableClaim {
  std::string text;
  std::optional<ClaimVerdict> verdict;
};

/// What is known beside the numbers.
struct TableHead {
  std::string title;
  std::string reproduces;  // "kde_nips_2002/table_2", or ""
  std::string reading, note;
  std::optional<long> choices_after_seeing;  // as study::Reading
  int repetitions = 0;
  bool stand_in = false;  // data made by formula: never a verdict
  std::size_t cells = 0, failed = 0, missing = 0;
  bool has_chance = true;        // false: repetitions would all be the same
  std::string modified = {};     // "dataset.smoothing=2": what --set changed of the reading; never a verdict
  bool redraws_samples = false;  // a repetition draws new samples: claims are about a population
  bool same_splits = false;      // of all learners: repetitions differ in the inner folds at most
  std::map<std::string, study::Repeats> repeats = {};  // by learner; draws of those not named

  records::RunsDraw draw = records::RunsDraw::unstated;  // what a repetition draws where it is a draw
  std::optional<double> test_to_train = std::nullopt;    // as records::Estimate

  /// What the repetitions of a learner are.
  study::Repeats repeats_of(const std::string& learner) const;
  std::vector<std::string> remarks = {};  // what is to be known of all its numbers, a line each
  std::string criterion = {};             // the measure by which inner folds choose; or ""
};

/// Whether the numbers may be compared with published ones: real data, and the reading as its config has it.
bool is_comparable(const TableHead& head);

struct ResultTable {
  TableHead head;
  std::vector<std::string> columns;  // titles
  std::vector<TableRow> rows;
  std::vector<TableClaim> claims;
  std::string interval_method;             // of its numbers' intervals; "" without any
  std::vector<RowComparison> comparisons;  // of its methods, whether their differences are more than chance
  std::vector<LearnerChoices> choices;     // of its methods, what inner folds chose
  std::vector<std::string> footnotes;
  std::vector<std::string> convergence;  // what each dagger means
  std::vector<std::string> not_finite;   // "squared error, KDE": every fold is there, mean or spread is not
  std::vector<std::string> warnings;     // what a reader of the numbers has to know
  std::vector<std::string>
      reasons;  // "test loss, KDE: consistent: ...": what made verdicts so, where z does not say it
  int with_verdict() const;  // numbers with a verdict
  int explained() const;     // of these, against how many nothing speaks
};

/// D of rule 1: between the printed numbers of a measure that have a learner; nothing where it has one only.
std::optional<double> largest_difference(const std::vector<records::LedgerEntry>& entries,
                                         const std::string& measure);

/// Rows and columns in the order of the ledger, which names them: a row is (measure, row_title), a column is
/// column_title, and each number in them belongs to a learner. A learner that ran and has no line for a
/// measure is put into its own column (the ledger's, or its name), in the row that the ledger has for the
/// measure, or, where it has none or several, in one titled by the measure; where another learner is
/// there, in one titled also by the learner's row elsewhere. `measures` and `learners` say what ran.
/// places  by learner, for those that the ledger has nowhere: a table that the paper does not print, say of a
///         figure; without a row the title of the column alone
ResultTable build_table(const TableHead& head, const std::vector<records::LedgerEntry>& entries,
                        const std::vector<std::string>& measures, const std::vector<std::string>& learners,
                        const LossLookup& losses,
                        const std::map<std::string, records::TablePlace>& places = {});

/// For how many of all test samples, or outer folds, something is so.
struct Share {
  std::size_t count = 0, all = 0;
};

/// Marks the numbers of a learner whose decoder or training did not converge for some test samples; nothing
/// where it always did.
/// what  "pre-image" or "training"
void mark_unconverged(ResultTable& table, const std::string& learner, Share unconverged,
                      const std::string& what = "pre-image");

/// Warns that the equations of a learner's ridge are so ill conditioned that its predictions may have lost
/// most digits, for `ill` of the test samples; nothing where none is.
void warn_of_condition(ResultTable& table, const std::string& learner, Share ill);

/// Warns that `unseen` of the test samples have a category in an input column that no training sample of
/// their fold has.
void warn_of_unseen_category(ResultTable& table, const std::string& column, Share unseen);

/// Warns that a learner's numbers rest on kernel values whose rounding hides the neighbours of `lost` of the
/// test samples; nothing where it hides none.
/// side  "input" or "output"
void warn_of_lost_digits(ResultTable& table, const std::string& learner, const std::string& side, Share lost);

}  // namespace preimage::suite::results
