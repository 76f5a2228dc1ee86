// The keys of `dataset` of own data. Declared once: read by columns, data_file and gram_file, printed by
// `preimage keys dataset`.
#pragma once

#include "suite/registry/parameter.hpp"

namespace preimage::suite::own_data::keys {

using registry::Choice;
using registry::OptionalInteger;
using registry::Part;
using registry::Text;
using registry::Texts;

inline constexpr Choice kName{
    "name", "vectors | string_pairs | graphs | gram",
    "a table; pairs of strings in two columns; graphs with classes; a Gram matrix of the "
    "inputs"};
inline constexpr Choice kConstantColumns{"constant_columns", "refuse | allow",
                                         "a column with one value in every row", "refuse"};
inline constexpr Choice kOutputKind{"output_kind", "vector | class | ordinal | label_set | string",
                                    "what the output columns hold; pairs of strings have strings"};
inline constexpr Texts kLevels{"levels", "two texts at least",
                               "of output_kind ordinal: the classes from the lowest to the highest", true};
inline constexpr Text kSeparator{"separator", "between the labels of a set in one column", ";"};

// A table, and pairs of strings.
inline constexpr Part kPath{"path", "a file | {manifest: FILE}",
                            "the samples: a table, pairs of strings, or a file of datasets/manifest.tsv",
                            true};
inline constexpr Text kOutputsPath{"outputs_path",
                                   "a second file with the outputs, a row each in the same order", ""};
inline constexpr Part kTestPath{"test_path", "a file | {manifest: FILE}",
                                "samples that test, where those of path train", true};
inline constexpr Text kTestOutputsPath{"test_outputs_path", "their outputs, beside outputs_path", ""};
inline constexpr Texts kInputs{"inputs", "all, or names and ranges: x0-x63, TAG_*",
                               "the columns that are predicted from", true};
inline constexpr Texts kOutputs{
    "outputs", "names and ranges, or a file",
    "the columns that are predicted; of a Gram matrix a table with them, or .npy: their own", true};
inline constexpr Texts kExcept{"except", "names and ranges", "columns that `all` and ranges leave out", true};
inline constexpr Text kFold{"fold", "a column of whole numbers: the outer folds, with protocol.outer.given",
                            ""};
inline constexpr Text kGroup{"group", "a column: rows with the same value are on one side of every fold", ""};
inline constexpr OptionalInteger kGroupOverlap{
    {"group_overlap", 1, 10000,
     "beside group: rows whose texts there share as many bytes in a row are of one group, equal or not"}};
inline constexpr Text kTime{
    "time",
    "a column of numbers or dates (2024-01-31, 2024-01-31T09:30): the order of protocol.outer.ordered", ""};
inline constexpr Text kId{"id", "a column that names the rows", ""};
inline constexpr Texts kCategories{"categories", "names and ranges, all, or indicators",
                                   "inputs that are texts; indicators: all such", true};
inline constexpr Texts kNa{
    "na", "none, or a list of texts and numbers",
    "further texts that mean a missing value; none: NA and the like are texts in columns of texts", true};
inline constexpr Choice kHeader{"header", "first_line | none",
                                "whether the first line names the columns, where it is asked about"};
inline constexpr Text kComment{"comment", "how lines begin that are no rows, such as #; else all are", ""};

// Graphs: a table of the columns graph, the input, and class, the output.
inline constexpr Text kFolder{
    "folder", "of a TU collection: NAME_A.txt, NAME_graph_indicator.txt, NAME_graph_labels.txt", ""};

// A Gram matrix.
inline constexpr Text kInput{"input", "the n x n matrix, .npy", ""};
inline constexpr Texts kColumns{"columns", "names", "the columns of the table of outputs (all without it)",
                                true};
inline constexpr Text kFolds{"folds", "a CSV file of one column: the outer fold of each sample", ""};
inline constexpr Text kGroups{"groups", "such a file: the group of each sample", ""};

inline std::vector<registry::ParameterFacts> facts() {
  using registry::optional;
  return registry::below(
      "dataset", registry::facts_of(kName, kPath, kOutputsPath, kTestPath, kTestOutputsPath, kInputs,
                                    kOutputs, kExcept, optional(kOutputKind), kLevels, kSeparator, kFold,
                                    kGroup, kGroupOverlap, kTime, kId, kCategories, kNa, optional(kHeader),
                                    kComment, kFolder, kInput, kColumns, kFolds, kGroups, kConstantColumns));
}

}  // namespace preimage::suite::own_data::keys
