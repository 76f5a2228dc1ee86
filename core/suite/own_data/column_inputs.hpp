// Inputs of a table that are strings, or numbers beside strings.
#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/registry/column_groups.hpp"

namespace preimage::suite::own_data {

/// The words by which `input_kernel` names the columns that it compares: a kernel on rows those of its
/// groups, one on strings the only input. One on vectors names none, and compares all.
/// throws  ConfigError as column_words, for a kernel on strings beside several inputs, and for strings among
///         the categories
std::vector<suite::registry::ColumnWord> compared_columns(const suite::config::Reader& root,
                                                          const suite::data::VectorColumns& columns);

/// Each string becomes 0.
arma::mat without_strings(arma::mat inputs, const suite::data::VectorColumns& columns);

/// "column 'mw' is in 2 groups of input_kernel: ...", and of strings that are all numbers.
std::vector<std::string> column_warnings(const OwnData& data,
                                         const std::vector<suite::registry::ColumnWord>& words);

}  // namespace preimage::suite::own_data
