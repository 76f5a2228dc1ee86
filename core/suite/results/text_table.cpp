#include <algorithm>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/printed_pairs.hpp"

namespace preimage::suite::results {

namespace {

constexpr const char* kDigits = "0123456789";
constexpr std::size_t kMaxCell = 2000;  // bytes; longer ones are no cells of a table

using Replacements = std::vector<std::pair<std::regex, const char*>>;

std::string replaced(std::string text, const Replacements& all) {
  for (const auto& [what, by] : all) text = std::regex_replace(text, what, by);
  return text;
}

const std::regex kPerCent(R"(,?\s*[(\[]?\s*(in )?\\?%\s*[)\]]?)");

/// A cell without its markup, footnotes and per cent signs, with one blank between words and "+-" before a
/// spread.
std::string plain_cell(const std::string& cell, const std::string& place) {
  if (cell.size() > kMaxCell)
    throw DataError(fmt::format("{}: {}: no cell of a table", place, base::excerpt(cell)));
  static const Replacements kMarkup = {
      {std::regex(R"(\\footnote(mark|text)?(\[[^\]]*\])?(\{[^{}]*\})?)"), ""},
      {std::regex(R"(\\textsuperscript\{[^{}]*\}|<sup>[^<]*</sup>|\[\^[^\]]*\]|†|‡|§)"), ""},
      {std::regex(R"(\^\{?\s*(\\?[a-zA-Z]+|\*+|\d)\s*\}?)"), ""},
      {std::regex(R"(_\{)"), " "},
      {std::regex(R"(\\pm|±|\+/-)"), " +- "},
      {std::regex(R"(−|\\textminus)"), "-"},
      {std::regex(R"(\\[a-zA-Z]+\*?|\\[,;:! ]|\\?%|<[^<>]*>|[${}~*`])"), " "},
      {std::regex(R"(\\([_&#]))"), "$1"},
      {std::regex(R"(\s+)"), " "},
      {std::regex(R"(^ | $)"), ""}};
  return replaced(cell, kMarkup);
}

std::vector<std::string> split(const std::string& text, const std::regex& at) {
  return {std::sregex_token_iterator(text.begin(), text.end(), at, -1), std::sregex_token_iterator()};
}

struct PastedRow {
  std::size_t line;
  std::vector<std::string> cells;
};

std::size_t line_ends(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// The rows of a tabular, or of Markdown; none of other text.
std::vector<PastedRow> pasted_rows(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_markdown = first != std::string::npos && text[first] == '|';
  if (!is_markdown && (text.find("\\\\") == std::string::npos || text.find('&') == std::string::npos))
    return {};
  const std::size_t tabular = is_markdown ? 0 : text.find("\\begin{tabular"),
                    begin = tabular == std::string::npos ? 0 : tabular;
  std::string body = text.substr(begin);
  // The columns that \begin{tabular} lists become part of the first title, which is not read.
  if (!is_markdown)
    body = replaced(
        body.substr(0, body.find("\\end{tabular")),
        {{std::regex(R"((^|[^\\])%[^\n]*)"), "$1"},
         {std::regex(R"(\\(hline|toprule|midrule|bottomrule|(cmidrule|cline)(\([^)]*\))?\{[^}]*\}))"), ""},
         {std::regex(R"(\\multi(row|column)\{[^}]*\}\{[^}]*\})"), ""}});
  std::vector<PastedRow> rows;
  std::size_t line = 1 + line_ends(text.substr(0, begin));
  for (std::string row : split(body, std::regex(is_markdown ? R"(\n)" : R"(\\\\(\[[^\]]*\])?)"))) {
    const std::size_t start = row.find_first_not_of(is_markdown ? " \t\r|:-" : " \t\r\n"),
                      after = line + line_ends(row);
    if (start != std::string::npos) {
      std::vector<std::string>& cells =
          rows.emplace_back(PastedRow{line + line_ends(row.substr(0, start)), {""}}).cells;
      if (is_markdown) row = replaced(row, {{std::regex(R"(^\s*\||\|\s*$)"), ""}});
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool cuts = row[i] == (is_markdown ? '|' : '&') && (i == 0 || row[i - 1] != '\\');
        cuts ? (void)cells.emplace_back() : cells.back().push_back(row[i]);
      }
    }
    line = after + (is_markdown ? 1 : 0);
  }
  return rows;
}

/// The title in plain words; one with a per cent sign is kept in `table`.
std::string title(const std::string& cell, TextTable& table) {
  const std::string name = plain_cell(without_unit(cell), table.source);
  if (cell.find('%') != std::string::npos) table.per_cent.insert(name);
  return name;
}

TextTable pasted_table(const std::vector<PastedRow>& rows, const std::string& source) {
  const auto head =
      std::find_if(rows.begin(), rows.end(), [](const PastedRow& row) { return row.cells.size() > 1; });
  TextTable table{source, {"row", "column", "value"}, {}};
  for (auto row = head; row < rows.end(); ++row) {
    if (row == head || row->cells.size() == 1) continue;  // a title across the table
    const std::string name = title(row->cells.front(), table);
    if (row->cells.size() != head->cells.size())
      throw DataError(fmt::format(
          "{}:{}: row {} has {} cells, the row of titles in line {} has {}; an empty cell needs its "
          "separator, and a cell across "
          "columns is written once for each",
          source, row->line, base::excerpt(name), row->cells.size(), head->line, head->cells.size()));
    for (std::size_t c = 1; c < head->cells.size(); ++c) {
      const std::string column = title(head->cells[c], table);
      if (row->cells[c].find('%') != std::string::npos) table.per_cent.insert(column);
      if (plain_cell(row->cells[c], source).find_first_of(kDigits) == std::string::npos) continue;
      table.rows.push_back({name, column, row->cells[c]});
      table.lines.push_back(row->line);
    }
  }
  if (table.rows.empty()) throw DataError(source + ": a table without numbers");
  if (head->cells.size() == 2) {  // the rows name the numbers alone
    table.columns.erase(table.columns.begin() + 1);
    for (std::vector<std::string>& row : table.rows) row.erase(row.begin() + 1);
  }
  return table;
}

/// A header has names; the line to type makes one.
void refuse_data(const std::vector<std::string>& header, const std::string& source) {
  const auto is_number = [](const std::string& name) { return config::read_decimal(name).has_value(); };
  if (std::none_of(header.begin(), header.end(), is_number)) return;
  std::string names;
  for (std::size_t i = 1; i < header.size(); ++i) names += fmt::format("name{},", i);
  throw DataError(
      fmt::format("{}:1: the first line reads like data, not like names of columns ({}); `sed '1i {}value' "
                  "{} > NEW` writes a header",
                  source, base::excerpt(fmt::format("{}", fmt::join(header, ","))), names, source));
}

}  // namespace

std::string without_unit(const std::string& title) {
  return title.find('%') == std::string::npos ? title : std::regex_replace(title, kPerCent, "");
}

PrintedCell number_of_cell(const std::string& cell, const std::string& place) {
  if (config::read_decimal(cell)) return {cell, ""};
  static const std::regex kPower(R"((^|[^\d.])10\s*\^)");
  static const std::string kValue = R"(([-+]?[\d.]+(?:[eE][-+]?\d+)?))", kSpread = R"(([\d.eE-]+))";
  static const std::regex kNumber(kValue + R"((?: ?(?:\+- ?)" + kSpread + R"(|\( ?)" + kSpread +
                                  R"( ?\)|[(\[] ?)" + kValue + " ?[,;] ?" + kValue + R"( ?[)\]]))?)");
  const std::string text = plain_cell(cell, place);
  std::smatch found;
  const bool is_number = !std::regex_search(cell, kPower) && std::regex_match(text, found, kNumber);
  if (const std::optional<double> value = is_number ? config::read_decimal(found[1].str()) : std::nullopt) {
    if (!found[4].matched) return {found[1], found[2].matched ? found[2].str() : found[3].str()};
    const std::optional<double> low = config::read_decimal(found[4].str()),
                                high = config::read_decimal(found[5].str());
    if (low && high && *low <= *value && *value <= *high && *low < *high)
      return {found[1], fmt::format("{:.12g}", 0.5 * (*high - *low)), true};
    throw DataError(fmt::format("{}: the interval {} does not hold its mean", place, base::excerpt(text)));
  }
  if (text.find_first_of(kDigits) == std::string::npos) return {};
  throw DataError(fmt::format("{}: expected a number, found {}{}", place, base::excerpt(cell),
                              config::number_advice(text.substr(0, text.find(' ')))));
}

TextTable read_text_table(const std::filesystem::path& path) {
  const auto rows = pasted_rows(base::read_file(path, data::kMaxTextBytes));
  if (!rows.empty()) return pasted_table(rows, path.string());
  data::CsvReader csv = data::open_csv(path);
  refuse_data(csv.header(), path.string());
  TextTable table{path.string(), csv.header(), {}};
  for (std::vector<std::string> fields; csv.next(fields);) {
    table.rows.push_back(fields);
    table.lines.push_back(csv.line());
  }
  return table;
}

}  // namespace preimage::suite::results
