// Printed numbers beside reruns of them, from two files and without a config.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/records/verdict.hpp"

namespace preimage::suite::results {

/// A table of text, of a file or of the command line.
struct TextTable {
  std::string source;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // as long as `columns`
  std::vector<std::size_t> lines = {};         // of the rows in the file; none of the command line
  std::set<std::string> per_cent = {};         // titles whose per cent sign says the unit, without it
  std::string corner = {};                     // of a table of cells: what its rows are called, "Method"
  std::vector<std::string> remarks = {};       // what was not read
  std::vector<std::string> numbers = {};       // of a table of cells: titles of its columns of numbers
  bool has_failed = false;                     // a value is NaN or infinite, and not read
  /// "p.csv:2"
  std::string place(std::size_t row) const {
    return lines.empty() ? source : source + ":" + std::to_string(lines[row]);
  }
};

/// Whether a column names no number: one of a ledger from `value` on, or another of numbers.
bool is_fact(const std::string& column);

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

struct JudgedPair {
  std::string name, method, group;  // the name's parts: what is compared, and the other columns
  records::Published published;
  std::optional<records::Estimate> ours;  // nothing where there is no rerun of it
  std::optional<records::Verdict> verdict;
};

struct JudgedPairs {
  std::vector<JudgedPair> pairs;       // as printed
  std::vector<std::string> unprinted;  // names of reruns that are not printed
  std::vector<std::string>
      remarks;  // what was not read or not counted, and what would explain numbers that disagree
  /// Not so where both sides have names that the other does not have: numbers of one name may be two.
  bool are_all_named() const;
};

/// Judges each printed number by its reruns. A row of `printed` has `value` (or `value` and `spread` in one
/// cell) and any of the columns of a ledger, or `low` and `high`, the bounds of a CI95. A row of `given`, the
/// reruns, has a `value`, of which several are runs of one number, or `mean`, `sd` and `count`; also `folds`
/// and `sd_over_folds`, and in `runs_draw` what they draw: as the printed runs where that is empty, `nothing`
/// where reruns are equal. The other columns name the rows. A naming column of `printed` belongs to that of
/// `given` with its name, or else to the one that shares most of its texts but for case and punctuation; rows
/// belong together where these texts are equal. Other columns of `given` number runs together, and one with
/// fractions is not read. Numbers are compared (D) that differ in one naming column
/// alone: `learner`, or else the one that it or the reruns call method, model, algorithm or approach, or else
/// the first that is not called a data set.
/// facts  columns of a ledger for all rows that do not say them, as options: {"runs", "10"} is --runs. A
///        spread whose kind nothing says is `unstated`.
/// throws  DataError for a name that is printed twice, rows of one name that are no runs of it, a column that
///         is missing, a field that is no number, and where no row of one belongs to a row of the other;
///         ConfigError for a bad fact
JudgedPairs judge_pairs(const TextTable& printed, const TextTable& given,
                        const std::map<std::string, std::string>& facts = {});

/// "are reruns fractions, and printed numbers in per cent? 100 x ours would be near": another unit, sign or
/// complement by which the number would be the printed one within a tenth; "" where none is.
std::string explanation(double ours, double printed);

/// "1 of 19 reproduced numbers differs by more than noise (|z| > 2), but by less than M: KDE (M 0.11). ": of
/// those whose M nothing says; "" where there is none.
std::string clear_differences(const std::vector<JudgedPair>& pairs);

/// What would explain the numbers that disagree, by numbers, methods, columns, or for most of the table:
/// another unit or sign, swapped names, a spread of the other kind. Nothing is applied.
std::vector<std::string> explanations(const std::vector<JudgedPair>& pairs);

/// Both, of numbers that a CSV file of a config holds.
std::vector<std::string> remarks_on_verdicts(const std::vector<JudgedPair>& pairs);

}  // namespace preimage::suite::results
