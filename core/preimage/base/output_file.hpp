#pragma once

#include <filesystem>
#include <string_view>

#include "preimage/base/file.hpp"

namespace preimage::base {

/// Writes `bytes` to what a user named as the place of an output.
///   a device, a FIFO, - (/dev/stdout), /dev/fd/N  written into, and stays what it is
///   a symbolic link                           followed: the file at its end is written, also where it is not
///                                             there yet
///   a regular file, or nothing                replaced whole by write_file_durably, with its permissions
/// throws  DataError naming the file and the system's reason: a folder, a file that may not be written, a
///         full device, a pipe without a reader
void write_output_file(const std::filesystem::path& path, std::string_view bytes);
/// The same of bytes that come in pieces. Where `produce` throws, a file keeps its old content; what went
/// into a pipe or device is gone.
void write_output_file(const std::filesystem::path& path, const ByteProducer& produce);

/// The name at the end of a chain of symbolic links, the last of which may lead nowhere; or the link that
/// stands for an open file of this process.
/// throws  DataError for a loop
std::filesystem::path end_of_links(const std::filesystem::path& path);

}  // namespace preimage::base
