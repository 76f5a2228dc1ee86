// Whole files into memory, bounded: a damaged or hostile file ends in one line of error, not in swap.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace preimage::suite::data {

/// `ratio` bounds decompressed / compressed bytes (DEFLATE reaches 1032; digits and letters stay near 10); it
/// counts only above 1 MiB of output, where it begins to matter.
struct GzipLimits {
  std::size_t bytes = std::size_t{256} << 20;
  std::size_t ratio = 200;
};

/// The decompressed bytes of a gzip stream (RFC 1952; several members in a row are one text), check sums
/// verified. Cost: both the compressed and the decompressed bytes are held in memory.
/// throws  DataError "source: byte N: ..." where the stream is truncated, damaged or followed by anything
///         else, "source: ..." where it exceeds a limit
std::string parse_gzip(std::string_view compressed, const std::string& source, const GzipLimits& limits = {});

/// The same from a file, where its name ends in ".gz" or its content begins as a gzip stream, else the file
/// as it is; at most limits.bytes either way.
/// throws  DataError also where it cannot be read
std::string read_maybe_gzip(const std::filesystem::path& path, const GzipLimits& limits = {});

}  // namespace preimage::suite::data
