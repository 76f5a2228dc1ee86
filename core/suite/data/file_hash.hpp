#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace preimage::suite::data {

/// What `compute` says of a file, remembered for the life of the process; of a file that changes on disk it
/// is computed again.
/// what  tells apart what is said of one file
std::string remembered_of_file(const std::filesystem::path& path, const std::string& what,
                               const std::function<std::string()>& compute);

/// The SHA-256 of a file's bytes, remembered.
/// throws  FileError naming the file and the system's reason
std::string file_sha256(const std::filesystem::path& path);

}  // namespace preimage::suite::data
