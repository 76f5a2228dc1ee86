#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace preimage::base {

/// The whole file. Throws DataError naming the file where it cannot be read or is larger than `limit` bytes.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// Replaces `path` by `bytes` so that after a crash at any moment it holds either the old or the new content,
/// whole: temporary file in the same folder, write, fsync, rename, fsync of the folder. Creates the folder.
/// A regular file keeps its permissions; anything else in its place (a link, a device) is replaced: what a
/// user names goes through write_output_file.
/// Throws DataError naming the file and the system's reason (full disk, read-only folder); the old content
/// stays.
void write_file_durably(const std::filesystem::path& path, std::string_view bytes);

/// Creates the folder and those above it that are missing, and syncs those that hold the new ones: without
/// that a loss of power could take them with all that was synced inside.
/// Throws DataError naming the folder and the system's reason.
void create_folder_durably(const std::filesystem::path& folder);

/// Whether the file is a temporary one that write_file_durably left because its process died: named
/// <file of ours>.<host>.<process>.tmp, where a file of ours ends in .json, .cache, .csv, .txt, .md, .tex,
/// .png, .svg, .pdf, .html or .sh. Of a process on another host nothing is known, so that its file counts as
/// left after a day.
bool is_left_temporary(const std::filesystem::path& path);

/// Removes what killed writers have left below `folder`: the temporary files that is_left_temporary names.
/// What cannot be removed stays.
void remove_left_overs(const std::filesystem::path& folder);

}  // namespace preimage::base
