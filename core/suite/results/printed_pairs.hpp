// Printed numbers beside reruns of them, from two files and without a config.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/records/verdict.hpp"

namespace preimage::suite::results {

/// A table of text, of a file or of the command line.
struct TextTable {
  std::string source;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // as long as `columns`
};

/// A CSV file; or a LaTeX tabular or a Markdown table as it is pasted, as a row per number with the columns `row`, `column`
/// (what stands at the left and at the top; none where it has one column of numbers), `value` and `spread`.
/// throws  DataError for a table whose rows have unequal lengths, for a cell with digits that is no number, and what CsvReader
///         throws
TextTable read_text_table(const std::filesystem::path& path);

/// "\textbf{.947} $\pm$ .022" as ".947" and ".022", without what is markup, footnote or per cent sign; "" where there is none.
/// throws  DataError naming `source` for other text with digits
std::pair<std::string, std::string> number_of_cell(const std::string& cell, const std::string& source);

/// Columns of a ledger with one text for all rows, where they have none. A spread whose kind nothing says is `unstated`.
void add_facts(TextTable& printed, std::map<std::string, std::string> facts);

struct JudgedPair {
  std::string name;
  records::Published published;
  std::optional<records::Ours> ours;  // nothing where there is no rerun of it
  std::optional<records::Verdict> verdict;
};

struct JudgedPairs {
  std::vector<JudgedPair> pairs;  // as printed
  std::vector<std::string>
      remarks;  // reruns that are not printed, and what would explain numbers that disagree
};

/// Judges each printed number by its reruns. A row of `printed` has `value` and any of the columns of a ledger. A row of `reruns`
/// has a `value`, of which several are runs of one number, or `mean`, `sd` and `count`; also `folds` and `sd_over_folds`, and in
/// `runs_draw` what they draw: as the printed runs where that is empty, `nothing` where reruns are equal. Rows belong together
/// where they agree in the other columns that both have, or else in the texts of all their other columns.
/// throws  DataError for a name that is printed twice, a summary that is there twice, a column that is missing, a field that
///         is no number, and where no row of one belongs to a row of the other
JudgedPairs judge_pairs(const TextTable& printed, const TextTable& reruns);

}  // namespace preimage::suite::results
