// Columns that look as if they named groups of rows: patients, authors, machines.
#pragma once

#include <cstddef>
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
  std::string reason;      // "its name", "rows of one value are alike"
};

struct OwnData;

/// Looks for columns that look like groups while the rows of a table are read. One has whole numbers, or
/// texts in at least half of the rows (then all are texts, as data::grouped_texts has it), none missing, of
/// which at least 5 are different and each occurs twice in the mean, and no class of the targets lies in one
/// value alone (it says the class);
/// and either its name says it (patient, author, machine, ...), or its rows are alike: of the target or of a
/// third of the other columns of numbers it tells at least half of the variance (of random groups nothing;
/// the mean within groups, corrected for their number) beyond what a line or a parabola through a column of
/// numbers tells. So measurements are none, which tell of others by their size. Nor is what is a fact about
/// the groups of another such column (the age of patients).
class GroupSearch {
 public:
  /// targets  no candidates
  GroupSearch(const suite::data::TableReader& table, const std::vector<std::string>& targets,
              suite::data::GapWords words);
  /// Takes the row that was read last.  cost  O(columns)
  void see(const suite::data::TableReader& table);
  /// In the file's order; nothing of fewer than kFewestRows rows.
  /// outputs  what the targets hold in these rows
  /// cost     O(rows x columns), for at most 10 other columns per candidate
  std::vector<GroupColumn> found(const suite::data::Outputs& outputs) const;

  struct Column {
    std::string name;
    std::size_t place = 0;
    bool may_group = true, keeps_numbers = false;
    bool has_fraction = false, counts_rows = true, varies = false;
    long last_whole = 0;    // of the row that was seen last
    double first = 0.0;     // of its numbers
    std::size_t texts = 0;  // fields that are no numbers
    std::unordered_map<std::string, int> codes = {};
    std::vector<std::string> names = {};  // by code
    std::vector<int> group = {};          // of each row its code, then its group
    std::size_t groups = 0;
    std::vector<double> value = {};    // of each row of a candidate that holds numbers
    std::vector<double> numbers = {};  // of each row, where a candidate may tell them

    void stop_groups();
    void stop_numbers();
    void see_number(double number, bool is_first);
    void find_groups(std::size_t rows);
  };

 private:
  suite::data::GapWords words_;
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

/// Of data whose folds are drawn without groups: "column 'patient' looks like groups of rows (...) and is not
/// used as one: ...", a line per such column (OwnData::group_search).
std::vector<std::string> group_warnings(const OwnData& data);

}  // namespace preimage::suite::own_data
