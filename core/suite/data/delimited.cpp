#include "suite/data/delimited.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/foreign_file.hpp"
#include "suite/data/text_file.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::data {

namespace {

constexpr std::string_view kSeparators = ",\t;|";
constexpr std::size_t kLongestRow = std::size_t{64} << 20;  // of a stream

/// What may be wrong where rows have a field more than the header.
std::string one_more(char separator) {
  return fmt::format(
      "; is a {} in a text (put it in quotes), or has the first column of all rows no name (put one in "
      "front: `sed '1s/^/row{}/' FILE > NEW`)?",
      separator == ','   ? "comma in a number (type a point) or"
      : separator == ';' ? "semicolon"
                         : "separator",
      separator == '\t' ? "\\t" : std::string(1, separator));
}

std::size_t filled(const std::vector<std::string>& fields) {
  return fields.size() - static_cast<std::size_t>(std::count(fields.begin(), fields.end(), ""));
}

/// From where programs count rows.
bool is_first_number(const std::string& field) {
  return field == "0" || field == "1";
}

/// Whether the first fields are 0, 1, 2, ... or 1, 2, 3, ...; of one row that would say nothing.
bool count_from_start(const std::vector<std::vector<std::string>>& rows) {
  if (rows.size() < 2 || !is_first_number(rows.front().front())) return false;
  const long first = *config::parse_integer(rows.front().front());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].front() != std::to_string(first + static_cast<long>(i))) return false;
  }
  return true;
}

bool is_number(const std::string& field) {
  return config::read_decimal(field).has_value();
}

/// Whether the first fields are different texts, as names of rows are; of one row that would say nothing.
bool are_names(const std::vector<std::vector<std::string>>& rows) {
  std::set<std::string_view> names;
  for (const auto& row : rows) {
    if (row.front().empty() || is_number(row.front()) || !names.insert(row.front()).second) return false;
  }
  return rows.size() > 1;
}

/// Numbers as columns have them for names: 0, 1, ..., whole ones at one distance (years), or eight and more
/// that rise or fall (wave lengths).
bool are_names_of_columns(const std::vector<double>& numbers) {
  const std::size_t n = numbers.size();
  if (n < 2) return n == 1 && numbers[0] == 0.0;
  const double step = numbers[1] - numbers[0];
  bool is_even = step > 0.0 && numbers[0] == std::floor(numbers[0]) && step == std::floor(step);
  bool is_monotone = step != 0.0;
  for (std::size_t i = 1; i < n; ++i) {
    is_even = is_even && numbers[i] - numbers[i - 1] == step;
    is_monotone =
        is_monotone && (numbers[i] > numbers[i - 1]) == (step > 0.0) && numbers[i] != numbers[i - 1];
  }
  constexpr std::size_t kFewestEven = 3, kFewestMonotone = 8;
  return (is_even && (n >= kFewestEven || (numbers[0] == 0.0 && step == 1.0))) ||
         (is_monotone && n >= kFewestMonotone);
}

/// Whether the first line is as the rows below: at least half of its fields are numbers above numbers, or
/// texts that recur in their column, and none is a text above numbers.
bool reads_like_data(const std::vector<std::string>& first,
                     const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::vector<std::string>> others;  // than the first line again
  std::ranges::copy_if(rows, std::back_inserter(others), [&](const auto& row) { return row != first; });
  std::vector<double> numbers;
  std::size_t alike = 0, recurring = 0;
  for (std::size_t j = 0; j < first.size(); ++j) {
    std::size_t n_numbers = 0, n_gaps = 0, n_equal = 0, n = 0;
    for (const auto& row : others) {
      if (j >= row.size()) continue;
      ++n;
      n_numbers += is_number(row[j]) ? 1 : 0;
      n_gaps += is_gap(row[j]) ? 1 : 0;
      n_equal += row[j] == first[j] ? 1 : 0;
    }
    const bool is_above_numbers = n_numbers > 0 && n_numbers + n_gaps == n;
    const std::optional<double> number = config::read_decimal(first[j]);
    if (is_above_numbers && !number && (j == 0 || !is_gap(first[j]))) return false;
    if (is_above_numbers) ++alike;
    if (is_above_numbers && number) numbers.push_back(*number);
    if (!number && !first[j].empty() && n_equal > 0) {
      ++alike;
      ++recurring;
    }
  }
  return alike > 0 && 2 * alike >= first.size() && (recurring > 0 || !are_names_of_columns(numbers));
}

/// "row", or where a column has that name the first of row_, row__, ... that none has.
std::string new_name(const std::vector<std::string>& header) {
  std::string name = "row";
  while (std::find(header.begin(), header.end(), name) != header.end()) name += '_';
  return name;
}

/// Whether a blank follows each comma (or other separator) of the first line, of which there is one at least,
/// outside of quotes.
bool blanks_follow_commas(std::string_view text, char separator) {
  bool is_quoted = false, has_comma = false;
  for (std::size_t i = 0; i < text.size() && (is_quoted || text[i] != '\n'); ++i) {
    if (text[i] == '"') is_quoted = !is_quoted;
    if (is_quoted || text[i] != separator) continue;
    has_comma = true;
    if (i + 1 == text.size() || !config::is_blank(text[i + 1])) return false;
  }
  return has_comma;
}

/// What a spreadsheet would compute instead of showing it.
bool is_formula(const std::string& text) {
  if (text.size() < 2 || std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos)
    return false;
  const std::vector<std::string_view> words = split_fields(text, ' ');
  return !std::all_of(words.begin(), words.end(),
                      [](std::string_view word) { return config::parse_decimal(word).has_value(); });
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
  text = without_order_mark(text);
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

CsvReader::CsvReader(std::string text, std::string source) : TableReader(std::move(source)) {
  read_table(std::move(text), std::nullopt, "");
}

CsvReader::CsvReader(std::string text, std::string source, const LineRules& rules, const std::string& prefix)
    : TableReader(std::move(source)), comment_(rules.comment) {
  read_table(std::move(text), rules, prefix);
}

CsvReader::CsvReader(NextLine next_line, std::string source, const LineRules& rules, std::size_t ahead)
    : TableReader(std::move(source)),
      next_line_(std::move(next_line)),
      ahead_(std::min(ahead, kRowsAhead)),
      is_stream_(true),
      comment_(rules.comment) {
  std::string text;
  for (std::string line;
       std::count(text.begin(), text.end(), '\n') <= static_cast<long>(ahead_) && next_line_(line);)
    text += line;
  if (table_format(text, "") != TableFormat::delimited)
    throw DataError(source_ +
                    ": ARFF and NumPy arrays are read from a file, not from a stream: name the file");
  read_table(std::move(text), rules, "x");
}

void CsvReader::read_table(std::string text, const std::optional<LineRules>& rules,
                           const std::string& prefix) {
  text_ = plain_text(std::move(text), source_);
  refuse_fasta(text_, source_);
  refuse_foreign_text(text_, source_);
  const bool says_separator = skip_above_header();
  if (rules && rules->header == Header::refuse && comment_.empty()) refuse_comments();
  if (!says_separator) find_separator(rules.has_value());
  if (rules && (separator_ == ' ' || separator_ == '|'))
    remarks_.push_back(
        source_ + (separator_ == ' ' ? ": fields are read between blanks" : ": fields are read between |"));
  if (rules && (separator_ == ';' || (separator_ == '\t' && !source_.ends_with(".tsv"))))
    separators_found_ = source_ + ": fields are read between " + (separator_ == ';' ? "semicolons" : "tabs");
  read_header(rules, prefix);
}

bool CsvReader::append_line() {
  std::string line;
  if (next_line_ == nullptr || !next_line_(line)) {
    next_line_ = nullptr;
    return false;
  }
  refuse_nul(line, source_, line_);
  if (text_.size() - position_ > kLongestRow)
    fail(fmt::format("a row of more than {} bytes: is a quote not closed?", kLongestRow));
  if (position_ > kLongestRow) text_.erase(0, std::exchange(position_, 0));
  text_ += line;
  return true;
}

void CsvReader::skip_comments() {
  while (!comment_.empty() && !at_end() && rest().starts_with(comment_)) {
    position_ = std::min(text_.find('\n', position_), text_.size() - 1) + 1;
    ++line_;
  }
}

void CsvReader::skip_blanks() {
  while (!at_end() && config::is_blank(text_[position_])) ++position_;
}

bool CsvReader::skip_above_header() {
  bool says_separator = false;
  if (!at_end() && rest().starts_with("sep=") && rest().find_first_of("\r\n") == 5) {
    separator_ = text_[4];
    if (kSeparators.find(separator_) == std::string_view::npos)
      fail(1, fmt::format("'sep={}': expected fields between commas, semicolons, tabs or |",
                          base::shown(text_.substr(4, 1))));
    says_separator = true;
    position_ = 5;
    take_line_end();
  }
  skip_comments();
  while (!at_end() && (rest().starts_with('\n') || rest().starts_with("\r\n"))) {
    take_line_end();
    skip_comments();
  }
  return says_separator;
}

/// What commas do not cut into a table another separator may; of a user's table, blanks where each row has a
/// number.
void CsvReader::find_separator(bool is_users) {
  std::vector<Fields> rows;  // the header and the rows ahead
  const auto cut_by = [&](char separator) {
    separator_ = separator;
    rows = rows_ahead(ahead_ + 1);
    return rows.empty() ? 0 : rows.front().size();
  };
  const auto have = [&](std::size_t n) {
    return std::all_of(rows.begin() + 1, rows.end(), [&](const Fields& row) { return row.size() == n; });
  };
  const bool has_commas = cut_by(',') > 1;
  const std::size_t n_rows = rows.size();
  if (has_commas && (n_rows == 1 || rows[1].size() == rows[0].size())) return;
  for (const char separator : kSeparators.substr(1)) {
    const std::size_t n = cut_by(separator);
    if (n < 2 || rows.size() < n_rows) continue;
    if (have(n) || have(n + 1) || (!has_commas && rows[1].size() > 1)) return;
  }
  const std::size_t words = cut_by(' '), names = words - (words > 0 && rows[0].front() == "#" ? 1 : 0);
  const auto has_number = [](const Fields& row) { return std::any_of(row.begin(), row.end(), is_number); };
  constexpr std::size_t kFewest = 3;
  if (!is_users || words < 2 || rows.size() < kFewest || !(have(names) || have(names + 1)) ||
      !std::all_of(rows.begin() + 1, rows.end(), has_number))
    separator_ = ',';
}

void CsvReader::read_header(const std::optional<LineRules>& rules, const std::string& prefix) {
  skips_blanks_ = separator_ != '\t' && separator_ != ' ' && blanks_follow_commas(rest(), separator_);
  const std::size_t position = position_, line = line_;
  Fields header;
  if (!read_row(header)) fail(1, "empty, expected a header line of column names");
  const std::vector<Fields> ahead = rows_ahead(ahead_);
  refuse_decimal_commas(ahead);
  if (rules && rules->header == Header::none) {
    position_ = position;
    line_ = line;
    for (std::size_t j = 0; j < header.size(); ++j)
      header_.push_back(header.size() == 1 ? prefix : prefix + std::to_string(j));
    return;
  }
  refuse_title(header, ahead);
  if (rules) refuse_header_lines(ahead);
  if (separator_ == ' ' && header.front() == "#") header.erase(header.begin());  // numpy.savetxt
  take_header(std::move(header), ahead);
  if (rules && rules->header == Header::refuse && !unnamed_ && reads_like_data(header_, ahead)) refuse_data();
  read_names(rules.has_value());
}

void CsvReader::take_header(Fields header, const std::vector<Fields>& ahead) {
  header_ = std::move(header);
  while (header_.size() > 1 && header_.back().empty()) {
    header_.pop_back();
    ++commas_behind_;
  }
  const std::size_t more = ahead.empty() || commas_behind_ > 0 ? 0 : ahead.front().size() - header_.size();
  const bool counts = more == 1 && !ahead.front().back().empty() && count_from_start(ahead);
  if (header_.size() > 1 && header_.front().empty()) {
    unnamed_ = new_name(header_);
    header_.front() = *unnamed_;
  } else if (counts ||
             (more == 1 && !ahead.front().back().empty() && separator_ != ',' && are_names(ahead))) {
    unnamed_ = new_name(header_);
    header_.insert(header_.begin(), *unnamed_);
    if (counts) last_counted_row_ = *config::parse_integer(ahead.front().front()) - 1;
  } else if (more == 1 && ahead.front().back().empty()) {
    commas_behind_ = 1;
  }
}

/// A name that no column can have, or that another has, gets a number in a user's table, and is refused in
/// others. Rows are compared with the names as they are in the file.
void CsvReader::read_names(bool is_users) {
  if (is_users && !std::all_of(header_.begin(), header_.end(), is_number)) names_ = header_;
  if (unnamed_ && !names_.empty()) names_.front().clear();
  std::set<std::string> given(header_.begin(), header_.end()),
      seen;  // no hash, which a file could make collide
  std::map<std::string, std::size_t> next;
  std::vector<std::string> said;
  for (std::size_t j = 0; j < header_.size(); ++j) {
    std::string& name = header_[j];
    if (const std::string advice = encoding_advice(name); !advice.empty())
      fail(1, fmt::format("column {}: {}: {}", j + 1, base::excerpt(name), advice));
    const bool is_name = is_column_name(name);
    if (is_name && seen.insert(name).second) continue;
    const std::string why =
        fmt::format("column {} {}", j + 1,
                    name.empty() ? "has no name"
                    : is_name    ? fmt::format("is {} again", base::excerpt(name))
                                 : fmt::format("has no name of one line and at most {} bytes ({})",
                                               kMaxColumnName, base::excerpt(name)));
    if (!is_users) fail(1, why);
    const std::string stem = is_name ? name : "column";
    std::size_t& number = next[stem];
    number = std::max(number, is_name ? 2 : j + 1);
    do {
      name = fmt::format("{}_{}", stem, number++);
    } while (!given.insert(name).second);
    said.push_back(fmt::format("{}: it is named {}", why, base::excerpt(name)));
  }
  if (!said.empty()) remarks_.push_back(source_ + ": " + few_of(said, "; "));
}

std::vector<std::string> CsvReader::remarks() const {
  std::vector<std::string> all = remarks_;
  if (repeated_.empty()) return all;
  std::vector<std::string> lines;
  for (const std::size_t line : repeated_) lines.push_back(std::to_string(line));
  all.push_back(
      fmt::format("{}: left out, for they repeat the header: lines {}", source_, few_of(lines, "; ")));
  return all;
}

std::vector<CsvReader::Fields> CsvReader::rows_ahead(std::size_t count) {
  const std::size_t position = position_, line = line_;
  std::vector<Fields> rows;
  try {
    for (Fields fields; rows.size() < count && read_row(fields);) rows.push_back(fields);
  } catch (const DataError&) {  // is met again, and said, when the row is read
  }
  position_ = position;
  line_ = line;
  row_line_ = 1;
  return rows;
}

void CsvReader::refuse_title(const Fields& header, const std::vector<Fields>& ahead) const {
  const bool is_unnamed_and_one = header.size() == 2 && header.front().empty();
  if (filled(header) != 1 || is_unnamed_and_one) return;
  std::size_t next = 0;  // the first line that could be a header
  while (next < ahead.size() && filled(ahead[next]) < 2) ++next;
  if (next == ahead.size() || (header.size() == 1 && next > 0 && filled(ahead[0]) > 0)) return;
  if (is_first_number(ahead[next].front())) return;  // a row that counts
  if (header.size() > 1 && ahead[next].size() != header.size()) return;
  std::string numbers;
  bool has_per_cent = false;
  if (next + 1 < ahead.size()) {
    for (const std::string& field : ahead[next + 1]) {
      const std::string advice = config::number_advice(field);
      if (numbers.empty() && !advice.empty())
        numbers = fmt::format("; and numbers below are written {}{}", base::excerpt(field), advice);
      has_per_cent = has_per_cent || (!advice.empty() && field.ends_with('%'));
    }
  }
  fail(1, fmt::format("one field has a text, as in a title; the header seems to be line {}{}: "
                      "`tail -n +{} FILE{} > NEW` leaves {} out",
                      next + 2, numbers, next + 2, has_per_cent ? " | sed 's/%//g'" : "",
                      has_per_cent ? "title and signs" : "the title"));
}

void CsvReader::refuse_decimal_commas(const std::vector<Fields>& ahead) const {
  if (separator_ != ';') return;
  for (const Fields& fields : ahead) {
    for (const std::string& field : fields) {
      if (field.find(',') == std::string::npos || config::number_advice(field).empty()) continue;
      fail(
          1,
          fmt::format(
              "fields are separated by semicolons, and numbers are written with commas, as {}: `python3 -c "
              "\"import csv, re, sys; n = r'[-+]?[0-9.]*,[0-9]+(e[-+]?[0-9]+)?'; "
              "csv.writer(sys.stdout).writerows([f.replace('.', '').replace(',', '.') if re.fullmatch(n, f, "
              "re.I) else f for f in r] for r in csv.reader(sys.stdin, delimiter=';'))\" < FILE > NEW` makes "
              "points and commas of them, outside of texts",
              base::excerpt(field)));
    }
  }
}

/// Lines of # that are cut as the next line are rows. The last of others may be the header, as numpy.savetxt
/// writes it: it has as many fields as the next line, which names nothing.
void CsvReader::refuse_comments() {
  constexpr std::size_t kMost = 100;
  const char separator = separator_;
  const std::size_t begin = position_, line = line_;
  std::size_t last = position_, count = 0;
  for (; !at_end() && rest().starts_with('#') && count < kMost; ++count) {
    last = position_;
    position_ = std::min(text_.find('\n', position_), text_.size() - 1) + 1;
  }
  if (count == 0) return;
  position_ = last;
  find_separator(false);
  position_ = begin;
  const std::vector<Fields> rows = rows_ahead(count + 2);
  separator_ = separator;
  const auto has_number = [](const Fields& row) { return std::any_of(row.begin(), row.end(), is_number); };
  const bool names_follow =
      rows.size() == count + 2 && !has_number(rows[count]) && has_number(rows[count + 1]);
  const auto is_cut_alike = [&](const Fields& row) {
    return row.size() == rows[std::min(count, rows.size() - 1)].size();
  };
  const bool are_rows =
      rows.size() >= count && rows[0].size() > 1 && std::all_of(rows.begin(), rows.end(), is_cut_alike);
  const bool is_header = rows.size() > count && is_cut_alike(rows[count - 1]);
  const std::size_t above = names_follow ? count : are_rows ? 0 : count - (is_header ? 1 : 0);
  if (above == 0) return;
  const std::size_t end = line + above - 1;
  fail(line,
       fmt::format(
           "{} with #, as comments do: `sed '{}d' FILE > NEW` leaves them out{}; where they are rows, "
           "`header: none` below dataset (--header none) says so",
           above == 1 ? fmt::format("line {} begins", line) : fmt::format("lines {} to {} begin", line, end),
           above == 1 ? std::to_string(line) : fmt::format("{},{}", line, end),
           above < count ? ""
                         : ", and so does `comment: \"#\"` below dataset (--comment '#'), wherever a line "
                           "begins so"));
}

/// Qualtrics writes the questions and the numbers of its columns below their names.
void CsvReader::refuse_header_lines(const std::vector<Fields>& ahead) const {
  std::size_t end = line_;  // behind the rows so far
  for (std::size_t i = 0; i < std::min<std::size_t>(ahead.size(), 2); ++i) {
    for (const std::string& field : ahead[i])
      end += static_cast<std::size_t>(std::count(field.begin(), field.end(), '\n'));
    ++end;
    if (ahead[i].front().find("{\"ImportId\":") == std::string::npos) continue;
    fail(line_, fmt::format(
                    "three header lines, as Qualtrics writes them: lines {0} to {1} are no answers, and `sed "
                    "{0},{1}d FILE > NEW` leaves them out",
                    line_, end - 1));
  }
}

void CsvReader::refuse_data() const {
  const std::string separator = separator_ == '\t' ? "\\t" : std::string(1, separator_);
  const std::size_t n = header_.size();
  fail(1,
       fmt::format(
           "the first line reads like data, not like names of columns ({}): say `header: none` below dataset "
           "(--header none), or write a header, `sed \"1i $(seq -f x%g -s '{}' 0 {})\" FILE > NEW`; the "
           "columns are x0 to x{} then. Where it is the header, say `header: first_line`",
           base::excerpt(fmt::format("{}", fmt::join(header_, ", "))), separator, n - 1, n - 1));
}

bool CsvReader::only_line_ends_follow() {
  while (text_.find_first_not_of("\r\n", position_) == std::string::npos) {
    if (!append_line()) return true;
  }
  return false;
}

bool CsvReader::next() {
  do {
    if (header_.size() > 1 && only_line_ends_follow()) return false;
    if (!read_row(fields_)) return false;
    take_columns();
    if (++rows_ > kMaxRows && !is_stream_) fail(fmt::format("more than the limit of {} rows", kMaxRows));
    if (fields_ == names_ && fields_.size() > 1) repeated_.push_back(row_line_);
  } while (!repeated_.empty() && repeated_.back() == row_line_);
  if (is_guarded_) std::for_each(fields_.begin(), fields_.end(), take_off_guard);
  return true;
}

void CsvReader::take_columns() {
  Fields& fields = fields_;
  const std::size_t n = header_.size();
  if (fields.size() == n + commas_behind_) {
    const auto is_filled = [](const std::string& field) { return !field.empty(); };
    if (std::any_of(fields.begin() + static_cast<std::ptrdiff_t>(n), fields.end(), is_filled))
      fail(fmt::format("{} fields are filled, but the header has {} names", filled(fields), n));
    fields.resize(n);
  }
  if (fields.size() != n) {
    const bool is_empty = fields.size() == 1 && fields.front().empty();
    if (!is_empty && fields.size() == 1 && rows_ > 0 && only_line_ends_follow())
      fail(fmt::format("expected {} fields, found one below the table: `sed {}d FILE > NEW` leaves it out", n,
                       row_line_));
    fail(is_empty ? fmt::format("an empty line, expected {} fields", n)
                  : fmt::format("expected {} fields, found {}{}", n, fields.size(),
                                rows_ == 0 && fields.size() == n + 1 ? one_more(separator_) : ""));
  }
  if (!last_counted_row_) return;
  const std::optional<long> number = config::parse_integer(fields.front());
  if (number != *last_counted_row_ + 1)
    fail(
        fmt::format("the header has {} names, rows have {} fields, of which the first counts them: "
                    "expected {}, found {}{}",
                    n - 1, n, *last_counted_row_ + 1, base::excerpt(fields.front()), one_more(separator_)));
  last_counted_row_ = number;
}

bool CsvReader::read_row(std::vector<std::string>& fields) {
  fields.clear();
  skip_comments();
  if (at_end()) return false;
  row_line_ = line_;
  if (separator_ == ' ') skip_blanks();
  while (true) {
    if (fields.size() == kMaxColumns) fail(fmt::format("more than the limit of {} columns", kMaxColumns));
    fields.push_back(read_field());
    if (separator_ == ' ') skip_blanks();
    if (take_line_end()) return true;
    if (separator_ != ' ') ++position_;  // read_field stops there or at a line end
    if (skips_blanks_) skip_blanks();
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
  const std::array<char, 3> ends = {separator_, '\n', separator_ == ' ' ? '\t' : '\n'};
  std::size_t end =
      std::min(text_.find_first_of(std::string_view(ends.data(), ends.size()), position_), text_.size());
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
    std::size_t quote = text_.find('"', begin);
    while (quote == std::string::npos && append_line()) quote = text_.find('"', begin);
    if (quote == std::string::npos) fail(first_line, "a quoted field is not closed");
    field.append(text_, begin, quote - begin);
    position_ = quote + 1;
    if (at_end() || text_[position_] != '"') break;
    field += '"';  // a doubled quote is one
  }
  line_ += static_cast<std::size_t>(std::count(field.begin(), field.end(), '\n'));
  const bool ends = at_end() || text_[position_] == separator_ || text_[position_] == '\n' ||
                    (separator_ == ' ' && text_[position_] == '\t') ||
                    text_.compare(position_, 2, "\r\n") == 0;
  if (!ends) fail(line_, "text follows the closing quote of a field");
  return field;
}

CsvReader open_csv(const std::filesystem::path& path) {
  return CsvReader(read_maybe_compressed(path), path.string());
}

CsvReader open_quoted_csv(const std::filesystem::path& path) {
  CsvReader csv = open_csv(path);
  csv.take_off_guards();
  return csv;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  static const re2::RE2 quote("\"", re2::RE2::Latin1);
  std::string doubled = text;
  re2::RE2::GlobalReplace(&doubled, quote, "\"\"");
  return "\"" + doubled + "\"";
}

std::string csv_quoted(const std::string& text) {
  return csv_field((needs_guard(text) ? "'" : "") + text);
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += csv_quoted(field) + ",";
  if (!line.empty()) line.back() = '\n';
  return line;
}

}  // namespace preimage::suite::data
