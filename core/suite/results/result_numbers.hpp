// The numbers of tables as one typed value, whether they come from records, from a table's CSV file or from a
// reference; and the CSV form, written here and read again by one reader. A results folder has a file per
// config, a reference the same with more columns.
#pragma once

#include <compare>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

using NamedNumber = std::pair<NumberName, ListedNumber>;

/// Numbers by their names, in the order in which they were added: that of tables.
class NumberSet {
 public:
  NumberSet() = default;
  NumberSet(std::initializer_list<NamedNumber> numbers) {
    for (const auto& [name, number] : numbers) add(name, number);
  }
  /// throws  DataError where there is one of the name
  void add(NumberName name, ListedNumber number);
  void add(const NumberSet& more) {
    for (const auto& [name, number] : more) add(name, number);
  }
  /// nullptr where there is none.
  const ListedNumber* find(const NumberName& name) const;
  std::vector<NamedNumber>::const_iterator begin() const { return numbers_.begin(); }
  std::vector<NamedNumber>::const_iterator end() const { return numbers_.end(); }
  std::size_t size() const { return numbers_.size(); }
  bool empty() const { return numbers_.empty(); }

 private:
  std::vector<NamedNumber> numbers_;
  std::map<NumberName, std::size_t> places_;
};

/// Adds those of a reading's table that have a value, could have one, or are published.
/// provenance  by learner
/// of          config and variant
void add_numbers(const ResultTable& table, const std::map<std::string, Provenance>& provenance,
                 const NumberName& of, const std::string& experiment, NumberSet& numbers);

/// Their CSV file: a header, and a line per number with all digits. That of a reference has more columns.
std::string csv_text(const NumberSet& numbers, bool is_reference = false);

/// The CSV files of all tables below `folder` (of one profile), sorted; provenance and timings are no tables.
/// Those of other runs than the plain ones (result_files.hpp) are among them.
/// throws  DataError where there is no such folder
std::vector<std::filesystem::path> table_files(const std::filesystem::path& folder);

/// The numbers of a table's file, of results or of a reference. Columns that older files lack are nothing;
/// provenance is read from the file beside the table, or from columns of a reference.
/// throws  DataError for a missing column, a field that is not of its kind, two lines for one number, or a
///         file whose last line has no end
NumberSet read_csv(const std::filesystem::path& file);
/// throws  also where two of the files have a number of one name
NumberSet read_csv(const std::vector<std::filesystem::path>& files);

}  // namespace preimage::suite::results
