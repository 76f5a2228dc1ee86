#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace preimage::base {

/// The whole file: a regular one, behind links or not, or a pipe or terminal that this process has open and
/// that the path names by its number (/dev/stdin, /dev/fd/N). Any other pipe or device may never end, and is
/// refused at once.
/// throws  FileError naming the file where it cannot be read or is none of these; DataError where it is
///         larger than `limit` bytes
std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// Takes the next bytes of a file.
using ByteSink = std::function<void(std::string_view)>;
/// Hands the bytes of a file to a sink, in order, in pieces of any size.
using ByteProducer = std::function<void(const ByteSink&)>;

/// Replaces `path` by `bytes` so that after a crash at any moment it holds either the old or the new content,
/// whole: temporary file in the same folder, write, fsync, rename, fsync of the folder. Creates the folder.
/// A regular file keeps its permissions; anything else in its place (a link, a device) is replaced: what a
/// user names goes through write_output_file.
/// Throws DataError naming the file and the system's reason (full disk, read-only folder); the old content
/// stays.
void write_file_durably(const std::filesystem::path& path, std::string_view bytes);
/// The same of bytes that come in pieces. What `produce` throws leaves the old content.
void write_file_durably(const std::filesystem::path& path, const ByteProducer& produce);

/// Creates the folder and those above it that are missing, and syncs those that hold the new ones: without
/// that a loss of power could take them with all that was synced inside.
/// Throws DataError naming the folder and the system's reason.
void create_folder_durably(const std::filesystem::path& folder);

}  // namespace preimage::base
