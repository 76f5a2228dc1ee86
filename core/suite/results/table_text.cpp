#include "suite/results/table_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/results/aligned_columns.hpp"
#include "suite/results/latex.hpp"
#include "suite/results/number_text.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::results {

namespace {

/// A block of text cells: the first column is a label, the last says what the line is.
struct Line {
  std::string label;
  std::vector<std::string> cells;
  std::string remark;
};

/// Without the indentation that only the text form needs.
std::string trimmed(const std::string& label) {
  return label.substr(label.find_first_not_of(' '));
}

template <class Text>
Line make_line(const TableRow& row, const std::string& label, const std::string& remark, Text&& text) {
  Line line{label, {}, remark};
  for (const TableNumber& number : row.numbers) line.cells.push_back(text(number));
  return line;
}

/// What made numbers of the row inconclusive, for the end of the line of verdicts: "u 0.03, 0.0222 > D/2 0.015".
std::string inconclusive_remark(const TableRow& row) {
  std::vector<std::string> units;
  double half_difference = 0.0;
  for (const TableNumber& number : row.numbers) {
    if (!number.verdict || number.verdict->why_inconclusive().empty()) continue;
    units.push_back(fmt::format("{:.3g}", number.verdict->unit));
    half_difference = *number.verdict->half_difference;
  }
  return units.empty()
             ? ""
             : fmt::format("inconclusive: u {} > D/2 {:.3g}", fmt::join(units, ", "), half_difference);
}

std::vector<Line> lines_of(const TableHead& head, const TableRow& row) {
  std::vector<Line> lines;
  if (any_published(row) && !head.stand_in)
    lines.push_back(make_line(row, "published", published_remark(row), published_text));
  lines.push_back(make_line(row, head.stand_in ? "stand-in" : "ours", ours_remark(head, row),
                            [&](const TableNumber& n) { return ours_text(head, row, n); }));
  // One split has no spread; and a standard error over folds that stands behind `ours` is not told twice.
  const bool is_told =
      row.kind == statistics::SpreadKind::standard_error && (head.repetitions == 1 || head.same_splits);
  if (row.folds > 1 && !is_told)
    lines.push_back(make_line(row, "  over folds", fold_remark(row), fold_spread_text));
  if (any_published(row) && is_comparable(head)) {
    lines.push_back(make_line(row, "z", "", [](const TableNumber& n) {
      return n.verdict ? fmt::format("{:+.1f}", n.verdict->z) : std::string();
    }));
    lines.push_back(make_line(row, "verdict", inconclusive_remark(row), [](const TableNumber& n) {
      return n.verdict ? n.verdict->text() : std::string();
    }));
  }
  return lines;
}

std::string reading_line(const ResultTable& table) {
  return "reading: " + reading_text(table);
}

std::vector<std::string> tail_lines(const ResultTable& table) {
  std::vector<std::string> lines;
  for (const std::string& text : table.convergence) lines.push_back(kDagger + (" " + text));
  for (const std::string& text : table.not_finite) lines.push_back(not_finite_text(text));
  lines.insert(lines.end(), table.head.remarks.begin(), table.head.remarks.end());
  for (const std::string& text : table.warnings) lines.push_back("warning: " + text);
  if (!table.head.stand_in) {
    for (const TableClaim& claim : table.claims)
      lines.push_back("claim: " + claim.text + ": " + claim_word(table.head, claim));
    for (const std::string& footnote : table.footnotes)
      lines.push_back("in the ledger, no verdict: " + footnote);
  }
  lines.push_back(cells_text(table.head));
  return lines;
}

}  // namespace

std::string table_as_text(const ResultTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& title : table.columns) widths.push_back(width_of(title));
  std::size_t label_width = 13;
  for (const TableRow& row : table.rows) {
    label_width = std::max(label_width, row.title.size() + 2);
    for (const Line& line : lines_of(table.head, row)) {
      for (std::size_t c = 0; c < widths.size(); ++c)
        widths[c] = std::max(widths[c], width_of(line.cells[c]));
    }
  }
  const auto pad = [](const std::string& text, std::size_t width) {
    const std::size_t own = width_of(text);
    return text + std::string(width > own ? width - own : 0, ' ');
  };
  const auto print = [&](const TableRow& row, const std::string& label, const std::vector<std::string>& cells,
                         const std::string& remark) {
    std::string line = "  " + pad(label, label_width) + "  ";
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const bool shown =
          row.numbers[c].applies || row.numbers[c].published;  // a row shows its own columns only
      if (shown) line += pad(cells[c], widths[c]) + "  ";
    }
    line += remark;
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  };
  std::string text = title_text(table.head) + "\n";
  if (table.head.stand_in) text += std::string(kStandInNotice) + "\n";
  text += reading_line(table) + "\n";
  for (const TableRow& row : table.rows) {
    text += print(row, row.title, table.columns, "");
    for (const Line& line : lines_of(table.head, row))
      text += print(row, "  " + line.label, line.cells, line.remark);
  }
  for (const std::string& line : tail_lines(table)) text += "  " + line + "\n";
  return text;
}

namespace {

/// Words of a config or a ledger inside Markdown, which has HTML and links: what would begin a tag, a comment or an
/// autolink, or the target of a link, stands for itself. A line end would end the heading, row or item.
std::string markdown_text(const std::string& text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    const bool begins_tag = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '/' ||
                            next == '!' || next == '?';
    if (c == '<' && begins_tag)
      escaped += "&lt;";
    else if (c == ']' && (next == '(' || next == ':'))
      escaped += "]\\";
    else
      escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

/// A cell of a Markdown table: a bar would end it.
std::string markdown_cell(const std::string& text) {
  std::string escaped;
  for (char c : markdown_text(text)) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

}  // namespace

std::string table_as_markdown(const ResultTable& table) {
  std::string text = "### " + markdown_text(title_text(table.head)) + "\n\n";
  if (table.head.stand_in) text += "**" + std::string(kStandInNotice) + "**\n\n";
  text += markdown_text(reading_line(table)) + "\n\n| |";
  for (const std::string& title : table.columns) text += " " + markdown_cell(title) + " |";
  text += " |\n|---|";
  for (std::size_t c = 0; c <= table.columns.size(); ++c) text += "---|";
  text += "\n";
  for (const TableRow& row : table.rows) {
    for (const Line& line : lines_of(table.head, row)) {
      text += "| " + markdown_cell(row.title) + ", " + trimmed(line.label) + " |";
      for (const std::string& cell : line.cells) text += " " + markdown_cell(cell) + " |";
      text += " " + markdown_cell(line.remark) + " |\n";
    }
  }
  text += "\n";
  for (const std::string& line : tail_lines(table)) text += "- " + markdown_text(line) + "\n";
  return text;
}

std::string table_as_latex(const ResultTable& table) {
  std::string text = latex_comment(title_text(table.head) + ", " + reading_line(table));
  if (table.head.stand_in) text += latex_comment(kStandInNotice);
  text += "\\begin{tabular}{ll" + std::string(table.columns.size(), 'c') + "}\n\\toprule\n &";
  for (const std::string& title : table.columns) text += " & " + latex_escaped(title);
  text += " \\\\\n";
  for (const TableRow& row : table.rows) {
    text += "\\midrule\n";
    bool first = true;
    for (const Line& line : lines_of(table.head, row)) {
      const std::string label = trimmed(line.label) + (line.remark.empty() ? "" : " (" + line.remark + ")");
      text += (first ? latex_escaped(row.title) : "") + " & " + latex_escaped(label);
      for (const std::string& cell : line.cells) text += " & " + latex_escaped(cell);
      text += " \\\\\n";
      first = false;
    }
  }
  text += "\\bottomrule\n\\end{tabular}\n";
  if (table.head.stand_in) text += std::string(kStandInNotice) + "\n";
  if (!table.head.modified.empty())
    text += latex_escaped("Reading " + reading_label(table.head) + ", no verdict") + "\n";
  for (const std::string& line : tail_lines(table)) text += latex_comment(line);
  return text;
}

}  // namespace preimage::suite::results
