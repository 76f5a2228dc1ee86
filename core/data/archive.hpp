#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "data/gzip.hpp"

namespace preimage::data {

struct ArchiveLimits {
  std::size_t members = 20000;
  std::size_t member_bytes = std::size_t{64} << 20;
  GzipLimits archive{};  // of the tar stream as a whole
};

/// The regular files of a .tar or .tar.gz: path (without a leading "./") -> bytes, in byte order of the
/// paths. Nothing is written to disk. throws  DataError "file: member 'path': ..." for an absolute path, a
/// path with "..", control characters or
///         a backslash, a link, a device, a path that occurs twice, a member that is truncated or over a
///         limit; "file: ..." where it is no tar file, and what read_gzip throws
std::map<std::string, std::string> read_archive(const std::filesystem::path& path,
                                                const ArchiveLimits& limits = {});

}  // namespace preimage::data
