// The user's own data: a table with named columns, CSV or ARFF, or one of training samples with one of test
// samples.
#pragma once

#include <algorithm>
#include <armadillo>
#include <compare>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "suite/data/delimited.hpp"
#include "suite/data/gap_words.hpp"

namespace preimage::suite::data {

/// What the output columns hold. vector: numbers in any number of columns. The others take one column:
/// class_label: any text; label_set: labels separated by ';' (VectorColumns::separator), an empty field is
/// the empty set; string: bytes. Ordinal outputs are classes with VectorColumns::levels. label_set takes
/// several columns, too, of 0 and 1: each is a label, and its name the column's.
enum class OutputKind { vector, class_label, label_set, string };

/// The words for what columns hold, as typed in configs and on the command line.
inline const std::vector<std::string>& output_kind_names() {
  static const std::vector<std::string> names = {"vector", "class", "ordinal", "label_set", "string"};
  return names;
}

/// Requires one of output_kind_names().
inline OutputKind kind_of(const std::string& name) {
  if (name == "class" || name == "ordinal") return OutputKind::class_label;
  if (name == "label_set") return OutputKind::label_set;
  return name == "string" ? OutputKind::string : OutputKind::vector;
}

struct VectorColumns {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  OutputKind output_kind = OutputKind::vector;
  std::optional<std::string> fold;  // integers
  std::optional<std::string> id;    // any text, unique
  /// Which rows belong together (grouped_texts).
  std::optional<std::string> group = std::nullopt;
  /// 0, or how many bytes in a row two texts of the group column share whose rows belong together
  /// (linked_texts). It may be an input then, too.
  std::size_t group_overlap = 0;
  std::optional<std::string> time = std::nullopt;  // when each row was (TimeRows); it may be an input, too
  /// Whether an input may be missing (is_gap), which becomes NaN. Else it is an error.
  bool allow_missing_inputs = false;
  /// Those of the inputs that hold categories: a field is the number of its level (ColumnLevels).
  std::vector<std::string> categories = {};
  bool allow_missing_categories = false;  // the same of these alone
  /// Those of the inputs that hold strings: any text as it is, likewise by its number; an empty field, and
  /// NA, are strings.
  std::vector<std::string> strings = {};
  GapWords gap_words = {};
  /// Of classes that have an order: all of them, from the lowest to the highest; a class is numbered by its
  /// place. Else empty.
  std::vector<std::string> levels = {};
  std::string separator = ";";  // between the labels of a set in one column
  /// Rows without an output are left out. Else they are an error.
  bool drop_missing_outputs = false;
  /// Ends the error of a text where a number is expected.
  std::string text_inputs_advice = "";
  /// Ends the error of rows without an output: how a user has them left out.
  std::string missing_outputs_advice = "";
  /// What words such as `all` leave out, until they are expanded.
  std::vector<std::string> except = {};
  auto operator<=>(const VectorColumns&) const = default;
  /// Requires one of the inputs.
  std::size_t place_of(const std::string& input) const {
    return static_cast<std::size_t>(std::find(inputs.begin(), inputs.end(), input) - inputs.begin());
  }
  bool is_string(const std::string& input) const {
    return std::find(strings.begin(), strings.end(), input) != strings.end();
  }
  bool is_category(const std::string& input) const {
    return std::find(categories.begin(), categories.end(), input) != categories.end();
  }
};

/// The texts of each column of categories, by its place among the inputs: that of number l is texts[l]. The
/// first four are two_valued_levels(), whether the file has them or not; the others follow in the order of
/// ClassOutputs::names. Likewise of each column of strings: the different ones in the order of the rows.
using ColumnLevels = std::map<std::size_t, std::vector<std::string>>;

/// false, true, no, yes: written in any case in a file, and the pairs of models::kTwoValued.
const std::vector<std::string>& two_valued_levels();

/// Classes are numbered in the order of their levels, or else of their texts (whole numbers by value, then
/// all others byte by byte), not of the rows, so that no sample's label changes the order of the others;
/// names[label] is the text.
struct ClassOutputs {
  std::vector<int> labels;
  std::vector<std::string> names;
};
struct LabelSetOutputs {
  std::vector<std::set<int>> sets;
  std::vector<std::string> names;
};
using Outputs = std::variant<arma::mat, ClassOutputs, LabelSetOutputs, std::vector<std::string>>;

std::size_t row_count(const Outputs& outputs);

/// The class of each row; none of other outputs.
std::vector<int> class_numbers(const Outputs& outputs);

/// What a file says of its n rows beside inputs and outputs.
struct RowFacts {
  ColumnLevels levels;                  // of inputs that hold categories
  std::vector<int> folds;               // n, or empty without a fold column
  std::vector<std::string> fold_texts;  // the same as the file has them
  std::vector<std::size_t> lines;  // n: where each row begins in its file; or empty where a file has none
  std::vector<std::size_t>
      rows;  // n: the number of each in its file from 1, where rows are left out; or empty
  std::vector<std::string> remarks;  // of the readers: TableReader::remarks()
  std::string
      dropped;  // "file: column 'y': 3 of 50 rows ...", where rows without an output were left out; or ""
};

/// Rows in groups, by their texts.
struct GroupedTexts {
  std::vector<int> of;             // the number of each row's group, from 0 in order of first appearance
  std::vector<std::string> names;  // of each group: the text of its first row
};

struct VectorData : RowFacts {
  arma::mat inputs;              // n x inputs, columns as asked for
  Outputs outputs;               // n rows (n x outputs for OutputKind::vector)
  std::vector<std::string> ids;  // n: the id column, else the line number; of two files 0, 1, ...
  GroupedTexts groups;           // of the n rows; or empty without a group column
  std::vector<double> times;     // n, as TimeRows; or empty without a time column
  bool times_are_dates = false;
};

/// Is shown a row while it is read.
using RowVisitor = std::function<void(const TableReader&)>;

/// Reads the columns asked for; others are ignored, but for `visit`, which sees each row that has outputs.
/// Numbers are spelled as config::read_decimal has it (no nan, no inf).
/// throws  ConfigError for no input or output column, a column with two uses, several columns for one label;
///         DataError "file:1: no column 'agee', did you mean 'age'?",
///         "file:7: column 'age': expected a number, found 'n/a'", for an empty label or one with blanks
///         around it, a label twice in one set, a text that is none of the levels, an indicator that is
///         neither 0 nor 1, an id twice, fewer than 2 rows, and what the readers throw;
///         "file: column 'y': 3 of 50 rows have no output ('NA'; lines 4, 7, 9): ..." where output fields are
///         gaps (is_gap).
///         likewise where fields of the group column are, and for rows that are all one group.
///         Of label sets in one column an empty field is the empty set; of strings, and of texts where the
///         format itself lists the values (ColumnFormat::declares_values), only what is_unknown says is a gap
VectorData read_vectors(TableReader& table, const VectorColumns& columns, const RowVisitor& visit = {});
inline VectorData read_vectors(TableReader&& table, const VectorColumns& columns) {
  return read_vectors(table, columns);
}

/// The rows of two tables one after the other: fold 0, named "training", and fold 1, "test". Both have the
/// columns, by their names, in any order.
/// throws  ConfigError also for a fold column
VectorData read_training_and_test(TableReader& training, TableReader& test, const VectorColumns& columns);

/// Where all texts are numbers, those that are equal digit by digit (config::exact_decimal) are one group:
/// 001 and 1. Else those that are equal letter by letter, but for blanks around them: the wells 1E2 and 10E1
/// beside 1A1 are two.
GroupedTexts grouped_texts(const std::vector<std::string>& texts);

/// Two texts that share `overlap` bytes in a row, or are equal, are of one group, and so are all that are
/// linked by others: windows that were cut from one sequence.
/// cost  O(b log b) comparisons of texts, memory of 24 b bytes, for texts of b bytes
GroupedTexts linked_texts(const std::vector<std::string>& texts, std::size_t overlap);

/// The group column alone, as in VectorData.
/// throws  DataError where fields are gaps, for rows that are all one group, and what the readers throw
GroupedTexts read_groups(TableReader& table, const std::string& column);

/// What a field means that is_gap holds for.
enum class Gaps {
  no_outputs,  // an output is missing: all such rows are refused together
  no_numbers   // of numbers: the first is refused by its place; of other kinds as no_outputs
};

/// Some columns of one kind alone: what a Gram matrix is computed on, outputs beside one, or new inputs.
/// Throws as read_vectors.
Outputs read_columns(TableReader& table, const std::vector<std::string>& columns, OutputKind kind,
                     Gaps gaps = Gaps::no_outputs);
/// wanted  outputs, output_kind, levels, separator
Outputs read_outputs(TableReader& table, const VectorColumns& wanted, Gaps gaps = Gaps::no_outputs);
/// With Gaps::no_numbers; columns as split_names has them.
Outputs load_columns(const std::filesystem::path& path, const std::vector<std::string>& columns,
                     OutputKind kind, const LineRules& rules = {});

}  // namespace preimage::suite::data
