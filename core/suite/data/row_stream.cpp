#include "suite/data/row_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::suite::data {

namespace {

constexpr std::size_t kLongestLine = std::size_t{64} << 20;

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
  for (int c = bytes.sbumpc(); c != std::char_traits<char>::eof(); c = bytes.sbumpc()) {
    line += static_cast<char>(c);
    if (c == '\n') return true;
    if (line.size() > kLongestLine)
      throw DataError(fmt::format("{}: a line of more than {} bytes", source_, kLongestLine));
  }
  return !line.empty();
}

CsvBlocks::CsvBlocks(const std::filesystem::path& path, std::size_t rows_per_block)
    : stream_(path), rows_per_block_(rows_per_block) {
  append_row(header_text_);
  header_.emplace(header_text_, stream_.source());
  if (!header_text_.ends_with('\n')) header_text_ += '\n';
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
  std::string text = header_text_;
  const std::size_t lines_before = lines_;
  std::size_t rows = 0;
  while (rows < rows_per_block_ && append_row(text)) ++rows;
  if (rows == 0) return std::nullopt;
  return CsvReader(std::move(text), stream_.source(), lines_before);
}

}  // namespace preimage::suite::data
