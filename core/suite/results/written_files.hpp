// What is noted of tables as they are written: the sum of each file, and of what it was made.
// A file per table, `.configs/tables/<name>-<16 digits>.txt`, of lines as sha256sum writes them; the first
// has the sum of the others. It is removed before the table is written, and written last.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "suite/records/results_folder.hpp"
#include "suite/results/result_set.hpp"

namespace preimage::suite::results {

/// SHA-256 by what it is of: "quick/own_data/vectors.csv", or "quick/own_data/vectors published numbers".
using Sums = std::map<std::string, std::string>;

/// The sums of what a config's tables are made of, by words: config, data, program, published numbers, and
/// which cells have a result.
/// throws  DataError where config or published numbers cannot be read
Sums made_of(const ConfigResults& config);

/// How a file of the folder, or a table's stem, is named in Sums.
std::string name_in(const records::ResultsFolder& results, const std::filesystem::path& path);

/// Writes files of the folder, removes those with "" in place of bytes, and notes their sums.
/// stem  of the table, or a file of timings
/// made  as made_of
/// throws  FileError
void write_files(const records::ResultsFolder& results, const std::filesystem::path& stem,
                 const std::map<std::filesystem::path, std::string>& files, const Sums& made = {});

/// What a note says. throws  DataError where it cannot be read or is damaged
Sums read_sums(const std::filesystem::path& note);

}  // namespace preimage::suite::results
