// Columns that look as if they named groups of rows (patients, authors, machines), or when each row was.
#pragma once

#include <armadillo>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "suite/data/table_reader.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

struct GroupColumn {
  std::string name;
  std::vector<int> of;     // the group of each row
  std::size_t groups = 0;  // different values
  std::string reason = "its name says so";
  bool fixes_target = false;
  bool is_number = false;  // an input of numbers, whose name says nothing
  bool is_string = false;  // an input that is compared as a string
  bool is_part = false;    // what is before the last - _ . or / of texts that are all different
};

struct OwnData;

/// Twice the ranks of numbers, those of equal ones in their middle: a few large ones are not what varies.
arma::vec ranks_of(arma::vec numbers);

/// Whether the name of a column has a word that says that its texts are names or codes (id, name, file, url,
/// ...), or groups.
bool is_named_as_names(const std::string& name);

/// Looks for columns that look like groups while the rows of a table are read.
class GroupSearch {
 public:
  /// columns  inputs that are numbers are left to `found`; outputs are no candidates
  GroupSearch(const suite::data::TableReader& table, const suite::data::VectorColumns& columns);
  /// Takes the row that was read last.
  void see(const suite::data::TableReader& table);
  /// Nothing of fewer than kFewestRows rows. Else columns of which each value occurs twice in the mean, and
  /// - whose name has a word for groups (patient, author, id, ...): texts or whole numbers
  ///   (data::grouped_texts) without gaps, at least 5 different ones, of which 5 rows at least repeat one;
  /// - of texts, whatever the name: at least 5 that tell half of the variance of a third of the columns of
  ///   numbers, by their ranks, of inputs and outputs; of random groups nothing in the mean. Classes count as
  ///   a column of 1 for the first of them, and 0;
  /// - of whole numbers likewise, at least 10, where that is no chance (tell_target), and the values before
  ///   and behind one do not tell it;
  /// - of any type: at least 10 values that nearly fix the target (tell_target), where the values before
  ///   and behind one do not tell it, as they do of a measurement.
  /// Texts that are all different are tried by what is before their last - _ . or / in the same way. A column
  /// of dates is of the last kind alone. An input of numbers is named where no other column is: else it is a
  /// fact about the groups, as the height of a patient; of several that cut the rows alike, the first,
  /// and none whose rows are alike and that is a fact about the groups of another.
  /// table  what was read while the rows were seen
  /// cost   O(rows) for each candidate and one of the first 10 columns of numbers
  std::vector<GroupColumn> found(const suite::data::VectorData& table) const;
  /// The first column of texts that are all different, whose name is one of names (is_named_as_names); or "".
  std::string names_of_rows() const;

 private:
  struct Column {
    std::string name;
    std::size_t place = 0;
    std::unordered_map<std::string, int> numbers = {};  // of the texts
    std::vector<std::string> texts = {};                // the different ones
    std::vector<int> of = {};                           // of each row its text, or -1
  };
  suite::data::VectorColumns read_;
  std::vector<Column> columns_;
};

/// The part of the targets' variance that is between groups, corrected for their number, over rows whose
/// group has two at least. Of random groups it is 0 in the mean.
/// targets  n x t
double told_by_groups(const std::vector<int>& of, const arma::mat& targets);

/// The share that groups tell whose rows have one target, all or nearly all.
inline constexpr double kNearlyAll = 0.9;

/// Whether groups tell at least this share of the targets (told_by_groups), and this is no chance: 20 rows at
/// least have one of their group before them, and the targets of at least 5 groups are not the commonest one.
/// Where shuffled targets come so near .9 is no such data: the sum of 20 squares over their mean would be
/// below 2, p < 1e-7. Of less, what n such rows tell is 4 / sqrt(n) at least, four standard errors of what
/// random pairs tell.
bool tell_target(const std::vector<int>& of, const arma::mat& targets, double least);

/// A column of dates.
struct TimeColumn {
  std::string name;
  std::size_t place = 0;      // in a row of the table
  std::vector<double> times;  // of each row, as data::IsoTime::seconds
};

/// Looks for columns of dates (data::read_iso_time) while the rows of a table are read.
class TimeSearch {
 public:
  /// targets  no candidates
  TimeSearch(const suite::data::TableReader& table, const std::vector<std::string>& targets);
  /// Takes the row that was read last.
  void see(const suite::data::TableReader& table);
  /// The first whose every field was a date, whose name has no word for a birth, and whose dates are none of
  /// groups with one target each. Requires a row.
  std::optional<TimeColumn> found(const std::vector<GroupColumn>& groups) const;

 private:
  std::vector<TimeColumn> columns_;
};

/// Of data whose folds are drawn without groups: that rows of one group are on both sides of folds, and what
/// to type, a line per column of OwnData::unused_groups; and of groups of one row each that they change
/// nothing.
/// are_ordered  the folds train on the past, which takes no groups
/// option       MixedOrder::option, for the lines to type
std::vector<std::string> group_warnings(const OwnData& data, bool are_ordered, const std::string& option);

/// Of a column that is_part: what to make of it.
std::string part_words(const GroupColumn& column);

}  // namespace preimage::suite::own_data
