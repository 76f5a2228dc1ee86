// Columns that look as if they named groups of rows (patients, authors, machines), or when each row was.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/table_reader.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

struct GroupColumn {
  std::string name;
  std::vector<int> of;     // the group of each row
  std::size_t groups = 0;  // different values
  std::string reason = "its name says so";
};

struct OwnData;

/// Whether the name of a column has a word that says that its texts are names or codes (id, name, file, url,
/// ...), or groups.
bool is_named_as_names(const std::string& name);

/// Looks for columns that look like groups while the rows of a table are read. The name of one has a word
/// that says so (patient, author, machine, ...). It holds texts or whole numbers (data::grouped_texts), none
/// missing, of which at least 5 are different and each occurs twice in the mean.
class GroupSearch {
 public:
  /// targets  no candidates
  GroupSearch(const suite::data::TableReader& table, const std::vector<std::string>& targets,
              suite::data::GapWords words);
  /// Takes the row that was read last.
  void see(const suite::data::TableReader& table);
  /// In the file's order; nothing of fewer than kFewestRows rows.
  std::vector<GroupColumn> found() const;

 private:
  struct Column {
    std::string name;
    std::size_t place = 0;
    std::vector<std::string> texts = {};  // of each row, until one is missing
    bool has_gap = false;
  };
  suite::data::GapWords words_;
  std::vector<Column> columns_;
};

/// Looks for columns of dates (data::read_iso_time) while the rows of a table are read.
class TimeSearch {
 public:
  /// targets  no candidates
  TimeSearch(const suite::data::TableReader& table, const std::vector<std::string>& targets);
  /// Takes the row that was read last.
  void see(const suite::data::TableReader& table);
  /// The first whose every field was a date. Requires a row.
  std::optional<std::string> found() const;

 private:
  struct Column {
    std::string name;
    std::size_t place = 0;
  };
  std::vector<Column> columns_;
};

/// Categories whose rows are alike, whatever they are called: at least 5 texts, each twice in the mean, that
/// tell at least half of the variance of a third of the columns of numbers, of inputs and outputs; of random
/// groups nothing in the mean. Classes count as a column of 1 for the first of them, and 0.
/// inputs  the names of the table's inputs
/// cost    O(rows) for each pair of a category and one of the first 10 columns of numbers
std::vector<GroupColumn> alike_categories(const suite::data::VectorData& table,
                                          const std::vector<std::string>& inputs);

/// Of data whose folds are drawn without groups: "column 'patient' looks like groups of rows (...) and is not
/// used as one: ...", a line per such column (OwnData::unused_groups).
std::vector<std::string> group_warnings(const OwnData& data);

}  // namespace preimage::suite::own_data
