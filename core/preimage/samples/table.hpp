// Samples with columns of several kinds.
#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace preimage::samples {

/// One column of n samples: numbers (n x q; a category has an indicator for each of its levels), or strings.
/// Another kind of values is one type more here, and its row in kernels::ColumnPart.
struct Column {
  std::string name;
  std::variant<arma::mat, std::vector<std::string>> values;
};

/// n samples. Columns have names of their own and are found by them.
struct Table {
  std::vector<Column> columns;

  /// throws  std::invalid_argument where there is no such column
  const Column& column(const std::string& name) const;
};

std::size_t sample_count(const Column& column);
/// 0 of a table without columns.
std::size_t sample_count(const Table& table);
/// As samples::select.
Table select(const Table& table, const arma::uvec& numbers);
/// Sample i as a value with an order (kernels/equal_samples.hpp).
std::vector<std::variant<std::vector<double>, std::string>> sample_value(const Table& table, arma::uword i);
/// "rows of 'mw' (1 number), 'smiles' (a string)"
std::string kind_of(const Table& table);

}  // namespace preimage::samples
