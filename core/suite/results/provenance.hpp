// By which versions of what a table's numbers were computed: kept beside each table, never compared with a
// number.
#pragma once

#include <compare>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "suite/records/result_record.hpp"
#include "suite/study/cells.hpp"

namespace preimage::suite::results {

/// Version integers by what they are of: "cell", "experiment.string_toy", "method.nearest_neighbours",
/// "kernel.gaussian", "decoder.closest".
using Versions = std::map<std::string, long>;

/// Of the numbers of one learner in one reading of a table.
struct Provenance {
  std::string program;     // "0.1.0+17c9ea6b1234"; several, with blanks between, where cells differ
  std::string blas_cores;  // "Haswell"; likewise
  std::string inputs;      // 16 hexadecimal digits of a hash of config and data, versions left out
  Versions versions;
  std::string data_content =
      {};  // what the data are, a hash of their files among it; "" where an older program wrote it
};

/// Whose numbers: those of a learner in a reading of a table.
struct LearnerNumbers {
  std::string table, reading, learner;
  auto operator<=>(const LearnerNumbers&) const = default;
};

/// The name of a config's table: what it reproduces, or else the config's own.
std::string table_name(const study::Study& study);

/// The version integers that a cell's key is of.
Versions versions_of(const study::Cell& cell);

/// "cell=1 method.nearest_neighbours=2", and back.
/// throws  DataError naming `source`
std::string versions_text(const Versions& versions);
Versions parse_versions(const std::string& text, const std::string& source);

/// Record of a cell, or nullptr where there is none.
using RecordLookup = std::function<const records::ResultRecord*(const study::Cell& cell)>;

/// What the numbers of `learner` were computed from, in 16 digits: a hash of its cells' parameters but
/// versions.
/// cells  all of a reading, other learners' too
std::string inputs_of(const std::string& learner, const std::vector<study::Cell>& cells);

/// Where the numbers of `learner` come from. `cells` are all of a reading, other learners' too.
Provenance provenance_of(const std::string& learner, const std::vector<study::Cell>& cells,
                         const RecordLookup& record);

/// Its fields in CSV files: program, blas_cores, inputs, versions, data_content.
inline constexpr const char* kProvenanceColumns[] = {"program", "blas_cores", "inputs", "versions",
                                                     "data_content"};
std::vector<std::string> fields_of(const Provenance& provenance);

/// Its CSV form: a line per learner and reading of a table.
std::string provenance_header();
std::string provenance_line(const LearnerNumbers& numbers, const Provenance& provenance);

/// Where the table <stem>.csv keeps it: <stem>.provenance.csv.
std::filesystem::path provenance_path(std::filesystem::path table);
bool is_provenance(const std::filesystem::path& file);

/// Empty where there is no such file. One without the column data_content, of 0.1, is read, too.
/// throws  DataError for a damaged one
std::map<LearnerNumbers, Provenance> read_provenance(const std::filesystem::path& file);

}  // namespace preimage::suite::results
