// The rows of a CSV file by the names of its columns, for tests of what writes it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"

namespace preimage::testing {

using Row = std::map<std::string, std::string>;  // column -> field

inline std::vector<Row> rows_of(suite::data::CsvReader csv) {
  std::vector<Row> rows;
  for (std::vector<std::string> fields; csv.next(fields);) {
    Row& row = rows.emplace_back();
    for (std::size_t f = 0; f < fields.size(); ++f) row[csv.header()[f]] = fields[f];
  }
  return rows;
}

inline std::vector<Row> rows_in(const std::filesystem::path& path) {
  return rows_of(suite::data::open_csv(path));
}

/// std::bad_optional_access where the field is no number.
inline double number(const Row& row, const std::string& column) {
  return suite::config::parse_decimal(row.at(column)).value();
}

}  // namespace preimage::testing
