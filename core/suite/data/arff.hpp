// ARFF, the table format of Weka, Mulan and MEKA: `@relation`, an `@attribute` line per column, `@data`, then
// rows, dense (1,0,x, or, where a row has no comma, 1 0 x) or sparse ({2 1, 5 x}: column numbers from 0, each
// with its value).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

/// Fields of all rows together: a sparse row is a few bytes of text and may mean many.
inline constexpr std::size_t kMaxArffFields = std::size_t{1} << 27;

/// Words are in single or double quotes, with backslashes, where they hold blanks, commas or braces; `%`
/// begins a comment.
/// Unquoted `?` is a value that is not known: the field is "", and is_unknown says so. What a sparse row
/// leaves out is 0 of numeric columns and the first value of nominal ones.
///
/// KEEL's ranges behind a type, `real [0, 1]` and `integer[1,10]`, and its lines @inputs and @outputs are
/// read over.
///
/// labels(): MEKA says in the relation's name which columns are labels: `-C 3` the first three, `-C -3` the
/// last. It is used where it occurs once, beside no filters of Weka or MEKA, and the columns can hold 0 and 1
/// alone; else labels_doubt() says why not.
class ArffReader final : public TableReader {
 public:
  /// Reads the header.
  /// throws  DataError "source:line: ..." for anything that is no ARFF header, a column without name or with
  ///         that of another, relational columns, more than kMaxColumns
  ArffReader(std::string text, std::string source);
  ArffReader(const ArffReader&) = delete;  // lines are views into the text
  ArffReader& operator=(const ArffReader&) = delete;

  /// throws  DataError "source:line: ..." for another number of values than columns, a value that a nominal
  ///         column does not have, weights of rows, column numbers that do not rise, a text that a sparse row
  ///         leaves out, more than kMaxRows or kMaxArffFields
  using TableReader::next;
  bool next() override;
  const std::string& text(std::size_t column) const override { return fields_[column]; }
  /// Of what a sparse row leaves out it is known without a look at the text.
  std::optional<double> number(std::size_t column) const override {
    return is_said_[column] ? TableReader::number(column) : left_out_numbers_[column];
  }
  bool is_unknown(std::size_t column) const override { return unknown_[column]; }
  NumberType number_type(std::size_t column) const override {
    return attributes_[column].is_date ? NumberType::none : NumberType::unsaid;
  }
  bool declares_values(std::size_t column) const override { return !attributes_[column].values.empty(); }

 private:
  struct Attribute {
    std::vector<std::string> values;        // of a nominal one
    bool is_text = false, is_date = false;  // string or date; date
  };
  class Scanner;

  void read_header();
  void read_attribute(Scanner& line);
  void read_labels(const std::string& relation);
  void read_dense(Scanner& line);
  void read_sparse(Scanner& line);
  void set(std::size_t column, Scanner& line);
  [[noreturn]] void fail(const std::string& message) const;

  std::string text_, relation_;
  std::vector<std::string_view> lines_;
  std::vector<Attribute> attributes_;
  std::vector<std::string> left_out_, fields_;  // what a sparse row does not say; the last row
  std::vector<std::optional<double>> left_out_numbers_;
  std::vector<bool> unknown_, is_said_;  // of the last row
  std::size_t next_line_ = 0, rows_ = 0;
};

}  // namespace preimage::suite::data
