#include "suite/results/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"
#include "suite/records/verdict.hpp"
#include "suite/results/column_titles.hpp"

namespace preimage::suite::results {

namespace {

constexpr const char* kDigits = "0123456789";
constexpr std::size_t kMaxCell = 2000;  // bytes; longer ones are no cells of a table

using Replacements = std::vector<std::pair<std::regex, const char*>>;

std::string replaced(std::string text, const Replacements& all) {
  for (const auto& [what, by] : all) text = std::regex_replace(text, what, by);
  return text;
}

/// Those of words and no-break spaces, one between words, and none at the ends.
const Replacements kBlanks = {{std::regex("(\\s|\xC2\xA0)+"), " "}, {std::regex("^ | $"), ""}};

/// Signs that say the unit: those in parentheses, behind a title with letters, and others that are not behind a
/// digit, as in "10% labels".
const Replacements kPerCent = {{std::regex(R"(,?\s*[(\[]\s*(in )?\\?%\s*[)\]])"), ""},
                               {std::regex(R"(([A-Za-z].*?),?\s*(in )?\\?%\s*$)"), "$1"},
                               {std::regex(R"((^|[^\d\s,\\])(,?\s*(in )?\\?%))"), "$1"}};

/// A cell without its markup, footnotes, and per cent signs but those behind digits, with one blank between
/// words and "+-" before a spread. Greek letters, R^2 and chi^2 keep their names.
std::string plain_cell(const std::string& cell, const std::string& place) {
  if (cell.size() > kMaxCell)
    throw DataError(fmt::format("{}: {}: no cell of a table", place, base::excerpt(cell)));
  static const Replacements kMarkup = {
      {std::regex(R"(\\(tnote|footnote(mark|text)?)(\[[^\]]*\])?(\{[^{}]*\})?)"), ""},
      {std::regex(R"(~?\\cite[a-zA-Z]*\*?(\[[^\]]*\])*\{[^{}]*\})"), ""},
      {std::regex(R"(\\textsuperscript\{[^{}]*\}|<sup>[^<]*</sup>|\[\^[^\]]*\]|†|‡|§)"), ""},
      {std::regex(R"(\\(ding|(cell|row|text)?color|rotatebox)(\[[^\]]*\])?\{[^{}]*\})"), ""},
      {std::regex(R"((^|[^a-zA-Z])([Rr]|\\chi)\}?\$?\^\{?(2)\}?)"), "$1$2$3"},
      {std::regex(R"(\^\{?\s*(\\?[a-zA-Z]+|\*+|\d+)\s*\}?)"), ""},
      {std::regex(R"(_\{)"), " "},
      {std::regex(R"(\\pm|±|\+/-)"), " +- "},
      {std::regex(R"(−|\\textminus)"), "-"},
      {std::regex(
           R"(\\((var)?(epsilon|phi|theta)|[Aa]lpha|[Bb]eta|[Gg]amma|[Dd]elta|zeta|eta|[Tt]heta|kappa|)"
           R"([Ll]ambda|mu|nu|[Xx]i|[Pp]i|rho|[Ss]igma|tau|[Pp]hi|chi|[Pp]si|[Oo]mega|ell)(?![a-zA-Z]))"),
       "$1"},
      {std::regex(R"((\d)\s*\\?%)"), "$1%"},
      {std::regex(R"((^|[^\d%])\\?%)"), "$1 "},
      {std::regex(R"(\\[a-zA-Z]+\*?|\\[,;:! ]|<[^<>]*>|~)"), " "},
      {std::regex(R"([${}*`])"), ""},
      {std::regex(R"(\\([_&#]))"), "$1"},
      kBlanks[0],
      kBlanks[1]};
  return replaced(cell, kMarkup);
}

/// Whether a cell holds a number, or what was meant as one: "81,5".
bool begins_as_number(const std::string& cell, const std::string& place) {
  static const std::regex kBeginning(
      R"([-+]?\.?\d[\d.,]*([eE][-+]?\d+)?(?!\d)(?!%?\s+[A-Za-z]))");  // no "20 Newsgroups"
  const std::string text = plain_cell(cell, place);
  return std::regex_search(text, kBeginning, std::regex_constants::match_continuous);
}

std::vector<std::string> split(const std::string& text, const std::regex& at) {
  return {std::sregex_token_iterator(text.begin(), text.end(), at, -1), std::sregex_token_iterator()};
}

std::size_t line_ends(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// Behind what follows \begin{tabular} in its line: its width, and the columns, as "{@{}lc}".
std::size_t after_arguments(const std::string& text, std::size_t at) {
  int depth = 0;
  for (; at < text.size() && (depth > 0 || text[at] == '{' || text[at] == '['); ++at) {
    if (text[at] == '{' || text[at] == '[') ++depth;
    if (text[at] == '}' || text[at] == ']') --depth;
  }
  return at;
}

/// A cell that \multicolumn spreads over n columns as n cells, each with its text.
std::vector<std::string> spread_cells(const std::vector<std::string>& cells) {
  static const std::regex kAcross(R"(^\s*\\multicolumn\s*\{\s*(\d)\s*\}\s*\{([^{}]|\{[^{}]*\})*\})");
  std::vector<std::string> all;
  for (const std::string& cell : cells) {
    std::smatch found;
    const bool is_across = cell.size() <= kMaxCell && std::regex_search(cell, found, kAcross);
    all.insert(all.end(), is_across ? std::stoul(found[1]) : 1, is_across ? found.suffix().str() : cell);
  }
  return all;
}

/// Where the first line of a table in Markdown begins, the text's first line or one with a line of dashes below;
/// npos: there is none.
std::size_t markdown_begin(const std::string& text) {
  const std::string blank = " \t\r\n";
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t end = std::min(text.find('\n', line), text.size()),
                      first = std::min(text.find_first_not_of(blank, line), end),
                      below = std::min(text.find('\n', end + 1), text.size());
    const std::string dashes = text.substr(std::min(end + 1, below), below - std::min(end + 1, below));
    const bool is_head =
        dashes.find('-') != std::string::npos && dashes.find_first_not_of("|:-" + blank) == std::string::npos;
    if (first < end && text[first] == '|' && (is_head || text.find_first_not_of(blank) == first)) return line;
    line = end + 1;
  }
  return std::string::npos;
}

/// The rows of a tabular, or of Markdown; none of other text.
std::vector<TextRow> pasted_rows(const std::string& text) {
  const std::size_t markdown = markdown_begin(text);
  const bool is_markdown = markdown != std::string::npos;
  if (!is_markdown && (text.find("\\\\") == std::string::npos || text.find('&') == std::string::npos))
    return {};
  const std::size_t tabular = is_markdown ? std::string::npos : text.find("\\begin{tabular"),
                    begin = is_markdown                    ? markdown
                            : tabular == std::string::npos ? 0
                                                           : after_arguments(text, text.find('{', tabular));
  std::string body = text.substr(begin);
  if (!is_markdown)
    body = replaced(
        body.substr(0, body.find("\\end{tabular")),
        {{std::regex(R"((^|[^\\])%[^\n]*)"), "$1"},
         {std::regex(
              R"(\\(hline|toprule|midrule|bottomrule|(cmidrule|cline|cdashline)(\([^)]*\))?\{[^}]*\}))"),
          ""},
         {std::regex(R"(\\multirow(\[[^\]]*\])?\{[^}]*\}(\[[^\]]*\])?\{[^}]*\})"), ""}});
  std::vector<TextRow> rows;
  std::size_t line = 1 + line_ends(text.substr(0, begin));
  for (std::string row : split(body, std::regex(is_markdown ? R"(\n)" : R"(\\\\(\[[^\]]*\])?)"))) {
    const std::size_t start = row.find_first_not_of(is_markdown ? " \t\r|:-" : " \t\r\n"),
                      after = line + line_ends(row);
    if (start != std::string::npos) {
      std::vector<std::string>& cells =
          rows.emplace_back(TextRow{{""}, line + line_ends(row.substr(0, start))}).cells;
      if (is_markdown) row = replaced(row, {{std::regex(R"(^\s*\||\|\s*$)"), ""}});
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool cuts = row[i] == (is_markdown ? '|' : '&') && (i == 0 || row[i - 1] != '\\');
        cuts ? (void)cells.emplace_back() : cells.back().push_back(row[i]);
      }
      if (cells.size() > 1) cells = spread_cells(cells);
    }
    line = after + (is_markdown ? 1 : 0);
  }
  return rows;
}

/// cells  those without a number
void add_unread(const std::vector<std::string>& cells, TextTable& table) {
  static const std::regex kFailed(R"([-+]?(nan|inf|infinity)([^a-z].*)?)", std::regex::icase);
  table.has_failed =
      std::ranges::any_of(cells, [](const std::string& cell) { return std::regex_match(cell, kFailed); });
  if (!cells.empty())
    table.remarks.push_back(fmt::format("not read: cells of {1} without a number, as '{2}': {0}",
                                        cells.size(), table.source, base::name_excerpt(cells.front())));
}

/// The title in plain words; one with a per cent sign is kept in `table`.
std::string title(const std::string& cell, TextTable& table) {
  const std::string name = plain_cell(without_unit(cell), table.source);
  if (without_unit(cell) != cell) table.per_cent.insert(name);
  return name;
}

/// Whether titles, two or more behind those of the rows, number runs from 0 or 1.
bool are_counted(const std::vector<std::string>& titles, std::size_t labels) {
  std::size_t next = labels + 1 < titles.size() && titles[labels] == "1" ? 1 : 0;
  return labels + 1 < titles.size() &&
         std::all_of(titles.begin() + static_cast<std::ptrdiff_t>(labels), titles.end(),
                     [&](const std::string& title) { return title == std::to_string(next++); });
}

/// Rows of cells whose first one is a row of titles.
class CellTable {
 public:
  CellTable(std::vector<TextRow> rows, std::string source, std::size_t facts = 0)
      : rows_(std::move(rows)), source_(std::move(source)), labels_(1 + facts) {
    std::erase_if(rows_, [](const TextRow& row) { return row.cells.size() < 2; });  // across the table
    if (rows_.empty()) throw DataError(source_ + ": a table without numbers");
    require_equal_lengths();
    read_titles();
    while (labels_ + 1 < titles_.size() && (is_called(titles_[labels_], Called::run) || is_of_words(labels_)))
      ++labels_;
  }

  /// A row per number. all_labels  the columns at the left keep their titles and all name the rows; else the
  /// last of them names them, called `row`, and those before it where it does not tell the rows apart
  TextTable long_table(bool all_labels) const {
    TextTable table{source_, {}, {}};
    table.corner = titles_[labels_ - 1];
    table.numbers.assign(titles_.begin() + static_cast<std::ptrdiff_t>(labels_), titles_.end());
    const std::size_t first = all_labels || !last_label_tells() ? 0 : labels_ - 1;
    for (std::size_t c = first; c < labels_; ++c) {
      const bool is_row = !all_labels && c + 1 == labels_;
      table.columns.push_back(
          is_row || titles_[c].empty() ? fmt::format("row{}", is_row ? "" : std::to_string(c)) : titles_[c]);
    }
    if (first > 0)
      table.remarks.push_back(fmt::format("not read: what is left of '{}' in {}", table.corner, source_));
    const bool has_columns = titles_.size() - labels_ > 1;  // else the rows name the numbers alone
    const bool are_runs =
        all_labels && (are_counted(titles_, labels_) || std::ranges::all_of(table.numbers, is_of_one_run));
    if (are_runs) table.numbers.clear();
    if (has_columns) table.columns.emplace_back(are_runs ? "run" : "column");
    table.columns.emplace_back("value");
    std::vector<std::string> names(labels_), unread;
    for (std::size_t r = body_; r < rows_.size(); ++r) {
      const TextRow& row = rows_[r];
      for (std::size_t c = 0; c < labels_; ++c) {
        const std::string name = title(row.cells[c], table);
        if (!name.empty() || c + 1 == labels_ || is_fact(titles_[c]))
          names[c] = name;  // \multirow says it once
      }
      for (std::size_t c = labels_; c < titles_.size(); ++c) {
        const std::string column = title(heads_[c], table), text = plain_cell(row.cells[c], source_);
        if (row.cells[c].find('%') != std::string::npos) table.per_cent.insert(column);
        if (text.find_first_of(kDigits) == std::string::npos) {
          if (!text.empty()) unread.push_back(text);
          continue;
        }
        std::vector<std::string>& cells = table.rows.emplace_back(TextRow{{}, row.line}).cells;
        cells.assign(names.begin() + static_cast<std::ptrdiff_t>(first), names.end());
        if (has_columns) cells.push_back(are_runs ? std::to_string(c) : column);
        cells.push_back(row.cells[c]);
      }
    }
    add_unread(unread, table);
    if (table.rows.empty())
      throw DataError(source_ +
                      (all_labels ? ": no column 'value', and none of numbers; a row is `method,task,value`"
                                  : ": a table without numbers"));
    return table;
  }

 private:
  void require_equal_lengths() const {
    const TextRow& head = rows_.front();
    for (const TextRow& row : rows_) {
      if (row.cells.size() == head.cells.size()) continue;
      throw DataError(
          fmt::format("{}:{}: row {} has {} cells, the row of titles in line {} has {}; an empty cell needs "
                      "its separator",
                      source_, row.line, base::excerpt(plain_cell(row.cells.front(), source_)),
                      row.cells.size(), head.line, head.cells.size()));
    }
  }

  /// The titles of the first row, or of the second one below titles that several columns share.
  void read_titles() {
    const auto plain = [&](const std::string& cell) { return plain_cell(without_unit(cell), source_); };
    const auto are_apart = [&](const std::vector<std::string>& cells) {
      std::set<std::string> texts;
      for (std::size_t c = 1; c < cells.size(); ++c) texts.insert(plain(cells[c]));
      return !texts.contains("") && texts.size() + 1 == cells.size();
    };
    heads_ = rows_.front().cells;
    const bool is_second = rows_.size() > 1 && !are_apart(heads_) &&
                           std::ranges::none_of(rows_[1].cells, [&](const std::string& cell) {
                             return begins_as_number(cell, source_);
                           });
    if (is_second) {
      body_ = 2;
      std::vector<std::string> lower = rows_[1].cells;
      for (std::size_t c = 0; c < lower.size(); ++c)
        if (plain(lower[c]).empty()) std::swap(lower[c], heads_[c]);  // \\multirow says it once
      const bool is_enough = are_apart(lower);
      for (std::size_t c = 0; c < heads_.size(); ++c)
        heads_[c] = is_enough || plain(heads_[c]).empty() ? lower[c] : heads_[c] + " " + lower[c];
    }
    std::ranges::transform(heads_, std::back_inserter(titles_), plain);
  }

  /// Whether a column is one of names: it has words, and no number.
  bool is_of_words(std::size_t c) const {
    static const std::regex kLetter("[A-Za-z]");
    bool has_letters = false;
    for (std::size_t r = body_; r < rows_.size(); ++r) {
      const std::string& cell = rows_[r].cells[c];
      if (begins_as_number(cell, source_)) return false;
      has_letters = has_letters || std::regex_search(plain_cell(cell, source_), kLetter);
    }
    return has_letters;
  }

  bool last_label_tells() const {
    std::set<std::string> names;
    for (std::size_t r = body_; r < rows_.size(); ++r)
      names.insert(plain_cell(rows_[r].cells[labels_ - 1], source_));
    return names.size() == rows_.size() - body_;
  }

  std::vector<TextRow> rows_;
  std::string source_;
  std::vector<std::string> heads_, titles_;  // as they are, and in plain words
  std::size_t body_ = 1, labels_;            // where rows of numbers begin; columns of names at the left
};

/// "0.14" for the value "5.32" and "14", as physicists write 5.32(14); else the spread as it is.
std::string in_last_digits(const std::string& value, std::string spread) {
  const std::size_t point = value.find('.'), exponent = value.find_first_of("eE");
  if (spread.find_first_not_of(kDigits) != std::string::npos) return spread;
  if (exponent != std::string::npos)
    return in_last_digits(value.substr(0, exponent), spread) + value.substr(exponent);
  if (point == std::string::npos) return spread;
  const std::size_t decimals = value.size() - point - 1;
  if (spread.size() <= decimals) spread.insert(0, decimals + 1 - spread.size(), '0');
  return decimals == 0 ? spread : spread.insert(spread.size() - decimals, ".");
}

/// As of names, which stray blanks do not tell apart.
std::string with_single_blanks(const std::string& field) {
  return field.find_first_of(" \t\n\r\xC2") == std::string::npos ? field : replaced(field, kBlanks);
}

void refuse_encoding(const std::string& text, const std::string& source) {
  if (const std::string advice = data::encoding_advice(text); !advice.empty())
    throw DataError(source + ": " + advice);
}

/// A header has names; the line to type makes one.
void refuse_data(const std::vector<std::string>& header, const std::string& source) {
  const auto is_number = [](const std::string& name) { return config::read_decimal(name).has_value(); };
  const auto labels = static_cast<std::size_t>(std::ranges::find_if(header, is_number) - header.begin());
  if (labels == header.size() || (labels > 0 && are_counted(header, labels))) return;
  std::string names;
  for (std::size_t i = 1; i < header.size(); ++i) names += fmt::format("name{},", i);
  throw DataError(
      fmt::format("{}:1: the first line reads like data, not like names of columns ({}); `sed '1i {}value' "
                  "{} > NEW` writes a header",
                  source, base::excerpt(fmt::format("{}", fmt::join(header, ","))), names, source));
}

/// Puts columns of facts behind the first one, and counts them.
std::size_t move_facts(std::vector<TextRow>& rows) {
  const std::vector<std::string> header = rows.front().cells;
  for (TextRow& row : rows) {
    std::vector<std::string> cells = {row.cells.front()}, others;
    for (std::size_t c = 1; c < header.size(); ++c)
      (is_fact(header[c]) ? cells : others).push_back(row.cells[c]);
    cells.insert(cells.end(), others.begin(), others.end());
    row.cells = cells;
  }
  return static_cast<std::size_t>(std::count_if(header.begin() + 1, header.end(), is_fact));
}

}  // namespace

std::string without_unit(const std::string& title) {
  return title.find('%') == std::string::npos || title.size() > kMaxCell ? title : replaced(title, kPerCent);
}

PrintedCell number_of_cell(const std::string& cell, const std::string& place) {
  if (config::read_decimal(cell)) return {cell, ""};
  // 2^10, and a change in parentheses, as "(↓1.2)"
  static const std::regex kOther(R"((^|[^\d.])(2|10)\s*\$?\s*(\^|<sup>)\s*\{?\s*(-|−)?\d)"
                                 R"(|\(\s*\$?\s*(\\(up|down)arrow|↑|↓))");
  static const std::string kValue = R"(([-+]?[\d.]+(?:[eE][-+]?\d+)?))", kSpread = R"(([\d.eE-]+))";
  static const std::regex kNumber(kValue + R"((?: ?(?:\+- ?)" + kSpread + R"(|\( ?)" + kSpread +
                                  R"( ?\)|[(\[] ?)" + kValue + " ?[,;] ?" + kValue + R"( ?[)\]]))?)");
  std::string text = plain_cell(cell, place);
  std::erase(text, '%');
  std::smatch found;
  const bool is_number = !std::regex_search(cell, kOther) && std::regex_match(text, found, kNumber);
  if (const std::optional<double> value = is_number ? config::read_decimal(found[1].str()) : std::nullopt) {
    if (!found[4].matched && !found[3].matched) return {found[1], found[2]};
    if (!found[4].matched)
      return {found[1],
              text.find('(') == found[1].str().size() ? in_last_digits(found[1], found[3]) : found[3].str()};
    const std::optional<double> low = config::read_decimal(found[4].str()),
                                high = config::read_decimal(found[5].str());
    if (low && high && *low <= *value && *value <= *high && *low < *high) {
      const double rounding =
          2.0 * records::half_digit(found[1]) + records::half_digit(found[4]) + records::half_digit(found[5]);
      return {found[1], fmt::format("{:.12g}", 0.5 * (*high - *low)), true,
              std::abs(*high + *low - 2.0 * *value) > rounding * (1.0 + 1e-9)};
    }
    throw DataError(fmt::format("{}: the interval {} does not hold its mean", place, base::excerpt(text)));
  }
  if (text.find_first_of(kDigits) == std::string::npos) return {};
  throw DataError(fmt::format("{}: expected a number, found {}{}", place, base::excerpt(cell),
                              config::number_advice(text.substr(0, text.find(' ')))));
}

TextTable read_text_table(const std::filesystem::path& path) {
  const std::string source = path.string(), text = data::read_maybe_compressed(path);
  if (const auto rows = pasted_rows(text); !rows.empty()) {
    refuse_encoding(text, source);
    TextTable table = CellTable(rows, source).long_table(false);
    if (const std::size_t end = text.find("\\end{tabular"); text.find("\\begin{tabular", end) < text.size())
      table.remarks.push_back("not read: the second tabular of " + source + ", and what is behind it");
    return table;
  }
  data::CsvReader csv(text, source);
  refuse_encoding(text, source);
  refuse_data(csv.header(), source);
  std::vector<TextRow> rows;
  for (std::vector<std::string> fields; csv.next(fields);) {
    for (std::string& field : fields) field = with_single_blanks(field);
    const bool is_empty = std::ranges::all_of(fields, [](const auto& f) { return f.empty(); });
    if (!is_empty) rows.push_back({fields, csv.line()});
  }
  std::vector<std::string> header = csv.header();
  for (std::string& name : header) name = known_title(with_single_blanks(name));
  const std::set<std::string> titles(header.begin(), header.end());
  if (titles.size() > 1 && !rows.empty() && !titles.contains("value") && !titles.contains("mean")) {
    rows.insert(rows.begin(), {header, 1});
    const std::size_t facts = move_facts(rows);
    return CellTable(rows, source, facts).long_table(true);
  }
  TextTable table{source, header, {}};
  const bool is_told = titles.contains("mean") || titles.contains("value");
  const auto number = std::ranges::find(header, titles.contains("mean") ? "mean" : "value") - header.begin();
  std::vector<std::string> unread;
  for (TextRow& row : rows) {
    const std::string cell = is_told ? row.cells[static_cast<std::size_t>(number)] : "";
    if (is_told && cell.find_first_of(kDigits) == std::string::npos) {
      unread.push_back(cell);
      continue;
    }
    table.rows.push_back(std::move(row));
  }
  add_unread(unread, table);
  return table;
}

}  // namespace preimage::suite::results
