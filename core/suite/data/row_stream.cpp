#include "suite/data/row_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/fasta.hpp"
#include "suite/data/foreign_file.hpp"

namespace preimage::suite::data {

namespace {

constexpr std::size_t kLongestLine = std::size_t{64} << 20;

/// Whether a file is read as far as it is asked for: fields between separators or FASTA, and not compressed.
/// A pipe is.
bool is_stream(const std::filesystem::path& path) {
  std::error_code none;
  if (path == "-" || !std::filesystem::is_regular_file(path, none)) return true;
  const std::string bytes = beginning_of(path);
  const TableFormat format = table_format(bytes, path);
  return compression_of(bytes, path).empty() &&
         (format == TableFormat::delimited || format == TableFormat::fasta);
}

}  // namespace

ByteStream::ByteStream(const std::filesystem::path& path)
    : source_(path == "-" ? "standard input" : path.string()) {
  stream_ = &std::cin;
  if (path == "-") return;
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) throw FileError(source_ + ": is a folder, expected a file");
  const bool is_regular = std::filesystem::is_regular_file(path, none);
  if (is_regular && !compression_of(beginning_of(path), path).empty())
    file_ = std::make_unique<std::istringstream>(read_maybe_compressed(path));
  else
    file_ = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file_) throw FileError(fmt::format("{}: cannot read it: {}", source_, std::strerror(errno)));
  stream_ = file_.get();
}

bool ByteStream::next_line(std::string& line) {
  if (ahead_.empty()) return read_line(line);
  line = std::move(ahead_.front());
  ahead_.pop_front();
  return true;
}

bool ByteStream::begins_as_fasta() {
  std::string text;
  bool goes_on = true;
  for (std::string line; goes_on && read_line(line);) {
    text += line;
    const bool is_empty = line.find_first_not_of("\r\n") == std::string::npos;
    goes_on = may_be_fasta(text) && (ahead_.empty() || is_empty);
    ahead_.push_back(std::move(line));
  }
  return data::begins_as_fasta(text);
}

bool ByteStream::read_line(std::string& line) {
  line.clear();
  std::streambuf& bytes = *stream_->rdbuf();
  constexpr int kEnd = std::char_traits<char>::eof();
  for (int c = bytes.sbumpc(); c != kEnd; c = bytes.sbumpc()) {
    const bool ends_with_cr = c == '\r' && ends_with_cr_.value_or(true) && bytes.sgetc() != '\n';
    if (c == '\n' || c == '\r') ends_with_cr_ = ends_with_cr_.value_or(ends_with_cr);
    line += ends_with_cr ? '\n' : static_cast<char>(c);
    if (line.back() == '\n') return true;
    if (line.size() > kLongestLine)
      throw DataError(fmt::format("{}: a line of more than {} bytes", source_, kLongestLine));
  }
  return !line.empty();
}

std::unique_ptr<TableReader> open_rows(const std::filesystem::path& path, const LineRules& rules,
                                       std::size_t ahead) {
  if (std::filesystem::is_directory(path)) return open_table(path, rules);
  if (path != "-") refuse_foreign_file(path);
  if (!is_stream(path)) return open_table(path, rules);
  const auto stream = std::make_shared<ByteStream>(path);
  const auto next_line = [stream](std::string& line) { return stream->next_line(line); };
  if (has_fasta_ending(path) || stream->begins_as_fasta()) return read_fasta(next_line, stream->source());
  return std::make_unique<CsvReader>(next_line, stream->source(), rules, ahead);
}

}  // namespace preimage::suite::data
