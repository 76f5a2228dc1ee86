// Files in a folder of results that are none of a run: temporary ones that killed writers have left, and
// strays.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "suite/records/results_folder.hpp"

namespace preimage::suite::records {

/// Whether the file is a temporary one whose writer died: named as base::TemporaryFile names them, where a
/// file of ours ends in .json, .cache, .csv, .txt, .md, .tex, .png, .svg, .pdf, .html or .sh, it was not
/// written into for an hour, and its lock can be taken. Where the file system says that it has no locks, no
/// file is.
bool is_left_temporary(const std::filesystem::path& path);

/// Removes the files below `folder` that is_left_temporary names. What cannot be removed stays.
void remove_left_overs(const std::filesystem::path& folder);

/// Each link below the folder, and what is no record among the records, with what is wrong with it. A temporary
/// file of a record is none: a run is at work, or was killed.
std::map<std::filesystem::path, std::string> stray_files(const ResultsFolder& results);

}  // namespace preimage::suite::records
