// Where a sweep's files stand: <results>/sweeps/<name>/{points,best,axes}.csv and summary.txt.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// The name of --name, else config-reading-axis-axis... by the paths' last parts, with -randomN where points
/// are drawn.
/// throws  ConfigError where --name is no plain file name
std::string sweep_name(const study::StudyOptions& options, const study::Study& sweep);

/// The file of a learner's heat map beside points.csv.
std::string heat_map_file(const std::string& learner);

/// The keys in all points.csv below `results`/sweeps.
/// throws  DataError for a file without column `key`
std::set<std::string> keys_of_sweeps(const std::filesystem::path& results);

}  // namespace preimage::suite::results
