// Fields of a table's input columns as numbers, row after row: numbers as they are, and categories and
// strings as the numbers of their texts.
#pragma once

#include <armadillo>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "suite/data/table_reader.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::data {

/// A column of categories with more different texts than this is refused: they are names of rows, or texts to
/// be read.
inline constexpr std::size_t kMaxLevels = 1000;

struct InputTable {
  arma::mat values;  // n x inputs; NaN where one is missing
  ColumnLevels levels;
  std::vector<std::size_t> lines;  // n: the line of each row
};

/// How a field of categories is compared: without blanks around it, and true, false, yes and no in small
/// letters.
std::string level_text(const std::string& field);

class InputRows {
 public:
  explicit InputRows(const VectorColumns& columns);
  /// The same of new rows: texts that `known` lacks follow behind its levels, in the order of their
  /// appearance, as many as there may be.
  InputRows(const VectorColumns& columns, ColumnLevels known);
  /// Rows of this table follow.
  /// throws  DataError for a column that it does not have
  void begin(const TableReader& table);
  /// throws  DataError where a field is no number, or has no value and none is allowed; for more than
  ///         kMaxLevels texts
  void add(const TableReader& table);
  InputTable take();

 private:
  struct Column {
    bool is_category = false, is_string = false;
    std::size_t place = 0;               // in a row of the table
    std::map<std::string, int> numbers;  // of categories and strings: by the text
    std::vector<std::string> names;
  };
  double level_of(Column& column, const TableReader& table);
  double string_of(Column& column, const TableReader& table);

  VectorColumns read_;
  bool keeps_order_;
  std::vector<Column> columns_;
  std::vector<double> values_;
  std::vector<std::size_t> lines_;
};

}  // namespace preimage::suite::data
