#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/compressed_file.hpp"

namespace preimage::suite::data {

struct ArchiveLimits {
  std::size_t members = 20000;
  std::size_t member_bytes = std::size_t{64} << 20;
  CompressionLimits archive{};  // of the tar stream as a whole
};

/// Path (without a leading "./") -> bytes, in byte order of the paths.
using ArchiveMembers = std::map<std::string, std::string>;

/// The regular files of a tar stream. Nothing is written to disk; the members together hold no more bytes
/// than the stream.
/// source  names the archive in messages
/// throws  DataError "source: member 'path': ..." for an absolute path, a path with "..", a backslash, a
///         link, a device, a sparse file, a path that occurs twice, a member that is truncated or over a
///         limit; "source: ..." for control characters in a path and where it is no tar stream
ArchiveMembers parse_tar(const std::string& tar, const std::string& source, const ArchiveLimits& limits = {});

/// The same from a .tar, compressed or not; throws also what read_maybe_compressed throws.
ArchiveMembers read_archive(const std::filesystem::path& path, const ArchiveLimits& limits = {});

/// The names <folder>/<prefix>N<ending> for N = 0, 1, ...
struct NumberedName {
  std::string_view folder;  // the last folder of the path; "": any
  std::string_view prefix, ending;
};

/// The members of such names in order of N, so that 10 comes after 9; others are passed over.
/// throws  DataError "source: ..." where there are none, where a name between prefix and ending holds no
///         whole number from 0 or one that came before, and where a number below the largest is missing
std::vector<ArchiveMembers::const_iterator> numbered_members(const ArchiveMembers& members,
                                                             const NumberedName& name,
                                                             const std::string& source);

}  // namespace preimage::suite::data
