// A table of named columns, row by row, whatever the format of its file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace preimage::suite::data {

/// Fields are texts, as many in each row as there are columns; no two columns have one name.
class TableReader {
 public:
  virtual ~TableReader() = default;
  const std::vector<std::string>& header() const { return header_; }
  const std::string& source() const { return source_; }
  /// The place of a column in a row.
  /// throws  DataError "source:1: no column 'agee', did you mean 'age'?"
  std::size_t column(const std::string& name) const;
  /// Reads the next row; false after the last.
  /// throws  DataError "source:line: ..."
  virtual bool next(std::vector<std::string>& fields) = 0;
  /// The line on which the row that next() read last begins.
  std::size_t line() const { return row_line_; }
  /// Whether the format itself says that the last row has no value there. Its field is "" then; CSV knows no such thing.
  virtual bool is_unknown(std::size_t /*column*/) const { return false; }
  /// Whether the format lists the column's values, so that none of them means that there is none.
  virtual bool declares_values(std::size_t /*column*/) const { return false; }
  /// The columns that the file itself calls labels, in their order; none in most formats.
  const std::vector<std::string>& labels() const { return labels_; }
  /// Why it is in doubt which columns these are, and what to write in a config; "" where it is not.
  const std::string& labels_doubt() const { return labels_doubt_; }
  /// The name given here to a first column that has none in the file; its header() holds it.
  const std::optional<std::string>& unnamed() const { return unnamed_; }

 protected:
  explicit TableReader(std::string source) : source_(std::move(source)) {}
  TableReader(const TableReader&) = default;
  TableReader(TableReader&&) = default;
  TableReader& operator=(const TableReader&) = default;
  TableReader& operator=(TableReader&&) = default;

  std::string source_, labels_doubt_;
  std::vector<std::string> header_, labels_;
  std::optional<std::string> unnamed_;
  std::size_t row_line_ = 1;
};

/// What follows "no column NAME": which was meant, which there are, or that the fields are not separated by commas.
std::string column_suggestion(const std::string& name, const std::vector<std::string>& header);

/// One line, at most kMaxColumnName bytes, not empty.
bool is_column_name(const std::string& name);

/// Whether a file of that name is ARFF: it ends in ".arff" or ".arff.gz".
bool is_arff(const std::filesystem::path& path);

/// The text of a file as a table: ARFF (arff.hpp) by the name, else CSV (delimited.hpp).
/// throws  what the readers of the formats throw
std::unique_ptr<TableReader> make_table_reader(std::string text, const std::filesystem::path& path);

/// The same of a file of at most kMaxTextBytes; a name ending in ".gz" is decompressed.
std::unique_ptr<TableReader> open_table(const std::filesystem::path& path);

}  // namespace preimage::suite::data
