// Which columns of a table a config means.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

/// The word of `categories` for every input column that holds texts (columns_of_texts).
inline constexpr const char* kIndicators = "indicators";
/// Whether `categories` is that word, so that the rows of the table tell which columns are meant.
bool are_found(const std::vector<std::string>& categories);

/// The word of `na` after which NA and the like are texts, alone or among others.
inline constexpr const char* kNoGapWords = "none";
/// Of `na`, and of `init --na`: that word, and the texts that mean a missing value.
suite::data::GapWords gap_words_of(std::vector<std::string> words);

/// Throws of a key of `dataset`.
using FailAtKey = std::function<void(const std::string& key, const std::string& message)>;

/// The columns that the words mean ("all", x0-x63, TAG_*; see expand_columns) in a table with this
/// header. Of categories "all" are all inputs; the word kIndicators stays.
/// fail    throws; called for "all" inputs and outputs, for `except` that nothing is left out of, and for
///         categories that are no inputs
/// throws  DataError for columns that it does not have
/// columns  as a config words them
suite::data::VectorColumns columns_of(suite::data::VectorColumns columns,
                                      const suite::data::TableReader& table, const FailAtKey& fail);

/// Reads `output_kind`, and what belongs to one kind: `levels` of ordinal outputs, `separator` of label sets.
/// throws  ConfigError for levels without an order, or that occur twice, and where they are missing
void read_output_kind(const suite::config::Reader& dataset, suite::data::VectorColumns& columns);

/// Reads `inputs`, `outputs`, `except`, `output_kind`, `fold`, `id`, `group`, `time`, `categories` and `na`
/// of `dataset`, and logs them as they are written: of a file of the manifest, whose content is known, and
/// which need not be there for a config to be read.
suite::data::VectorColumns parse_worded_columns(const suite::config::Reader& dataset);

/// The same of a file that is there, or of two, the second with the outputs. Words that may mean several
/// columns are expanded by its header, which is read for them alone.
///
/// What is logged, and so is part of a cell's key, are the columns themselves, in their order: never "all", a
/// range or `except`. So a config that says "all" has the cells of one that names the same columns, and each
/// spelling of them the same; a file that gets another column (its content is part of the key, too) or
/// another `except` has others. Words that are names are logged as they are written.
/// throws  ConfigError; where there are such words, DataError for a file that cannot be read and for columns
///         that it does not have
suite::data::VectorColumns parse_columns(const suite::config::Reader& dataset,
                                         const std::filesystem::path& file,
                                         const std::optional<std::filesystem::path>& outputs = std::nullopt,
                                         const suite::data::LineRules& rules = {});

/// Where the one input column is named "all": that the word means this column, and what would mean every one.
std::vector<std::string> word_warnings(const std::vector<std::string>& inputs);

}  // namespace preimage::suite::own_data
