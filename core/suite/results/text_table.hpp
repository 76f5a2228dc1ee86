// Tables of numbers as people have them: CSV, and what they paste from a paper.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace preimage::suite::results {

/// A row of a table.
struct TextRow {
  std::vector<std::string> cells;
  std::size_t line = 0;  // in the file; 0: of the command line
  bool operator==(const TextRow&) const = default;
};

/// A table of text, of a file or of the command line.
struct TextTable {
  std::string source;
  std::vector<std::string> columns;
  std::vector<TextRow> rows;              // a cell for each of `columns`
  std::set<std::string> per_cent = {};    // titles whose per cent sign says the unit, without it
  std::string corner = {};                // of a table of cells: what its rows are called, "Method"
  std::vector<std::string> remarks = {};  // what was not read
  std::vector<std::string> numbers = {};  // of a table of cells: titles of its columns of numbers
  bool has_failed = false;                // a value is NaN or infinite, and not read
  /// "p.csv:2"
  std::string place(std::size_t row) const {
    return rows[row].line == 0 ? source : source + ":" + std::to_string(rows[row].line);
  }
};

/// A CSV file; or a table of cells as a row per number: with `row`, `column` (the titles at the left and at
/// the top; no `column` where it has one column of numbers) and `value`, the cell. Such are a LaTeX tabular
/// or a Markdown table as it is pasted, of which the second row of titles is taken below one that columns
/// share, and of several columns of names the last, where it tells the rows apart; and CSV without `value` or
/// `mean`, whose names and facts keep their titles. Blanks around names are none of theirs. The file is read
/// once.
/// throws  DataError for a table without rows or with rows of unequal lengths, for a first line that is no
///         header, for text that is no UTF-8, and what CsvReader throws
TextTable read_text_table(const std::filesystem::path& path);

struct PrintedCell {
  std::string value, spread;  // "" where there is none
  bool is_interval = false;   // the spread is half of one that was printed with its bounds
  bool is_uneven = false;     // of which one is nearer to the value, by more than rounding explains
};
/// "\textbf{.947} $\pm$ .022" and "0.94 [0.92, 0.96]" as value and spread, without what is markup, footnote,
/// citation or per cent sign. "5.32(14)" has the spread "0.14", which is in units of the last digits.
/// throws  DataError naming `place` for other text with digits, and for an interval that does not hold its
///         mean
PrintedCell number_of_cell(const std::string& cell, const std::string& place);

/// "Letters" of "Letters (\%)": a title without the sign that says the unit of its numbers.
std::string without_unit(const std::string& title);

}  // namespace preimage::suite::results
