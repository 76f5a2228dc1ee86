// The columns that a kernel on rows of a table compares: those that its groups name.
#pragma once

#include <armadillo>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "preimage/models/column_transform.hpp"
#include "preimage/models/prepared_method.hpp"
#include "suite/config/reader.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::registry {

/// A word by which groups of a kernel on rows name columns, and one column of their tables: `x0-x63` is one
/// of 64 numbers.
struct ColumnWord {
  std::string text;
  std::vector<std::size_t> places;  // of the inputs
  bool is_string = false;
  std::optional<models::Scale> scale;  // of its own
  std::size_t groups = 1;              // that have this word
};

/// The words of all groups, each once. Requires a kernel on rows of a table.
/// inputs  their names
/// throws  ConfigError for a word that names no input, strings by a word for several columns, an input in no
///         group, one that is a string here and a number there, and a word with two scales
std::vector<ColumnWord> column_words(const config::Reader& input_kernel,
                                     const std::vector<std::string>& inputs);

/// Those of the inputs that are strings.
std::vector<std::string> strings_among(const std::vector<ColumnWord>& words,
                                       const std::vector<std::string>& inputs);

/// The texts of a column of strings, whose numbers are `values` (data::ColumnLevels).
std::vector<std::string> strings_of(const arma::vec& values, const std::vector<std::string>& texts);

/// The inputs as methods learn from them, without their kernels. A column that two words name is there twice.
/// inputs   n x d;  options  of all of them, in their order
models::RawVectors raw_rows(const arma::mat& inputs, const data::ColumnLevels& levels,
                            const std::vector<ColumnWord>& words, const models::ColumnOptions& options);

}  // namespace preimage::suite::registry
