// Text as lines, and tables of fields between separators, with a header and RFC 4180's quotes (CSV;
// semicolons and tabs, too). Line numbers are 1-based; LF and CRLF end a line; a byte order mark in front is
// skipped; a NUL byte is refused, because it means that the file is binary or UTF-16. CSV may end its lines
// by CR alone (text_file.hpp).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

inline constexpr std::size_t kMaxTextBytes = std::size_t{256} << 20;
inline constexpr std::size_t kMaxRows = 1000000;
inline constexpr std::size_t kMaxLines = 2 * kMaxRows;  // rows, comments and empty lines
inline constexpr std::size_t kMaxColumns = 100000;
inline constexpr std::size_t kMaxColumnName = 256;  // bytes

/// The lines of `text` without their ends; views into `text`. A last line without end counts.
/// throws  DataError "source:line: ..." at a NUL byte, "source: ..." for more than kMaxLines
std::vector<std::string_view> split_lines(std::string_view text, const std::string& source);

/// The fields of one line.
std::vector<std::string_view> split_fields(std::string_view line, char separator);

/// A CSV file row by row, so that a large file costs one row of strings. Beyond RFC 4180 it may be as
/// programs export it:
///   a;b  a<TAB>b  a|b
///                 fields between semicolons, tabs or bars: where commas do not cut header and first row into
///                 as many fields, and one of these cuts the header and all rows that are looked at so
///   sep=;         a first line for spreadsheets, which says it, and empty lines above the header: no part of
///                 the table
///   ,a,b          the first column has no name (pandas): its name is unnamed(), which is "row" unless
///                 another has it
///   a,b / 1,5,6   rows have one field more than the header and count from 0 or 1 in it (R): the same; where
///                 no comma cuts them, also different texts that are no numbers
///   a,b, / 5,6,   commas behind all rows, with the header or without: empty columns at the end are left out
///   a, b / 5, 6   blanks behind each comma of the header: blanks behind commas belong to no field
/// Empty lines at the end of a file of several columns are no rows.
///
/// A user's table may also be, and remarks() say so:
///   a  b / 5  6   between blanks, where each row that is looked at has as many words, a number among them
///   a,,b,b        columns without a name, with the name of another or with one that is no column's name:
///                 they are numbered
///   a,b / a,b     rows that repeat the header: left out
class CsvReader final : public TableReader {
 public:
  /// How many rows behind the header are looked at to understand it.
  static constexpr std::size_t kRowsAhead = 6;

  /// Reads the header of a table.
  /// throws  DataError for an empty file, a title line above the header, decimal commas between semicolons,
  ///         and for a column name that is empty, repeated, longer than kMaxColumnName, no UTF-8 or holds a
  ///         control character
  CsvReader(std::string text, std::string source);
  /// The same of a user's table.
  /// prefix  of the names of columns where there is no header: x0, x1, ...
  /// throws  DataError with what to type also for lines of # above the header, for the three header lines of
  ///         Qualtrics, and, where the rules do not say what the first line is, for one that reads like data
  CsvReader(std::string text, std::string source, const LineRules& rules, const std::string& prefix = "x");
  /// The same of a user's table that comes line by line and is not held: of any number of rows.
  /// ahead  rows behind the header that it waits for
  /// throws  DataError also for ARFF and NumPy's arrays, which are no such streams
  CsvReader(NextLine next_line, std::string source, const LineRules& rules, std::size_t ahead = kRowsAhead);
  /// Reads the next row; false after the last.
  /// throws  DataError "source:line: expected 5 fields, found 4", and for a quote that is not closed, that
  ///         is inside an unquoted field or that text follows; for more than kMaxRows rows or kMaxColumns
  ///         fields
  using TableReader::next;
  bool next() override;
  const std::string& text(std::size_t column) const override { return fields_[column]; }
  std::vector<std::string> remarks() const override;
  /// From now on, and in the header, csv_quoted's guards against spreadsheets are taken off.
  void take_off_guards();
  /// Whether the text's last line has an end, as a file has that was written to the last byte.
  bool ends_with_line_end() const { return text_.ends_with('\n'); }

 private:
  using Fields = std::vector<std::string>;

  /// Of a stream the text goes on as far as there is another line.
  bool at_end() { return position_ == text_.size() && !append_line(); }
  bool append_line();
  std::string_view rest() const { return std::string_view(text_).substr(position_); }
  /// rules  of a user's table
  void read_table(std::string text, const std::optional<LineRules>& rules, const std::string& prefix);
  /// Empty lines, and a line "sep=," as spreadsheets write and read it, which sets the separator.
  bool skip_above_header();
  void skip_comments();
  void skip_blanks();
  void find_separator(bool is_users);
  void read_header(const std::optional<LineRules>& rules, const std::string& prefix);
  void take_header(Fields header, const std::vector<Fields>& ahead);
  void read_names(bool is_users);
  /// Rows from the place of reading on, of which it reads no more than `count`; then it is where it was.
  std::vector<Fields> rows_ahead(std::size_t count);
  void refuse_title(const Fields& header, const std::vector<Fields>& ahead) const;
  void refuse_decimal_commas(const std::vector<Fields>& ahead) const;
  void refuse_comments();
  void refuse_header_lines(const std::vector<Fields>& ahead) const;
  [[noreturn]] void refuse_data() const;
  /// Leaves out what is no column: fields of commas at the end.
  void take_columns();
  bool only_line_ends_follow();
  bool read_row(Fields& fields);
  std::string read_field();
  std::string read_quoted();
  bool take_line_end();

  NextLine next_line_;  // of a stream, until it ends
  std::size_t ahead_ = kRowsAhead;
  bool is_guarded_ = false, is_stream_ = false;
  char separator_ = ',';  // ' ': blanks and tabs, one or more
  std::string text_, comment_;
  std::size_t position_ = 0, line_ = 1, rows_ = 0;
  std::size_t commas_behind_ = 0;         // fields of each row behind its columns, all of them empty
  bool skips_blanks_ = false;             // behind commas
  std::optional<long> last_counted_row_;  // of rows that have a field more than the header, which counts them
  Fields fields_;                         // of the row that was read last
  Fields names_;                          // of a user's table: the header as it is in the file
  std::vector<std::size_t> repeated_;     // lines that repeat it
  std::vector<std::string> remarks_;
};

/// A CSV file of at most kMaxTextBytes; decompressed.
CsvReader open_csv(const std::filesystem::path& path);

/// The same of a file whose fields csv_quoted has written: each text is what it was before.
CsvReader open_quoted_csv(const std::filesystem::path& path);

/// The text as one field of a CSV file that this program reads again: in quotes where RFC 4180 asks for them.
std::string csv_field(const std::string& text);

/// The same of a file that people open: a spreadsheet would run a text that begins with = + - @, a tab or CR
/// as a formula, so such a one gets a single quote in front, and so does one that has got it already. A
/// number, and several with blanks between them, stays what it is. Where the program reads the file again:
/// open_quoted_csv.
std::string csv_quoted(const std::string& text);
/// A line of such fields, with its end.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace preimage::suite::data
