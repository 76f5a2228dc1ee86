// Which columns of a table a config means.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

/// Columns as a config words them.
struct WordedColumns {
  suite::data::VectorColumns columns;  // of inputs and outputs the words
  std::vector<std::string> except;
};

/// The columns that the words stand for ("all", x0-x63, TAG_*; see expand_columns) in a table with this header.
/// fail    throws; called for "all" inputs and outputs, and for `except` that nothing is left out of
/// throws  DataError for columns that it does not have
suite::data::VectorColumns columns_of(
    const WordedColumns& worded, const suite::data::TableReader& table,
    const std::function<void(const std::string& key, const std::string& message)>& fail);

/// Reads `inputs`, `outputs`, `except`, `output_kind`, `fold`, `id` and `group` of `dataset`, and logs them as they stand: of a file
/// of the manifest, whose content is known, and which need not be there for a config to be read.
WordedColumns parse_worded_columns(const suite::config::Reader& dataset);

/// The same of a file that is there. Words that may stand for several columns are expanded by its header, which is read for
/// them alone.
///
/// What is logged, and so stands in a cell's key, are the columns themselves, in their order: never "all", a range or
/// `except`. So a config that says "all" has the cells of one that names the same columns, and each spelling of them the
/// same; a file that gets another column (its content stands in the key, too) or another `except` has others. Words that
/// are names are logged as they stand.
/// throws  ConfigError; where there are such words, DataError for a file that cannot be read and for columns that it does
///         not have
suite::data::VectorColumns parse_columns(const suite::config::Reader& dataset,
                                         const std::filesystem::path& file);

/// Where the one input column is named "all": that the word means this column, and what would mean every one.
std::vector<std::string> word_warnings(const std::vector<std::string>& inputs);

}  // namespace preimage::suite::own_data
