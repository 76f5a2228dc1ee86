// The file behind `dataset:`, read once: vectors in a table (suite/data/table_reader.hpp), pairs of strings,
// or a Gram matrix with its outputs.
#pragma once

#include <compare>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "preimage/kernels/points.hpp"
#include "suite/config/reader.hpp"
#include "suite/data/data_source.hpp"
#include "suite/data/string_pairs.hpp"
#include "suite/data/vectors.hpp"
#include "suite/own_data/columns.hpp"
#include "suite/own_data/group_columns.hpp"
#include "suite/study/groups.hpp"
#include "suite/study/order.hpp"

namespace preimage::suite::own_data {

/// The files beside the input Gram matrix, whose path is DataFile::path.
struct GramFiles {
  std::filesystem::path outputs;  // a CSV table with columns.outputs, or the outputs' own Gram matrix
  bool outputs_are_gram = false;
  std::optional<std::filesystem::path> folds;
  std::optional<std::filesystem::path> groups;
  auto operator<=>(const GramFiles&) const = default;
};

struct DataFile {
  std::filesystem::path path;
  std::optional<std::filesystem::path> test_path;  // of the samples that test, where those of `path` train
  /// Of files whose outputs are in a second one, a row each in the same order: these.
  std::optional<std::filesystem::path> outputs_path = std::nullopt, test_outputs_path = std::nullopt;
  bool is_of_manifest = false;    // both are files of the manifest: located() finds them
  bool string_pairs = false;      // else a table with `columns`
  bool is_graphs = false;         // such a table: `path` is the folder of a collection
  suite::data::LineRules rules;   // of a text
  std::optional<GramFiles> gram;  // else one of these; of `columns` only outputs and output_kind
  /// Of a file of the manifest words, until it is read. String pairs: only output_kind, which is string.
  suite::data::VectorColumns columns;
  bool allow_constant = false;
  bool looks_for_unused = false;                      // fills OwnData::unused_groups and unused_time
  auto operator<=>(const DataFile&) const = default;  // equal ones hold the same data
};

/// Reads `dataset: {name, path, outputs_path, test_path, test_outputs_path, inputs, outputs, except,
/// output_kind, fold, id, group, time, categories, na, header, comment, constant_columns}`, of string pairs
/// `{name, path, header, comment, constant_columns}`, of graphs `{name, folder, constant_columns}`; of name:
/// gram see gram_file.hpp. `path: {manifest: set/file.gz}` is a file of datasets/manifest.tsv. Any other path
/// is left out of the log (config/named_file.hpp): the content is in data_identity.
/// throws  ConfigError, and what parse_columns throws
DataFile parse_data_file(const suite::config::Reader& dataset);

/// The same with the paths of the files, found and verified.
/// throws  DataError as data::find_dataset
DataFile located(DataFile file, const suite::data::DataSource& source);

struct OwnData : suite::data::RowFacts {
  std::string source;    // the file that `lines` are of; or "" where there are none
  std::string identity;  // the kind and SHA-256 of the content (of a .gz: decompressed), of test samples, too
  std::variant<arma::mat, std::vector<std::string>, kernels::Points> inputs;  // points of a Gram matrix
  std::variant<suite::data::Outputs, kernels::Points> outputs;
  /// Of a table's rows: the id column, else the line, where these are whole numbers; else 0, 1, ...
  std::vector<long> ids;
  suite::data::VectorColumns columns = {};  // of a table: those that were read, its categories by their names
  std::shared_ptr<const suite::study::Groups> groups = nullptr;  // where the file, or one beside it, has them
  std::shared_ptr<const suite::study::Times> times = nullptr;    // where a table has them
  std::vector<std::string> id_texts = {};                        // the id column, or empty
  std::vector<GroupColumn> unused_groups = {};                   // where DataFile::looks_for_unused
  /// Of new samples: `inputs` that a kernel of distances has are their distances to the model's samples.
  bool are_new = false;
  std::optional<TimeColumn> unused_time = {};  // likewise
};

/// Requires a file that is no file of the manifest, or a located one.
/// throws  DataError naming file, line and column; also for a column that holds one value only, unless
///         constant columns are allowed: it says nothing about any sample, so it is more likely a mistake
OwnData load_own_data(const DataFile& file);

/// throws  DataError where all outputs are one
void refuse_constant_outputs(const DataFile& file, const std::filesystem::path& path,
                             const suite::data::Outputs& outputs);

/// The outputs as columns of numbers: vectors as they are, classes by their numbers, and labels that have
/// columns of their own as 0 and 1. Nothing of others.
std::optional<arma::mat> output_numbers(const OwnData& data);

/// 0 ... n - 1
std::vector<long> sample_numbers(std::size_t n);

/// Of an input: a number, or the text of a level.
std::string entry_text(double entry, std::size_t column, const suite::data::ColumnLevels& levels);

/// The texts of vectors of inputs, one per sample: numbers, and categories as the file has them, and NA of a
/// gap, separated by blanks.
std::vector<std::string> input_texts(const arma::mat& rows, const suite::data::ColumnLevels& levels);

/// Inputs and outputs as texts, one per sample: numbers separated by blanks, labels by their separator.
std::vector<std::string> texts_of(const arma::mat& rows);
std::vector<std::string> texts_of(const suite::data::ClassOutputs& classes);
std::vector<std::string> texts_of(const suite::data::LabelSetOutputs& sets,
                                  const std::string& separator = ";");
std::vector<std::string> texts_of(const std::vector<std::string>& strings);

}  // namespace preimage::suite::own_data
