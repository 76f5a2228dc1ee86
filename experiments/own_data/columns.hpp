// Which columns of a CSV file a config means.
#pragma once

#include <filesystem>

#include "suite/config/reader.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::experiments::own_data {

/// Reads `inputs`, `outputs`, `except`, `output_kind`, `fold` and `id` of `dataset`. Words that may stand for several
/// columns ("all", x0-x63; see expand_columns) are expanded by the header of the file, which is read for them alone.
///
/// What is logged, and so stands in a cell's key, are the columns themselves, in their order: never "all", a range or
/// `except`. So a config that says "all" has the cells of one that names the same columns, and each spelling of them the
/// same; a file that gets another column (its content stands in the key, too) or another `except` has others. Words that
/// are names are logged as they stand.
/// throws  ConfigError; where there are such words, DataError for a file that cannot be read and for columns that it does
///         not have
suite::data::VectorColumns parse_columns(const suite::config::Reader& dataset,
                                         const std::filesystem::path& file);

}  // namespace preimage::experiments::own_data
