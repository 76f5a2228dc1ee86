// The numbers of tables as typed values, and their CSV form: written here, and read again by one reader. A results folder has a
// file per config, a reference the same with more columns.
#pragma once

#include <compare>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/results/provenance.hpp"
#include "suite/results/result_table.hpp"

namespace preimage::suite::results {

/// Which number. variant  of the run (result_files.hpp), "" of a plain one;  reading  "" for all of them
struct NumberName {
  std::string table, variant, reading, measure, learner;
  std::string config = {};  // two configs may be about one table
  auto operator<=>(const NumberName&) const = default;
};

/// "kde_nips_2002/table_1 / A-exclusive-noise / string_loss / kde"; without a reading that is "".
std::string text_of(const NumberName& name);
/// "toy", or "toy (.repetitions-20)" of a variant.
std::string table_text(const NumberName& name);
/// What is behind the table.
std::string text_in_table(const NumberName& name);

struct Number {
  std::string config, experiment;               // whose table it stands in
  std::optional<records::Published> published;  // read from CSV without the number of folds of its spread
  records::SpreadKind spread_kind = records::SpreadKind::none;  // of its row
  std::optional<double> ours;                                   // nothing where cells failed or were not run
  std::optional<double> sd, fold_spread;  // sd: of `ours` over repetitions; nothing where it has none
  int repetitions = 0;                    // 0: none
  std::optional<records::Verdict> verdict;
  std::size_t unconverged = 0;     // predictions whose decoder or training did not converge
  std::string data = "real";       // or "stand-in"
  std::string spread_of_ours;      // "SD over 10 repetitions"
  std::optional<long> choices;     // made for its reading after seeing the paper's numbers
  std::optional<double> rounding;  // how far rounding may move `ours`
  Provenance provenance;
  // Of a reference only.
  std::optional<double> tolerance;  // how far it may move
  std::string tolerance_of;         // where that is from
};
using NamedNumber = std::pair<NumberName, Number>;
using Numbers = std::map<NumberName, Number>;

/// Those of one config in one way of running it, in the order of its table.
struct ConfigNumbers {
  std::string config, experiment, variant;
  std::vector<NamedNumber> numbers;
};

/// Those of a reading's table, which stand in a row with a number or a published one.
/// provenance  by learner
void add_numbers(const ResultTable& table, const std::map<std::string, Provenance>& provenance,
                 ConfigNumbers& numbers);

/// All of them by their names.
/// throws  DataError where two have one name
Numbers by_name(const std::vector<ConfigNumbers>& configs);

/// The CSV form: one line per number, all digits.
std::string csv_header();
std::string csv_line(const NamedNumber& number);
/// That of a reference, which has more columns.
std::string reference_header();
std::string reference_line(const NamedNumber& number);

/// The CSV files of all tables below `folder` (of one profile), sorted; provenance and timings are no tables.
/// Those of other runs than the plain ones (result_files.hpp) are among them.
/// throws  DataError where there is no such folder
std::vector<std::filesystem::path> table_files(const std::filesystem::path& folder);

/// The tables of plain runs among them, and the others.
struct TableFiles {
  std::vector<std::filesystem::path> plain, variants;
};
TableFiles sorted_out(const std::vector<std::filesystem::path>& files);

/// The numbers of a table's file, of results or of a reference. Columns that older files lack are nothing; provenance is read from the file beside the table, or from columns
/// of a reference.
/// throws  DataError for a missing column, a field that is not of its kind, two lines for one number, or a file whose last
///         line has no end
ConfigNumbers read_numbers(const std::filesystem::path& file);
std::vector<ConfigNumbers> read_numbers(const std::vector<std::filesystem::path>& files);

}  // namespace preimage::suite::results
