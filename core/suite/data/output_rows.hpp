// Fields of a table, row after row, as numbers and as outputs of one kind.
#pragma once

#include <armadillo>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/data/table_reader.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::data {

/// throws  DataError "file:7: column 'age': message", of the row that was read last
[[noreturn]] void fail_at(const TableReader& table, std::size_t column, const std::string& message);

/// The number of a field, or NaN where it is a gap and that is allowed.
/// text_advice  behind the message of a text without a digit
/// throws  DataError where it is no number
double number_at(const TableReader& table, std::size_t column, bool allow_missing, const GapWords& words = {},
                 const std::string& text_advice = "");

/// Whether a field of a label's column says that the sample has the label: 1, true or yes, in any case and
/// spelling of the number; 0, false or no. Nothing for what is neither.
std::optional<bool> indicator(const std::string& field);

/// Whole numbers by their value, then all other texts byte by byte.
bool label_comes_before(const std::string& a, const std::string& b);

/// Labels as numbers: while rows are read in order of first appearance, in the end in the order of the texts.
class LabelNames {
 public:
  /// throws  DataError for an empty label, for one with blanks around it, and for one that is no UTF-8
  int number_of(const TableReader& table, std::size_t column, const std::string& name);
  std::vector<std::string> sorted() const;
  /// By the number while reading: the place in sorted().
  std::vector<int> places() const;

 private:
  std::map<std::string, int> numbers_;
  std::vector<std::string> names_;
};

/// Fields of output columns that say that there is no output, or of a group column that there is no group.
class MissingOutputs {
 public:
  enum class Are { outputs, groups };
  void add(const TableReader& table, std::size_t column);
  /// throws  DataError of the first of the columns that has such fields: how many, the texts, and the lines
  void refuse(const std::vector<std::string>& names, Are are = Are::outputs,
              const std::string& advice = "") const;
  /// "points.csv: column 'y': 3 rows have no output: 'NA' on lines 4, 7, 9", of several columns with "; "
  /// between; or "". The file without its folder, so that tables may have it.
  std::string in_words(const std::vector<std::string>& names) const;

 private:
  struct Places {
    std::set<std::string> texts;  // excerpts of the first that are different
    std::vector<std::string> lines;
  };
  using BySource = std::map<std::string, Places>;
  static std::string facts_of(const std::string& source, const std::string& column, const Places& places,
                              Are are);

  std::map<std::string, BySource> places_;  // by the column
};

/// The outputs of one kind, row after row.
class OutputRows {
 public:
  explicit OutputRows(const VectorColumns& columns, Gaps gaps = Gaps::no_outputs)
      : wanted_(columns), gaps_(gaps) {}
  /// Rows of this table follow.
  /// throws  DataError for a column that it does not have
  void begin(const TableReader& table);
  /// Whether the row has no output and such rows are dropped: add() is not called for it.
  bool drops(const TableReader& table) { return wanted_.drop_missing_outputs && note_missing(table); }
  /// throws  DataError where a field does not fit the kind
  void add(const TableReader& table);
  /// throws  DataError where rows had no output, as MissingOutputs, and are not dropped
  Outputs take();
  /// What was dropped (MissingOutputs::in_words).
  std::string dropped() const {
    return wanted_.drop_missing_outputs ? missing_.in_words(wanted_.outputs) : "";
  }

 private:
  bool note_missing(const TableReader& table);
  ClassOutputs take_classes() const;
  LabelSetOutputs take_label_sets();

  VectorColumns wanted_;
  Gaps gaps_;
  std::vector<std::size_t> columns_;
  MissingOutputs missing_;
  std::vector<double> numbers_;  // row after row
  LabelNames names_;
  std::vector<int> labels_;
  std::vector<std::set<int>> sets_;
  std::vector<std::string> strings_;
};

}  // namespace preimage::suite::data
