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

constexpr std::size_t kMaxCell = 2000;  // bytes; longer ones are no cells of a table

using Replacements = std::vector<std::pair<std::regex, const char*>>;

std::string replaced(std::string text, const Replacements& all) {
  for (const auto& [what, by] : all) text = std::regex_replace(text, what, by);
  return text;
}

/// A cell without its markup, footnotes and per cent signs, with one blank between words and "+-" before a spread.
std::string plain_cell(const std::string& cell, const std::string& source) {
  if (cell.size() > kMaxCell)
    throw DataError(fmt::format("{}: {}: no cell of a table", source, base::excerpt(cell)));
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

/// What stands between \begin{tabular...}{...} and \end{tabular; of other text all.
std::string inside_tabular(const std::string& text) {
  const std::size_t begin = text.find("\\begin{tabular"), end = text.find("\\end{tabular");
  if (begin == std::string::npos) return text.substr(0, end);
  std::size_t at = text.find('}', begin);
  while (at < text.size() - 1 && (text[at + 1] == '{' || text[at + 1] == '[')) {  // width, columns
    int depth = 0;
    do {
      ++at;
      depth += text[at] == '{' || text[at] == '[' ? 1 : text[at] == '}' || text[at] == ']' ? -1 : 0;
    } while (depth > 0 && at + 1 < text.size());
  }
  return at == std::string::npos ? "" : text.substr(at + 1, end == std::string::npos ? end : end - at - 1);
}

/// The cells of the rows of a tabular, or of Markdown; empty for other text.
std::vector<std::vector<std::string>> pasted_cells(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '|') {
    for (std::string line : split(text, std::regex(R"(\r?\n)"))) {
      line = replaced(line, {{std::regex(R"(^\s*\|)"), ""}, {std::regex(R"(\|\s*$)"), ""}});
      if (line.find_first_not_of(" \t|:-") != std::string::npos)
        rows.push_back(split(line, std::regex(R"(\|)")));
    }
  } else if (text.find("\\\\") != std::string::npos && text.find('&') != std::string::npos) {
    const std::string body = replaced(
        inside_tabular(text),
        {{std::regex(R"((^|[^\\])%[^\n]*)"), "$1"},
         {std::regex(R"(\\(hline|toprule|midrule|bottomrule|(cmidrule|cline)(\([^)]*\))?\{[^}]*\}))"), ""},
         {std::regex(R"(\\multi(row|column)\{[^}]*\}\{[^}]*\})"), ""}});
    for (const std::string& row : split(body, std::regex(R"(\\\\(\[[^\]]*\])?)"))) {
      if (row.find_first_not_of(" \t\r\n") == std::string::npos) continue;
      std::vector<std::string>& cells = rows.emplace_back(1);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool cuts = row[i] == '&' && (i == 0 || row[i - 1] != '\\');
        cuts ? (void)cells.emplace_back() : cells.back().push_back(row[i]);
      }
    }
  }
  return rows;
}

TextTable pasted_table(const std::vector<std::vector<std::string>>& cells, const std::string& source) {
  const std::vector<std::string>& head = cells.front();
  TextTable table{source, {"row", "column", "value", "spread"}, {}};
  for (std::size_t r = 1; r < cells.size(); ++r) {
    if (cells[r].size() == 1 && head.size() > 1) continue;  // a title across the table
    const std::string name = plain_cell(cells[r].front(), source);
    if (cells[r].size() != head.size())
      throw DataError(fmt::format("{}: row {} {} has {} cells, the first row {}", source, r,
                                  base::excerpt(name), cells[r].size(), head.size()));
    for (std::size_t c = 1; c < head.size(); ++c) {
      const auto [value, spread] = number_of_cell(cells[r][c], source);
      if (!value.empty()) table.rows.push_back({name, plain_cell(head[c], source), value, spread});
    }
  }
  if (table.rows.empty()) throw DataError(source + ": a table without numbers");
  if (head.size() == 2) {  // the rows name the numbers alone
    table.columns.erase(table.columns.begin() + 1);
    for (std::vector<std::string>& row : table.rows) row.erase(row.begin() + 1);
  }
  return table;
}

}  // namespace

std::pair<std::string, std::string> number_of_cell(const std::string& cell, const std::string& source) {
  static const std::regex kPower(R"((^|[^\d.])10\s*\^)");
  static const std::regex kNumber(
      R"(([-+]?[\d.]+(?:[eE][-+]?\d+)?)(?: ?(?:\+- ?([\d.eE-]+)|\( ?([\d.eE-]+) ?\)))?)");
  const std::string text = plain_cell(cell, source);
  std::smatch found;
  if (!std::regex_search(cell, kPower) && std::regex_match(text, found, kNumber) &&
      config::read_decimal(found[1].str()))
    return {found[1], found[2].matched ? found[2].str() : found[3].str()};
  if (text.find_first_of("0123456789") == std::string::npos) return {};
  throw DataError(fmt::format("{}: expected a number, found {}{}", source, base::excerpt(cell),
                              config::number_advice(text)));
}

TextTable read_text_table(const std::filesystem::path& path) {
  const auto cells = pasted_cells(base::read_file(path, data::kMaxTextBytes));
  if (!cells.empty()) return pasted_table(cells, path.string());
  data::CsvReader csv = data::open_csv(path);
  TextTable table{path.string(), csv.header(), {}};
  for (std::vector<std::string> fields; csv.next(fields);) table.rows.push_back(fields);
  return table;
}

}  // namespace preimage::suite::results
