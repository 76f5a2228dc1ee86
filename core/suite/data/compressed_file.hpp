// Whole files into memory, bounded: a damaged or hostile file ends in one line of error, not in swap.
// gzip is read by zlib, the others by libarchive, whose gzip filter compares no check sum: of 60 files with one
// bit of the data flipped it read 55 without an error. Those of bzip2, xz and zstd found all 60.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace preimage::suite::data {

/// `ratio` bounds decompressed / compressed bytes (DEFLATE reaches 1032; digits and letters stay near 10); it
/// counts only above 1 MiB of output, where it begins to matter.
struct CompressionLimits {
  std::size_t bytes = std::size_t{256} << 20;
  std::size_t ratio = 200;
};

/// "gzip", "bzip2", "xz" or "zstd", as the first bytes of a file say or its ending (.gz, .bz2, .xz, .zst);
/// else "".
std::string_view compression_of(std::string_view bytes, const std::filesystem::path& path);

/// The path without such an ending.
std::filesystem::path without_compression(const std::filesystem::path& path);

/// The decompressed bytes, or those of a file that is not compressed as they are; several streams (members,
/// frames) in a row are one text. Check sums are verified, which a zstd frame may lack.
/// bytes   fewer than 4 GiB. Cost: they and what they decompress to are held in memory
/// source  the file's path, whose ending tells the compression, too
/// throws  DataError "source: byte N: ..." where it is of another format, truncated, damaged or followed by
///         anything else; N is where reading stopped, of xz and zstd the last place that libarchive tells.
///         "source: ..." where it exceeds a limit, or where libarchive reads the format by a program alone
std::string decompress(std::string bytes, const std::string& source, const CompressionLimits& limits = {});

/// The same from a file of at most limits.bytes.
/// throws  DataError also where it cannot be read
std::string read_maybe_compressed(const std::filesystem::path& path, const CompressionLimits& limits = {});

}  // namespace preimage::suite::data
