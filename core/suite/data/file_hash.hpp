#pragma once

#include <filesystem>
#include <string>

namespace preimage::suite::data {

/// The SHA-256 of a file's bytes, remembered for the life of the process; of a file that changes it is computed again.
/// throws  FileError naming the file and the system's reason
std::string file_sha256(const std::filesystem::path& path);

}  // namespace preimage::suite::data
