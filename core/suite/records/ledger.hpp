// The published ledger: every number of a paper, as printed.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/delimited.hpp"
#include "suite/records/ledger_columns.hpp"
#include "suite/records/verdict.hpp"

namespace preimage::suite::records {

/// One row. `table` is "paper/table", as a config's `reproduces` names it. A row without learner is in the
/// ledger only: it gets no verdict, and its note says why.
struct LedgerEntry {
  std::string table;
  std::string measure, row_title;
  std::string learner, column_title;
  Published published;
  std::string place;  // "sec. 4.2, Table 2": the transcripts that we have carry no page numbers
  std::string note;
  std::vector<std::string> compared_with;  // learners or columns; empty: all of its row
  std::size_t line = 0;                    // of the file, for messages
};

/// A row as text, by the places in kLedgerColumns, and where it is from: what messages name.
struct LedgerRow {
  std::string place;  // "p.csv:2"
  std::array<std::string, kLedgerColumns.size()> texts = {};
  std::array<std::string, kLedgerColumns.size()> options =
      {};  // that say a field, or could: "--runs"; "": its column
  std::size_t line = 0;
};

/// The row's fields, checked each and beside each other; without `largest_difference`.
/// throws  DataError "p.csv:2: column 'runs': ...", ConfigError "--runs: ..." of a field that an option says
LedgerEntry ledger_entry(const LedgerRow& texts);

/// Fills in `largest_difference`: D of the numbers that the paper compares. Cost: O(rows^2).
/// throws  DataError for a comparison with a number that is not there
void compare_entries(std::vector<LedgerEntry>& ledger, const std::string& source);

/// The place of a learner's numbers in a table.
struct TablePlace {
  std::string row, column;  // titles
  bool operator==(const TablePlace&) const = default;
};

/// Reads a table with the columns of kLedgerColumns, in any order. An empty title is the name of the measure
/// or the learner, in words.
/// throws  DataError "source:line: ..." for a required column that is missing, an unknown column, a value or
///         spread that is no number, an unknown kind of spread, a spread over nothing, a comparison with a
///         number that is not there, two rows for one number or one place of a table, no row, a last line
///         without end (which may be cut short), and what CsvReader throws
std::vector<LedgerEntry> read_ledger(data::CsvReader csv);

/// The same from a file; of LaTeX or Markdown the error names the command that reads them.
std::vector<LedgerEntry> load_ledger(const std::filesystem::path& path);

/// The entries of one table, in the order of the file.
std::vector<LedgerEntry> entries_of(const std::vector<LedgerEntry>& ledger, const std::string& table);

}  // namespace preimage::suite::records
