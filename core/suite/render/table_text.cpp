#include "suite/render/table_text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "suite/render/latex.hpp"
#include "suite/render/number_text.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// A block of text cells: the first column is a label, the last says what the line is.
struct Line {
  std::string label;
  std::vector<Tinted> cells;
  std::string remark;
};

/// Without the indentation that only the text form needs.
std::string trimmed(const std::string& label) {
  return label.substr(label.find_first_not_of(' '));
}

Tinted plain(const std::string& text) {
  return {text};
}

template <class Text>
Line make_line(const results::TableRow& row, const std::string& label, const std::string& remark,
               Text&& text) {
  Line line{label, {}, remark};
  for (const results::Number& number : row.numbers) line.cells.push_back(text(number));
  return line;
}

/// The p-value of each number's difference to the best of those beside it; without cells where none is
/// tested.
std::vector<Line> p_lines(const results::ResultTable& table, const results::TableRow& row) {
  bool is_tested = false;
  std::size_t tests = 0;
  const auto text = [&](const results::Number& number) {
    for (const results::RowComparison& group : table.comparisons) {
      if (group.measure != row.measure || group.comparisons.empty()) continue;
      if (group.best == number.learner) return plain("best");
      for (const results::MethodComparison& other : group.comparisons) {
        if (other.learner != number.learner) continue;
        is_tested = true;
        tests = std::max(tests, group.comparisons.size());
        return plain(other.has_p() ? p_text(other.adjusted_p) : "-");
      }
    }
    return Tinted();
  };
  Line line = make_line(row, "p", "", text);
  if (!is_tested) return {};
  line.remark = "against the best" + (tests > 1 ? fmt::format(", Holm for {}", tests) : "");
  return {line};
}

std::vector<Line> lines_of(const results::ResultTable& table, const results::TableRow& row) {
  const results::TableHead& head = table.head;
  std::vector<Line> lines;
  if (any_published(row) && !head.stand_in)
    lines.push_back(make_line(row, "published", published_remark(row),
                              [](const results::Number& n) { return plain(published_text(n.published)); }));
  lines.push_back(make_line(row, head.stand_in ? "stand-in" : "ours", ours_remark(head, row),
                            [&](const results::Number& n) { return plain(ours_text(head, row, n)); }));
  if (has_estimates(row))
    lines.push_back(make_line(row, "corrected", "for the model fitted to all samples",
                              [](const results::Number& n) { return plain(estimate_text(n)); }));
  if (has_intervals(row))
    lines.push_back(make_line(row, "95 %", interval_remark(row),
                              [](const results::Number& n) { return plain(interval_text(n)); }));
  // One split has no spread; and a standard error over folds behind `ours` is not told twice.
  const bool is_told =
      row.kind == records::SpreadKind::standard_error && (head.repetitions == 1 || head.same_splits);
  if (row.folds > 1 && !is_told && !has_intervals(row))
    lines.push_back(make_line(row, "  over folds", fold_remark(row),
                              [](const results::Number& n) { return plain(fold_spread_text(n)); }));
  if (any_published(row) && results::is_comparable(head)) {
    lines.push_back(make_line(row, "z", "", [](const results::Number& n) {
      return n.verdict ? plain(n.verdict->z_text()) : Tinted();
    }));
    lines.push_back(make_line(row, "verdict", "", [](const results::Number& n) {
      return n.verdict ? tinted(*n.verdict) : Tinted();
    }));
  }
  for (Line& line : p_lines(table, row)) lines.push_back(std::move(line));
  return lines;
}

std::string reading_line(const results::ResultTable& table) {
  return "reading: " + results::reading_text(table);
}

Tinted claim_line(const results::TableHead& head, const results::TableClaim& claim) {
  Tinted line = plain("claim: " + claim.text + ": ");
  if (!claim.verdict) return line.add(claim_word(head, claim));
  const std::string verdict = word(*claim.verdict);
  return line.add(verdict, tint_of(*claim.verdict)).add(claim_word(head, claim).substr(verdict.size()));
}

/// First in the text form: a number that is too good is not to be read before it.
std::vector<Tinted> warning_lines(const results::ResultTable& table) {
  std::vector<Tinted> lines;
  for (const std::string& text : table.warnings) {
    Tinted line;
    lines.push_back(line.add("warning:", Tint::doubtful).add(" " + text));
  }
  return lines;
}

std::vector<Tinted> tail_lines(const results::ResultTable& table) {
  std::vector<Tinted> lines;
  const auto add = [&](const std::string& line) { lines.push_back(plain(line)); };
  if (const std::string tests = tests_line(table); !tests.empty()) add(tests);
  if (const std::string line = corrections_line(table); !line.empty()) add(line);
  for (const std::string& text : table.convergence) add(results::kDagger + (" " + text));
  for (const std::string& text : table.not_finite) add(not_finite_text(text));
  for (const std::string& text : table.reasons) add(text);
  for (const std::string& text : table.head.remarks) add(text);
  if (!table.head.stand_in) {
    for (const results::TableClaim& claim : table.claims) lines.push_back(claim_line(table.head, claim));
    for (const std::string& footnote : table.footnotes) add("in the ledger, no verdict: " + footnote);
  }
  add(results::cells_text(table.head));
  return lines;
}

/// A row of the text form: its label, the cells that it shows, which are its own columns, and what the line
/// is.
Tinted table_line(const results::TableRow& row, const std::string& label, std::size_t label_width,
                  const std::vector<Tinted>& cells, const std::vector<std::size_t>& widths,
                  const std::string& remark) {
  std::vector<Tinted> shown = {plain(label)};
  std::vector<std::size_t> shown_widths = {label_width};
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (!row.numbers[c].applies && !row.numbers[c].published) continue;
    shown.push_back(cells[c]);
    shown_widths.push_back(widths[c]);
  }
  shown.push_back(plain(remark));
  shown_widths.push_back(0);
  return plain("  ").add(padded_line(shown, shown_widths)).add("\n");
}

}  // namespace

Tinted table_as_text(const results::ResultTable& table) {
  std::vector<std::size_t> widths;
  std::vector<Tinted> titles;
  for (const std::string& title : table.columns) {
    titles.push_back(plain(title));
    widths.push_back(width_of(title));
  }
  std::size_t label_width = 13;
  for (const results::TableRow& row : table.rows) {
    label_width = std::max(label_width, width_of(row.title) + 2);
    for (const Line& line : lines_of(table, row)) {
      for (std::size_t c = 0; c < widths.size(); ++c)
        widths[c] = std::max(widths[c], width_of(line.cells[c].text));
    }
  }
  Tinted text = plain(results::title_text(table.head) + "\n");
  if (table.head.stand_in) text.add(std::string(results::kStandInNotice) + "\n");
  text.add(reading_line(table) + "\n");
  for (const Tinted& line : warning_lines(table)) text.add("  ").add(line).add("\n");
  for (const results::TableRow& row : table.rows) {
    text.add(table_line(row, row.title, label_width, titles, widths, ""));
    for (const Line& line : lines_of(table, row))
      text.add(table_line(row, "  " + line.label, label_width, line.cells, widths, line.remark));
  }
  for (const Tinted& line : tail_lines(table)) text.add("  ").add(line).add("\n");
  return text;
}

std::string choices_as_text(const results::ResultTable& table) {
  if (table.choices.empty()) return "";
  std::vector<std::vector<std::string>> rows = {
      {"learner", "chosen on inner folds", "in outer folds", "inner loss"}};
  for (const results::LearnerChoices& learner : table.choices) {
    for (const std::vector<std::string>& fields : choice_rows(learner)) rows.push_back(fields);
  }
  return aligned_columns({Align::left, Align::left, Align::right, Align::right}, rows, "  ");
}

std::string table_as_markdown(const results::ResultTable& table) {
  std::string text = "### " + markdown_text(results::title_text(table.head)) + "\n\n";
  if (table.head.stand_in) text += "**" + std::string(results::kStandInNotice) + "**\n\n";
  text += markdown_text(reading_line(table)) + "\n\n| |";
  for (const std::string& title : table.columns) text += " " + in_field(title) + " |";
  text += " |\n|---|";
  for (std::size_t c = 0; c <= table.columns.size(); ++c) text += "---|";
  text += "\n";
  for (const results::TableRow& row : table.rows) {
    for (const Line& line : lines_of(table, row)) {
      std::vector<std::string> cells = {row.title + ", " + trimmed(line.label)};
      for (const Tinted& cell : line.cells) cells.push_back(cell.text);
      cells.push_back(line.remark);
      text += markdown_row(cells);
    }
  }
  text += "\n";
  for (const Tinted& line : warning_lines(table)) text += "- " + markdown_text(line.text) + "\n";
  for (const Tinted& line : tail_lines(table)) text += "- " + markdown_text(line.text) + "\n";
  return text;
}

std::string table_as_latex(const results::ResultTable& table) {
  std::string text = latex_comment(results::title_text(table.head) + ", " + reading_line(table));
  if (table.head.stand_in) text += latex_comment(results::kStandInNotice);
  text += "\\begin{tabular}{ll" + std::string(table.columns.size(), 'c') + "}\n\\toprule\n &";
  for (const std::string& title : table.columns) text += " & " + latex_escaped(title);
  text += " \\\\\n";
  for (const results::TableRow& row : table.rows) {
    text += "\\midrule\n";
    bool first = true;
    for (const Line& line : lines_of(table, row)) {
      const std::string label = trimmed(line.label) + (line.remark.empty() ? "" : " (" + line.remark + ")");
      text += (first ? latex_escaped(row.title) : "") + " & " + latex_escaped(label);
      for (const Tinted& cell : line.cells) text += " & " + latex_escaped(cell.text);
      text += " \\\\\n";
      first = false;
    }
  }
  text += "\\bottomrule\n\\end{tabular}\n";
  if (table.head.stand_in) text += std::string(results::kStandInNotice) + "\n";
  if (!table.head.modified.empty())
    text += latex_escaped("Reading " + results::reading_label(table.head) + ", no verdict") + "\n";
  for (const Tinted& line : warning_lines(table)) text += latex_comment(line.text);
  for (const Tinted& line : tail_lines(table)) text += latex_comment(line.text);
  return text;
}

}  // namespace preimage::suite::render
