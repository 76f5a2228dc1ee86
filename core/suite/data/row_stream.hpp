// A large table row by row, so that memory does not grow with the file.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/delimited.hpp"

namespace preimage::suite::data {

/// "-" is standard input; else a file. A compressed one is held whole.
/// throws  FileError naming it; DataError as read_maybe_compressed
class ByteStream {
 public:
  explicit ByteStream(const std::filesystem::path& path);
  /// Up to the next line end, which is part of it; false at the end. Where the first line ends with CR alone,
  /// CR ends lines, as LF.
  /// throws  DataError for a line longer than 64 MiB;  FileError where it cannot be read
  bool next_line(std::string& line);
  /// Looks at no more lines than tell it (fasta.hpp); they are yet to come. Before the first one is taken.
  bool begins_as_fasta();
  const std::string& source() const { return source_; }

 private:
  bool read_line(std::string& line);

  std::string source_;
  std::deque<std::string> ahead_;       // lines that were looked at
  std::unique_ptr<std::istream> file_;  // or none: standard input
  std::istream* stream_;
  std::optional<bool> ends_with_cr_;  // the first line, once it is known
};

/// A table whose rows are read as far as they are asked for, where it is of CSV or its like, or FASTA; other
/// formats, and compressed files, are held whole.
/// ahead  rows behind the header that a stream is waited for
/// throws  as CsvReader, ByteStream and TableFile
std::unique_ptr<TableReader> open_rows(const std::filesystem::path& path, const LineRules& rules = {},
                                       std::size_t ahead = CsvReader::kRowsAhead);

}  // namespace preimage::suite::data
