#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace preimage::suite::results {

/// Writes `files` (path below `folder` -> bytes) into the folder all at once: a reader, also after a
/// kill or a loss of power at any moment, finds all of them or none. Other files of the folder stay. The
/// folder is made where it is not there.
///   1. a copy of the folder with the new files is made beside it, named .<folder>.new, and synced;
///   2. the two are exchanged by one call (Linux: renameat2), or by three renames where the file system
///   cannot:
///      the folder to .<folder>.old, the copy to the folder, .<folder>.old to .<folder>.new;
///   3. .<folder>.new, now the old one, is removed. Nothing ever reads it, so it may be cut short at any
///   time.
/// Only between the first two renames of 2. is there no folder; then .<folder>.old is whole, and
/// restore_folder brings it back.
/// throws  DataError naming what could not be written, or where another process is at it; the old files stay
void replace_files_at_once(const std::filesystem::path& folder,
                           const std::map<std::filesystem::path, std::string>& files);

/// To be called before the folder is read or written: brings back what a kill in the middle of
/// replace_files_at_once took away.
/// throws  DataError naming the folder
void restore_folder(const std::filesystem::path& folder);

}  // namespace preimage::suite::results
