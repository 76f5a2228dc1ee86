// The numbers of a results folder: every line of every table's CSV file.
#pragma once

#include <compare>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/results/provenance.hpp"

namespace preimage::suite::check {

/// A number as its line of the CSV file has it: texts, "" where there is nothing.
struct Number {
  std::string config, experiment;  // whose table it stands in
  std::string ours, sd, repetitions, published, z, verdict, data;
  std::string rounding;  // how far rounding may move `ours`; "" of files that do not say it
  std::string
      choices;  // made for its reading after seeing the paper's numbers; "" of files that do not say it
  /// Of the latest results from the file beside the table, of a reference from the line itself.
  results::Provenance provenance;
  // Of a reference only.
  std::string tolerance, tolerance_of;  // how far it may move, and where that is from
};

/// Which number. variant  of the run (result_files.hpp), "" of a plain one;  reading  "" for the best of all
struct NumberName {
  std::string table, variant, reading, measure, learner;
  auto operator<=>(const NumberName&) const = default;
};
using Numbers = std::map<NumberName, Number>;

/// "kde_nips_2002/table_1 / A-exclusive-noise / string_loss / kde"; without a reading that is "".
std::string text_of(const NumberName& name);
/// "toy", or "toy (.repetitions-20)" of a variant.
std::string table_text(const NumberName& name);
/// What is behind the table.
std::string text_in_table(const NumberName& name);

/// The CSV files of all tables below `folder` (of one profile), sorted; provenance and timings are no tables.
/// Those of other runs than the plain ones (result_files.hpp) are among them.
/// throws  DataError where there is no such folder
std::vector<std::filesystem::path> table_files(const std::filesystem::path& folder);

/// The tables of plain runs among them, and the others.
struct TableFiles {
  std::vector<std::filesystem::path> plain, variants;
};
TableFiles sorted_out(const std::vector<std::filesystem::path>& files);

/// All numbers of these tables; one of a variant has it behind its table's name: "toy (.repetitions-20)". A
/// table whose provenance is not there has numbers without.
/// throws  DataError for a missing column, two lines for one number, or a file whose last line has no end
Numbers read_numbers(const std::vector<std::filesystem::path>& files);

/// Those of plain runs below `folder`: what a reference holds.
Numbers read_plain_numbers(const std::filesystem::path& folder);

/// The columns that a reference's table has beside those of the results.
std::vector<std::string> reference_columns();
/// A number's fields in them.
std::vector<std::string> reference_fields(const Number& number);

}  // namespace preimage::suite::check
