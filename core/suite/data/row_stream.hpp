// A large table in blocks of rows, so that memory does not grow with the file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/delimited.hpp"

namespace preimage::suite::data {

/// "-" is standard input; else a file. A compressed one is held whole.
/// throws  FileError naming it; DataError as read_gzip
class ByteStream {
 public:
  explicit ByteStream(const std::filesystem::path& path);
  /// Up to the next line end, which is part of it; false at the end. Where the first line ends with CR alone, CR ends
  /// lines, as LF.
  /// throws  DataError for a line longer than 64 MiB;  FileError where it cannot be read
  bool next_line(std::string& line);
  const std::string& source() const { return source_; }

 private:
  std::string source_;
  std::unique_ptr<std::istream> file_;  // or none: standard input
  std::istream* stream_;
  std::optional<bool> ends_with_cr_;  // the first line, once it is known
};

/// The rows of a CSV file, block by block, each with the header.
class CsvBlocks {
 public:
  /// Reads the header, and the rows behind it that CsvReader looks at, a block at most.
  /// throws  as CsvReader, ByteStream; DataError for ARFF and NumPy's arrays, which are no such streams
  CsvBlocks(const std::filesystem::path& path, std::size_t rows_per_block, const LineRules& rules = {});
  const CsvReader& header() const { return *header_; }
  /// The next rows as a file of their own, whose messages name the lines of the whole; nothing behind the last.
  /// throws  as CsvReader, ByteStream
  std::optional<CsvReader> next();

 private:
  /// A row as it is in the file: a quoted field may hold line ends; comments before it are part of it. False
  /// at the end.
  bool append_row(std::string& text);

  ByteStream stream_;
  std::size_t rows_per_block_;
  std::string comment_;
  std::string header_text_, ahead_;  // rows that were read with the header
  std::size_t rows_ahead_ = 0;
  std::optional<std::size_t> lines_before_ahead_;
  std::optional<CsvReader> header_;
  std::size_t lines_ = 0;  // read so far
};

/// The rows of any table, block by block. CSV and its like is read as far as it is asked for; other formats, and compressed
/// files, are held whole.
class TableBlocks {
 public:
  /// throws  as CsvBlocks and TableFile
  TableBlocks(const std::filesystem::path& path, std::size_t rows_per_block, const LineRules& rules = {});
  const TableReader& header() const {
    return whole_ ? *whole_ : static_cast<const TableReader&>(csv_->header());
  }
  /// Gives columns that have no names in the file these, in order; false where they have, or are not as many.
  bool name_columns(const std::vector<std::string>& names);
  /// The next rows, until the next call; nullptr behind the last.  throws  as the readers
  TableReader* next();

 private:
  std::size_t rows_per_block_;
  std::optional<CsvBlocks> csv_;
  std::unique_ptr<TableReader> whole_;
  std::unique_ptr<TableReader> block_;
};

}  // namespace preimage::suite::data
