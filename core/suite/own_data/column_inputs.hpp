// Inputs of a table that are strings, or numbers beside strings.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "preimage/models/column_transform.hpp"
#include "preimage/models/prepared_method.hpp"
#include "suite/config/reader.hpp"
#include "suite/own_data/data_file.hpp"

namespace preimage::suite::own_data {

/// A word by which groups of a kernel on rows name columns, and one column of their tables: `x0-x63` is one of
/// 64 numbers.
struct ColumnWord {
  std::string text;
  std::vector<std::size_t> places;  // of the inputs
  bool is_string = false;
  std::optional<models::Scale> scale;  // of its own
};

/// The words of all groups, each once. Requires a kernel on rows of a table.
/// inputs  their names
/// throws  ConfigError for a word that names no input, strings by a word for several columns, an input in no
///         group, one that is a string here and a number there, and a word with two scales
std::vector<ColumnWord> column_words(const suite::config::Reader& input_kernel,
                                     const std::vector<std::string>& inputs);

/// Which of the inputs `input_kernel` compares as strings: a kernel on strings the only one, one on rows those
/// of its groups.
/// throws  ConfigError as column_words, for a kernel on strings beside several inputs, and for strings among
///         the categories
std::vector<std::string> string_columns(const suite::config::Reader& root,
                                        const suite::data::VectorColumns& columns);

/// The inputs as methods learn from them, without their kernels. A column that two words name is there twice.
/// options  of all inputs, in their order
models::RawVectors raw_inputs(const OwnData& data, const std::vector<ColumnWord>& words,
                              const models::ColumnOptions& options);

/// The texts of an input column of strings.
std::vector<std::string> strings_of(const OwnData& data, std::size_t place);

/// Each string becomes 0.
arma::mat without_strings(arma::mat inputs, const suite::data::VectorColumns& columns);

/// "column 'mw' is in 2 groups of input_kernel: ...", and of strings that are all numbers.
std::vector<std::string> column_warnings(const OwnData& data, const std::vector<ColumnWord>& words);

}  // namespace preimage::suite::own_data
