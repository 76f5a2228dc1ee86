#include "suite/render/paper_tables.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "suite/data/text_file.hpp"
#include "suite/render/latex.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

constexpr const char* kHowTo =
    R"(% Numbers and tables of ours beside the published ones. In the preamble of a paper:
%   \usepackage{booktabs}
%   \input{NAME OF THIS FILE}
% A number in the text, with \name standing for one of the commands below:
%   the loss was \name{} $\pm$ \nameSd{} (published: \namePublished{} $\pm$ \namePublishedSpread{}; $z = \nameZ$, \nameVerdict)
% A table, with \name standing for one of the commands that have ...Table and ...Caption:
%   \begin{table} \centering \nameTable \caption{\nameCaption} \end{table}
% A wide one, with \usepackage{graphicx}: \resizebox{\linewidth}{!}{\nameTable}
% Where a number is missing stands "--", and the comment above the number says why.
)";

constexpr const char* kMissing = "--";

/// The names given away.
class CommandNames {
 public:
  /// The base, or, where a name of it with one of the endings is taken, the base with B, C ... behind it.
  std::string take(const std::string& base, const std::vector<std::string>& endings) {
    for (int n = 0;; ++n) {
      const std::string name = base + (n == 0 ? "" : letters(n));
      const bool is_free = std::ranges::none_of(
          endings, [&](const std::string& ending) { return taken_.contains(name + ending); });
      if (!is_free) continue;
      for (const std::string& ending : endings) taken_.insert(name + ending);
      return name;
    }
  }

 private:
  /// B, C ... Z, BA, BB ...
  static std::string letters(int n) {
    std::string text;
    for (; n > 0; n /= 26) text.insert(text.begin(), static_cast<char>('A' + n % 26));
    return text;
  }
  std::set<std::string> taken_;
};

/// "kde_nips_2002/table_2", or the title of a table that reproduces none.
const std::string& origin(const results::TableHead& head) {
  return head.reproduces.empty() ? head.title : head.reproduces;
}

std::string table_name(const results::TableHead& head) {
  std::string letters =
      latex_command_letters(origin(head)) + latex_command_letters(results::reading_label(head));
  if (letters.empty()) letters = "table";
  letters[0] = static_cast<char>(letters[0] | 0x20);
  return letters;
}

bool is_shown(const results::Number& number) {
  return number.applies || number.published;
}

std::string command(const std::string& name, const std::string& text) {
  return fmt::format("\\newcommand{{\\{}}}{{{}}}\n", name, text);
}

/// Why a number lacks something, each reason a line.
std::vector<std::string> remarks(const results::ResultTable& table, const results::TableRow& row,
                                 const results::Number& number) {
  std::vector<std::string> lines;
  if (!number.applies) {
    lines.emplace_back("no number of ours: this learner or measure is not part of the reading");
  } else if (!number.ours) {
    lines.push_back("no number of ours: a cell failed or was not run, or it is not finite (" +
                    results::cells_text(table.head) + ")");
  } else if (!results::has_spread(table.head, row, number)) {
    lines.emplace_back("one split: no spread of ours");
  }
  if (table.head.stand_in) {
    lines.emplace_back(results::kStandInNotice);
  } else if (!table.head.modified.empty()) {
    lines.push_back("no verdict: the reading is modified, " + table.head.modified);
  } else if (!number.published) {
    lines.emplace_back("not in the paper: no verdict");
  } else if (!number.published->spread) {
    lines.emplace_back("published without spread");
  }
  if (number.unconverged > 0)
    lines.push_back(fmt::format("not converged for {} test samples", number.unconverged));
  return lines;
}

const std::vector<std::string> kNumberEndings = {"", "Sd", "Published", "PublishedSpread", "Z", "Verdict"};

std::string number_commands(const results::ResultTable& table, const results::TableRow& row,
                            std::size_t column, const std::string& name) {
  const results::TableHead& head = table.head;
  const results::Number& number = row.numbers[column];
  std::string text =
      "\n" + latex_comment(fmt::format("{}, reading {}: {}, {}", origin(head), results::reading_label(head),
                                       row.title, table.columns[column]));
  for (const std::string& line : remarks(table, row, number)) text += latex_comment("  " + line);
  const std::string word = head.stand_in ? " (stand-in)" : "";
  const bool has_published = number.published && !head.stand_in;
  text += command(name, number.ours ? latex_number(records::mean_text(number.ours->mean)) + word : kMissing);
  text +=
      command(name + "Sd", results::has_spread(head, row, number)
                               ? latex_number(records::spread_text(number.ours->mean, number.ours->sd)) + word
                               : kMissing);
  text += command(name + "Published", has_published ? latex_number(number.published->text) : kMissing);
  text += command(name + "PublishedSpread", has_published && !number.published->spread_text.empty()
                                                ? latex_number(number.published->spread_text)
                                                : kMissing);
  const std::string z = number.verdict ? number.verdict->z_text() : "";
  text += command(name + "Z", z.empty() ? kMissing : latex_number(z));
  return text + command(name + "Verdict", number.verdict ? number.verdict->text() : kMissing);
}

/// The rows and columns that the paper has; all, where it has none.
struct Extent {
  explicit Extent(const results::ResultTable& table) {
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (!table.rows[r].numbers[c].published) continue;
        if (rows.empty() || rows.back() != r) rows.push_back(r);
        if (std::ranges::find(columns, c) == columns.end()) columns.push_back(c);
      }
    }
    std::ranges::sort(columns);
    has_published = !rows.empty();
    for (std::size_t r = 0; !has_published && r < table.rows.size(); ++r) rows.push_back(r);
    for (std::size_t c = 0; !has_published && c < table.columns.size(); ++c) columns.push_back(c);
  }
  std::vector<std::size_t> rows, columns;
  bool has_published = false;
};

std::string ours_cell(const results::TableHead& head, const results::TableRow& row,
                      const results::Number& number) {
  if (!is_shown(number)) return "";
  if (!number.ours) return kMissing;
  std::string text = latex_number(records::mean_text(number.ours->mean));
  if (results::has_spread(head, row, number))
    text += " $\\pm$ " + latex_number(records::spread_text(number.ours->mean, number.ours->sd));
  return text + (number.unconverged > 0 ? latex_escaped(results::kDagger) : "");
}

std::string published_cell(const results::Number& number) {
  if (!number.published) return "";
  const records::Published& published = *number.published;
  const std::string value = latex_number(published.text);
  return published.spread ? fmt::format("({} $\\pm$ {})", value, latex_number(published.spread_text))
                          : "(" + value + ")";
}

std::string tabular(const results::ResultTable& table, const Extent& extent) {
  const bool compares = extent.has_published && !table.head.stand_in;
  std::string text =
      "%\n\\begin{tabular}{@{}l" + std::string(extent.columns.size(), 'c') + "@{}}\n\\toprule\n";
  if (table.head.stand_in) text += "stand-in data";
  if (!table.head.stand_in && !table.head.modified.empty()) text += "modified reading";
  for (const std::size_t c : extent.columns) text += " & " + latex_escaped(table.columns[c]);
  text += " \\\\\n\\midrule\n";
  for (const std::size_t r : extent.rows) {
    const results::TableRow& row = table.rows[r];
    if (compares && r != extent.rows.front()) text += "\\addlinespace\n";
    text += latex_escaped(row.title);
    for (const std::size_t c : extent.columns) text += " & " + ours_cell(table.head, row, row.numbers[c]);
    text += " \\\\\n";
    if (!compares) continue;
    for (const std::size_t c : extent.columns) text += " & " + published_cell(row.numbers[c]);
    text += " \\\\\n";
  }
  return text + "\\bottomrule\n\\end{tabular}";
}

/// What the spreads of the rows are, each once: "SE over 5 folds, SD over 5 folds".
template <class Remark>
std::string row_remarks(const results::ResultTable& table, const Extent& extent, Remark&& remark) {
  std::vector<std::string> all;
  for (const std::size_t r : extent.rows) data::add_once(all, remark(table.rows[r]));
  std::erase(all, "");
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string caption(const results::ResultTable& table, const Extent& extent) {
  const results::TableHead& head = table.head;
  std::string text = results::title_text(head) + ". ";
  if (head.stand_in) text += std::string(results::kStandInNotice) + ". ";
  text += "Reading: " + results::reading_text(table) + ". ";
  const std::string spread = row_remarks(
      table, extent, [&](const results::TableRow& row) { return results::spread_remark(head, row); });
  text += head.stand_in ? "Stand-in data: mean" : "Ours: mean";
  text += spread.empty() ? " of one split" : " +- " + spread;
  if (extent.has_published && !head.stand_in) {
    const std::string printed = row_remarks(
        table, extent, [](const results::TableRow& row) { return results::published_spread_remark(row); });
    text += "; in parentheses: published" + (printed.empty() ? "" : " +- " + printed);
  }
  text += ".";
  if (head.failed + head.missing > 0)
    text += std::string(" ") + kMissing + ": no number, of " + results::cells_text(head) + ".";
  for (const std::string& line : table.convergence)
    text += " " + std::string(results::kDagger) + " " + line + ".";
  for (const std::string& line : head.remarks) text += " " + line + ".";
  for (const std::string& line : table.warnings) text += " Warning: " + line + ".";
  return latex_escaped(text);
}

/// "in our table only: jkse; squared error", or ""
std::string left_out(const results::ResultTable& table, const Extent& extent) {
  std::vector<std::string> titles;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (std::ranges::find(extent.columns, c) == extent.columns.end()) titles.push_back(table.columns[c]);
  }
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (std::ranges::find(extent.rows, r) == extent.rows.end()) titles.push_back(table.rows[r].title);
  }
  return fmt::format("{}", fmt::join(titles, "; "));
}

std::string table_commands(const results::ResultTable& table, CommandNames& names) {
  const results::TableHead& head = table.head;
  const std::string name = names.take(table_name(head), {"Table", "Caption"});
  std::string text = "\n" + latex_comment(std::string(70, '-')) +
                     latex_comment(results::title_text(head) + ", reading: " + results::reading_text(table));
  if (head.stand_in) text += latex_comment(results::kStandInNotice);
  text += latex_comment(results::cells_text(head));
  for (const results::TableRow& row : table.rows) {
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      if (!is_shown(row.numbers[c])) continue;
      const std::string letters = latex_command_letters(row.title) + latex_command_letters(table.columns[c]);
      text += number_commands(table, row, c, names.take(name + letters, kNumberEndings));
    }
  }
  const Extent extent(table);
  text += "\n" + latex_comment("the table: " + results::title_text(head) + ", reading " +
                               results::reading_label(head));
  if (const std::string others = left_out(table, extent); !others.empty())
    text += latex_comment("  not in the paper, so not in the table: " + others);
  return text + command(name + "Table", tabular(table, extent)) +
         command(name + "Caption", caption(table, extent));
}

}  // namespace

std::string paper_tables(const std::vector<results::ResultTable>& tables) {
  std::string text = kHowTo;
  CommandNames names;
  for (const results::ResultTable& table : tables) text += table_commands(table, names);
  return text;
}

}  // namespace preimage::suite::render
