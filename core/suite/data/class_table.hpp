// A number for each pair of classes, in a CSV file.
#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "suite/data/delimited.hpp"

namespace preimage::suite::data {

inline constexpr std::size_t kMaxTableClasses = 10000;

struct ClassTable {
  std::vector<std::string> classes;  // c, in the order of the columns
  arma::mat values;                  // c x c, rows and columns in this order
};

/// Reads a header `true,A,B,...` (the first field is any word) and a row per class: its name, then a number
/// >= 0 for each column. Rows may have any order.
/// throws  DataError naming file and line: fewer than 2 classes, more than kMaxTableClasses, a class without
///         a row, without a column or with two rows, what is no number >= 0, zeros alone, and what CsvReader
///         throws
ClassTable read_class_table(CsvReader csv);

}  // namespace preimage::suite::data
