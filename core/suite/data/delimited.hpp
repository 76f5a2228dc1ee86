// Text as lines, and the two delimited formats: CSV (RFC 4180, with a header) and TSV (no quoting). Line
// numbers are 1-based; LF and CRLF end a line; a byte order mark in front is skipped; a NUL byte is refused,
// because it means that the file is binary or UTF-16.
#pragma once

#include <cstddef>
#include <filesystem>
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

/// A CSV file row by row, so that a large file costs one row of strings.
class CsvReader final : public TableReader {
 public:
  /// Reads the header.
  /// throws  DataError for an empty file, and for a column name that is empty, repeated, longer than
  ///         kMaxColumnName or holds a control character
  CsvReader(std::string text, std::string source);
  /// The same of a part of a file: its header, and rows that follow line `lines_before` there.
  CsvReader(std::string text, std::string source, std::size_t lines_before);
  /// Reads the next row; false after the last.
  /// throws  DataError "source:line: expected 5 fields, found 4", and for a quote that is not closed, that
  ///         stands inside an unquoted field or that text follows; for more than kMaxRows rows or kMaxColumns
  ///         fields
  bool next(std::vector<std::string>& fields) override;
  /// From now on, and in the header, csv_quoted's guards against spreadsheets are taken off.
  void take_off_guards();
  /// Whether the text's last line has an end, as a file has that was written to the last byte.
  bool ends_with_line_end() const { return text_.ends_with('\n'); }

 private:
  bool at_end() const { return position_ == text_.size(); }
  void check_header() const;
  bool read_row(std::vector<std::string>& fields);
  std::string read_field();
  std::string read_quoted();
  bool take_line_end();
  [[noreturn]] void fail(std::size_t line, const std::string& message) const;

  bool is_guarded_ = false;
  std::string text_;
  std::size_t position_ = 0, line_ = 1, rows_ = 0;
};

/// A CSV file of at most kMaxTextBytes; a name ending in ".gz" is decompressed.
CsvReader open_csv(const std::filesystem::path& path);

/// The same of a file whose fields csv_quoted has written: each text is what it was before.
CsvReader open_quoted_csv(const std::filesystem::path& path);

/// The text as one field of a CSV file that this program reads again: in quotes where RFC 4180 asks for them.
std::string csv_field(const std::string& text);

/// The same of a file that people open: a spreadsheet would run a text that begins with = + - @, a tab or CR as a formula,
/// so such a one gets a single quote in front, and so does one that has got it already. A number, and several with blanks
/// between them, stays what it is. Where the program reads the file again: open_quoted_csv.
std::string csv_quoted(const std::string& text);

}  // namespace preimage::suite::data
