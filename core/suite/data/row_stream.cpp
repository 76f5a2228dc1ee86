#include "suite/data/row_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::suite::data {

namespace {

constexpr std::size_t kLongestLine = std::size_t{64} << 20;

/// As CsvReader leaves out.
bool is_above_header(std::string_view line) {
  line = line.substr(0, line.find_last_not_of("\r\n") + 1);
  return line.empty() || line == "sep=,";
}

}  // namespace

ByteStream::ByteStream(const std::filesystem::path& path)
    : source_(path == "-" ? "standard input" : path.string()) {
  stream_ = &std::cin;
  if (path == "-") return;
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) throw FileError(source_ + ": is a folder, expected a file");
  if (path.extension() == ".gz")
    throw DataError(fmt::format("{}: compressed files are read from standard input: gunzip -c {} | ... -",
                                source_, source_));
  file_ = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file_) throw FileError(fmt::format("{}: cannot read it: {}", source_, std::strerror(errno)));
  stream_ = file_.get();
}

bool ByteStream::next_line(std::string& line) {
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

CsvBlocks::CsvBlocks(const std::filesystem::path& path, std::size_t rows_per_block)
    : stream_(path), rows_per_block_(rows_per_block) {
  while (append_row(header_text_) && is_above_header(header_text_)) header_text_.clear();
  lines_before_ahead_ = lines_;
  while (rows_ahead_ < std::min(rows_per_block_, CsvReader::kRowsAhead) && append_row(ahead_)) ++rows_ahead_;
  header_.emplace(header_text_ + ahead_, stream_.source());
  header_text_ = header_->header_line();
}

bool CsvBlocks::append_row(std::string& text) {
  const std::size_t begin = text.size();
  std::string line;
  std::size_t quotes = 0;
  while (stream_.next_line(line)) {
    text += line;
    ++lines_;
    quotes += static_cast<std::size_t>(std::count(line.begin(), line.end(), '"'));
    if (quotes % 2 == 0) return true;
    if (text.size() - begin > kLongestLine)
      throw DataError(fmt::format("{}:{}: a row of more than {} bytes: is a quote not closed?",
                                  stream_.source(), lines_, kLongestLine));
  }
  return text.size() > begin;
}

std::optional<CsvReader> CsvBlocks::next() {
  std::string text = header_text_ + std::exchange(ahead_, "");
  const std::size_t lines_before = std::exchange(lines_before_ahead_, std::nullopt).value_or(lines_);
  std::size_t rows = std::exchange(rows_ahead_, 0);
  while (rows < rows_per_block_ && append_row(text)) ++rows;
  if (rows == 0) return std::nullopt;
  const bool is_blank = header_->header().size() > 1 &&
                        text.find_first_not_of("\r\n", header_text_.size()) == std::string::npos;
  if (is_blank && !append_row(text)) return std::nullopt;  // empty lines at the end
  return CsvReader(std::move(text), stream_.source(), lines_before);
}

}  // namespace preimage::suite::data
