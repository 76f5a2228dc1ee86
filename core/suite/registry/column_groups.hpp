// What the map of a kernel compares, and of a kernel on rows of a table the columns that its groups name.
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
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

inline constexpr const char* kGroupColumns = "columns";
inline constexpr const char* kGroupKernel = "kernel";
/// Of all inputs; of those of a group one word. What its words mean: kScales.
inline constexpr Choices kScale{
    {"scale", "none | standard | minmax", "of the inputs; of a list the inner folds choose", "none"}};
inline constexpr std::initializer_list<models::Scale> kScales = {models::Scale::none, models::Scale::standard,
                                                                 models::Scale::minmax};

enum class Compares { vectors, strings, rows };

/// By its name, or, of a wrapper, that of its base. `vectors` where no table has the name: the reader of the
/// kernel then says so.
/// throws  ConfigError where a base is no map
Compares compares(const config::Reader& kernel);

/// throws  ConfigError "expected one of ..." for a name that no kernel on vectors, strings or rows has
void require_known(const config::Reader& kernel);

/// Some words for columns that a kernel on rows of a table names together.
struct ColumnGroup {
  std::vector<std::string> words;
  Compares compares;      // vectors or strings
  config::Reader reader;  // of the group's map
};

/// The groups of a kernel on rows, below wrappers, too. Nothing of them is logged by this.
/// Requires Compares::rows.
/// throws  ConfigError
std::vector<ColumnGroup> column_groups(const config::Reader& kernel);

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
