#include "suite/data/row_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/data/foreign_file.hpp"
#include "suite/data/gzip.hpp"
#include "suite/data/npy_table.hpp"

namespace preimage::suite::data {

namespace {

constexpr std::size_t kLongestLine = std::size_t{64} << 20;

/// As CsvReader leaves out.
bool is_empty_line(std::string_view line) {
  return line.find_first_not_of("\r\n") == std::string_view::npos;
}

bool says_separator(std::string_view line) {
  return line.starts_with("sep=") && line.find_first_of("\r\n") == 5;
}

/// The rows of a table that follow, as many as a block has.
class NextRows final : public TableReader {
 public:
  /// first  has been read already
  NextRows(TableReader& whole, std::vector<std::string> first, std::size_t rows)
      : TableReader(whole.source()), whole_(whole), first_(std::move(first)), rows_(rows) {
    header_ = whole.header();
    unnamed_ = whole.unnamed();
  }
  bool next(std::vector<std::string>& fields) override {
    if (rows_ == 0) return false;
    --rows_;
    if (first_) {
      fields = *std::exchange(first_, std::nullopt);
    } else if (!whole_.next(fields)) {
      return false;
    }
    row_line_ = whole_.line();
    return true;
  }
  bool is_unknown(std::size_t column) const override { return whole_.is_unknown(column); }
  bool declares_values(std::size_t column) const override { return whole_.declares_values(column); }
  NumberType number_type(std::size_t column) const override { return whole_.number_type(column); }
  bool has_names() const override { return whole_.has_names(); }

 private:
  TableReader& whole_;
  std::optional<std::vector<std::string>> first_;
  std::size_t rows_;
};

bool is_compressed(const std::filesystem::path& path, std::string_view bytes) {
  return path.extension() == ".gz" || bytes.starts_with("\x1f\x8b");
}

/// Whether a file is read as far as it is asked for: fields between separators, and not compressed. A pipe is.
bool is_stream(const std::filesystem::path& path) {
  std::error_code none;
  if (path == "-" || !std::filesystem::is_regular_file(path, none)) return true;
  const std::string bytes = beginning_of(path);
  return !is_compressed(path, bytes) && table_format(bytes, path) == TableFormat::delimited;
}

}  // namespace

ByteStream::ByteStream(const std::filesystem::path& path)
    : source_(path == "-" ? "standard input" : path.string()) {
  stream_ = &std::cin;
  if (path == "-") return;
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) throw FileError(source_ + ": is a folder, expected a file");
  const bool is_regular = std::filesystem::is_regular_file(path, none);
  if (is_regular && is_compressed(path, beginning_of(path)))
    file_ = std::make_unique<std::istringstream>(read_maybe_gzip(path, {.bytes = kMaxTextBytes}));
  else
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

CsvBlocks::CsvBlocks(const std::filesystem::path& path, std::size_t rows_per_block, const LineRules& rules)
    : stream_(path), rows_per_block_(rows_per_block), comment_(rules.comment) {
  std::string above;
  for (; rules.header != Header::none && append_row(header_text_); header_text_.clear()) {
    while (!comment_.empty() && header_text_.starts_with(comment_))
      header_text_.erase(0, header_text_.find('\n') + 1);
    if (says_separator(header_text_))
      above = header_text_;
    else if (!is_empty_line(header_text_))
      break;
  }
  lines_before_ahead_ = lines_;
  while (rows_ahead_ < std::min(rows_per_block_, CsvReader::kRowsAhead) && append_row(ahead_)) ++rows_ahead_;
  if (table_format(header_text_ + ahead_, "") != TableFormat::delimited)
    throw DataError(stream_.source() +
                    ": ARFF and NumPy arrays are read from a file, not from a stream: name the file");
  header_.emplace(above + header_text_ + ahead_, stream_.source(), rules);
  header_text_ = header_->header_line();
}

bool CsvBlocks::append_row(std::string& text) {
  const std::size_t begin = text.size();
  std::string line;
  std::size_t quotes = 0;
  bool has_row = false;
  while (stream_.next_line(line)) {
    text += line;
    ++lines_;
    if (!has_row && !comment_.empty() && line.starts_with(comment_)) continue;
    has_row = true;
    quotes += static_cast<std::size_t>(std::count(line.begin(), line.end(), '"'));
    if (quotes % 2 == 0) return true;
    if (text.size() - begin > kLongestLine)
      throw DataError(fmt::format("{}:{}: a row of more than {} bytes: is a quote not closed?",
                                  stream_.source(), lines_, kLongestLine));
  }
  return has_row;
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
  return CsvReader(std::move(text), *header_, lines_before);
}

TableBlocks::TableBlocks(const std::filesystem::path& path, std::size_t rows_per_block,
                         const LineRules& rules)
    : rows_per_block_(rows_per_block) {
  if (path != "-") refuse_foreign_file(path);
  if (is_stream(path))
    csv_.emplace(path, rows_per_block, rules);
  else
    whole_ = open_table(path, rules);
}

bool TableBlocks::name_columns(const std::vector<std::string>& names) {
  auto* array = dynamic_cast<NpyReader*>(whole_.get());
  if (array == nullptr || array->header().size() != names.size()) return false;
  array->name_columns(names);
  return true;
}

TableReader* TableBlocks::next() {
  block_.reset();
  if (whole_) {
    std::vector<std::string> first;
    if (whole_->next(first)) block_ = std::make_unique<NextRows>(*whole_, std::move(first), rows_per_block_);
  } else if (std::optional<CsvReader> rows = csv_->next()) {
    block_ = std::make_unique<CsvReader>(*std::move(rows));
  }
  return block_.get();
}

}  // namespace preimage::suite::data
