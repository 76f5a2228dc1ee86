#include "suite/data/delimited.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/number.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/gzip.hpp"

namespace preimage::suite::data {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

void refuse_nul(std::string_view text, const std::string& source) {
  const std::size_t position = text.find('\0');
  if (position == std::string_view::npos) return;
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n');
  throw DataError(fmt::format("{}:{}: found a NUL byte, expected text (UTF-8 or ASCII)", source, line));
}

/// What a spreadsheet would compute instead of showing it.
bool is_formula(const std::string& text) {
  if (text.size() < 2 || std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos)
    return false;
  const std::vector<std::string_view> words = split_fields(text, ' ');
  return !std::all_of(words.begin(), words.end(),
                      [](std::string_view word) { return base::parse_decimal(word).has_value(); });
}

/// A formula, or one with guards in front.
bool needs_guard(const std::string& text) {
  return is_formula(text.substr(std::min(text.find_first_not_of('\''), text.size())));
}

void take_off_guard(std::string& text) {
  if (text.starts_with('\'') && needs_guard(text)) text.erase(0, 1);
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text, const std::string& source) {
  refuse_nul(text, source);
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (lines.size() == kMaxLines)
      throw DataError(fmt::format("{}: more than the limit of {} lines", source, kMaxLines));
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<std::string_view> split_fields(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  fields.reserve(static_cast<std::size_t>(std::count(line.begin(), line.end(), separator)) + 1);
  while (true) {
    const std::size_t end = line.find(separator);
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

CsvReader::CsvReader(std::string text, std::string source)
    : TableReader(std::move(source)), text_(std::move(text)) {
  refuse_nul(text_, source_);
  if (text_.rfind(kByteOrderMark, 0) == 0) position_ = kByteOrderMark.size();
  if (!read_row(header_)) fail(1, "empty, expected a header line of column names");
  check_header();
}

CsvReader::CsvReader(std::string text, std::string source, std::size_t lines_before)
    : CsvReader(std::move(text), std::move(source)) {
  line_ = lines_before + 1;
}

void CsvReader::check_header() const {
  std::set<std::string_view> names;  // no hash, which a file could make collide
  for (const std::string& name : header_) {
    const std::size_t column = names.size() + 1;
    if (name.empty()) fail(1, fmt::format("column {} has no name", column));
    if (!is_column_name(name))
      fail(1, fmt::format("column {}: expected a name of one line and at most {} bytes, found {}", column,
                          kMaxColumnName, base::excerpt(name)));
    if (!names.insert(name).second) fail(1, fmt::format("column '{}' occurs twice", name));
  }
}

bool CsvReader::next(std::vector<std::string>& fields) {
  if (!read_row(fields)) return false;
  if (fields.size() != header_.size()) {
    const bool is_empty = fields.size() == 1 && fields.front().empty();
    fail(row_line_, is_empty ? fmt::format("an empty line, expected {} fields", header_.size())
                             : fmt::format("expected {} fields, found {}", header_.size(), fields.size()));
  }
  if (++rows_ > kMaxRows) fail(row_line_, fmt::format("more than the limit of {} rows", kMaxRows));
  if (is_guarded_) std::for_each(fields.begin(), fields.end(), take_off_guard);
  return true;
}

bool CsvReader::read_row(std::vector<std::string>& fields) {
  fields.clear();
  if (at_end()) return false;
  row_line_ = line_;
  while (true) {
    if (fields.size() == kMaxColumns)
      fail(row_line_, fmt::format("more than the limit of {} columns", kMaxColumns));
    fields.push_back(read_field());
    if (take_line_end()) return true;
    ++position_;  // the comma: read_field stops at a comma or at a line end
  }
}

bool CsvReader::take_line_end() {
  if (at_end()) return true;
  if (text_[position_] == '\r') ++position_;  // read_field stops at CR only before LF
  if (text_[position_] != '\n') return false;
  ++position_;
  ++line_;
  return true;
}

void CsvReader::take_off_guards() {
  is_guarded_ = true;
  std::for_each(header_.begin(), header_.end(), take_off_guard);
}

std::string CsvReader::read_field() {
  if (!at_end() && text_[position_] == '"') return read_quoted();
  std::size_t end = std::min(text_.find_first_of(",\n", position_), text_.size());
  if (end < text_.size() && text_[end] == '\n' && end > position_ && text_[end - 1] == '\r') --end;
  std::string field = text_.substr(position_, end - position_);
  if (field.find('"') != std::string::npos)
    fail(line_,
         "a quote inside a field that does not begin with one (RFC 4180: quote the field, double the quote)");
  position_ = end;
  return field;
}

std::string CsvReader::read_quoted() {
  const std::size_t first_line = line_;
  std::string field;
  while (true) {
    const std::size_t begin = position_ + 1;
    const std::size_t quote = text_.find('"', begin);
    if (quote == std::string::npos) fail(first_line, "a quoted field is not closed");
    field.append(text_, begin, quote - begin);
    position_ = quote + 1;
    if (at_end() || text_[position_] != '"') break;
    field += '"';  // a doubled quote stands for one
  }
  line_ += static_cast<std::size_t>(std::count(field.begin(), field.end(), '\n'));
  const bool ends = at_end() || text_[position_] == ',' || text_[position_] == '\n' ||
                    text_.compare(position_, 2, "\r\n") == 0;
  if (!ends) fail(line_, "text follows the closing quote of a field");
  return field;
}

void CsvReader::fail(std::size_t line, const std::string& message) const {
  throw DataError(fmt::format("{}:{}: {}", source_, line, message));
}

CsvReader open_csv(const std::filesystem::path& path) {
  return CsvReader(read_maybe_gzip(path, {.bytes = kMaxTextBytes}), path.string());
}

CsvReader open_quoted_csv(const std::filesystem::path& path) {
  CsvReader csv = open_csv(path);
  csv.take_off_guards();
  return csv;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string csv_quoted(const std::string& text) {
  return csv_field((needs_guard(text) ? "'" : "") + text);
}

}  // namespace preimage::suite::data
