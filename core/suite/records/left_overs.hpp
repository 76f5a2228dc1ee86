// Temporary files that killed writers have left in a folder of results.
#pragma once

#include <filesystem>

namespace preimage::suite::records {

/// Whether the file is a temporary one whose writer died: named as base::TemporaryFile names them, where a
/// file of ours ends in .json, .cache, .csv, .txt, .md, .tex, .png, .svg, .pdf, .html or .sh, it was not
/// written into for an hour, and its lock can be taken. Where the file system says that it has no locks, no
/// file is.
bool is_left_temporary(const std::filesystem::path& path);

/// Removes the files below `folder` that is_left_temporary names. What cannot be removed stays.
void remove_left_overs(const std::filesystem::path& folder);

}  // namespace preimage::suite::records
