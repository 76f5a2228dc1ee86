#include "suite/data/compressed_file.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <re2/re2.h>
#define ZLIB_CONST  // input is read only
#include <zlib.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRatioMatters = std::size_t{1} << 20;
constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr int kGzipWindow = 15 + 16;  // largest window, gzip wrapper (zlib manual, inflateInit2)

struct Compression {
  const char *name, *ending, *magic;  // magic: a pattern of the first bytes
  int (*filter)(archive*);            // of libarchive
};
constexpr std::array<Compression, 4> kCompressions = {{
    {"gzip", ".gz", R"(\x1f\x8b)", nullptr},
    {"bzip2", ".bz2", R"(BZh[1-9](?:1AY&SY|\x17rE8P\x90))", archive_read_support_filter_bzip2},
    {"xz", ".xz", R"(\xfd7zXZ\x00)", archive_read_support_filter_xz},
    {"zstd", ".zst", R"(\x28\xb5\x2f\xfd)", archive_read_support_filter_zstd},
}};

bool begins_as(const Compression& compression, std::string_view bytes) {
  return re2::RE2::PartialMatch(bytes, re2::RE2(fmt::format("^(?:{})", compression.magic), re2::RE2::Latin1));
}

/// nullptr where there is none.
const Compression* find_compression(std::string_view bytes, const fs::path& path) {
  for (const Compression& one : kCompressions)
    if (path.extension() == one.ending || begins_as(one, bytes)) return &one;
  return nullptr;
}

/// What is decompressed, as far as it is known.
struct Output {
  const std::string& source;
  std::string_view compressed;
  const Compression& compression;
  std::size_t most;  // bytes
  std::string bytes = {}, buffer = std::string(kBufferBytes, '\0');

  /// Takes what is in the buffer.
  void take(std::size_t count) {
    bytes.append(buffer, 0, count);
    if (bytes.size() > most)
      throw DataError(fmt::format("{}: decompresses to more than {} bytes, the limit of a file of {}", source,
                                  most, compressed.size()));
  }
  [[noreturn]] void refuse(std::size_t position, std::string_view what, const char* why = nullptr) const {
    throw DataError(fmt::format("{}: byte {}: {} {} stream{}{}", source, position, what, compression.name,
                                why == nullptr ? "" : ": ", why == nullptr ? "" : why));
  }
  void end_at(std::size_t position) const {
    if (position < compressed.size())
      refuse(position, fmt::format("{} bytes follow the end of the", compressed.size() - position));
  }
};

void read_by_zlib(Output& output) {
  z_stream stream{};
  stream.next_in = reinterpret_cast<const Bytef*>(output.compressed.data());
  stream.avail_in = static_cast<uInt>(output.compressed.size());
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> held(&stream, &inflateEnd);
  while (true) {
    stream.next_out = reinterpret_cast<Bytef*>(output.buffer.data());
    stream.avail_out = static_cast<uInt>(output.buffer.size());
    const int code = inflate(&stream, Z_NO_FLUSH);
    output.take(output.buffer.size() - stream.avail_out);
    const std::size_t position = output.compressed.size() - stream.avail_in;
    if (code != Z_OK && code != Z_STREAM_END)  // Z_BUF_ERROR: no progress possible, the input ended too early
      output.refuse(position, code == Z_BUF_ERROR ? "truncated" : "damaged", stream.msg);
    const bool ends = code == Z_STREAM_END;
    if (ends && !output.compressed.substr(position).starts_with("\x1f\x8b")) return output.end_at(position);
    if (ends) inflateReset(&stream);
  }
}

void read_by_libarchive(Output& output) {
  const std::unique_ptr<archive, decltype(&archive_read_free)> owner(archive_read_new(), &archive_read_free);
  archive* const reader = owner.get();
  if (reader == nullptr) throw std::bad_alloc();
  if (output.compression.filter(reader) != ARCHIVE_OK)  // it would run a program
    throw DataError(fmt::format(
        "{0}: is compressed by {1}, which this libarchive does not read: `{1} -dc FILE > NEW` unpacks it",
        output.source, output.compression.name));
  archive_read_support_format_raw(reader);
  archive_read_support_format_empty(reader);
  archive_read_open_memory(reader, output.compressed.data(), output.compressed.size());
  // One filter, and libarchive's own. A file of a few bytes has none, and where opening failed it counts 0.
  if (archive_filter_count(reader) != 2) output.refuse(0, "expected one whole", archive_error_string(reader));
  archive_entry* entry = nullptr;
  const auto position = [&] { return static_cast<std::size_t>(archive_filter_bytes(reader, -1)); };
  la_ssize_t count = archive_read_next_header(reader, &entry) == ARCHIVE_EOF ? 0 : 1;
  while (count > 0) {
    count = archive_read_data(reader, output.buffer.data(), output.buffer.size());
    if (count < 0) output.refuse(position(), "damaged or truncated", archive_error_string(reader));
    output.take(static_cast<std::size_t>(count));
  }
  output.end_at(position());
}

}  // namespace

std::string_view compression_of(std::string_view bytes, const fs::path& path) {
  const Compression* found = find_compression(bytes, path);
  return found == nullptr ? "" : found->name;
}

fs::path without_compression(const fs::path& path) {
  return find_compression("", path) == nullptr ? path : fs::path(path).replace_extension();
}

std::string decompress(std::string bytes, const std::string& source, const CompressionLimits& limits) {
  const Compression* compression = find_compression(bytes, source);
  if (compression == nullptr) return bytes;
  Output output{source, bytes, *compression,
                std::min(limits.bytes, std::max(kRatioMatters, limits.ratio * bytes.size()))};
  if (!begins_as(*compression, bytes)) output.refuse(0, "expected a");
  (compression->filter == nullptr ? read_by_zlib : read_by_libarchive)(output);
  return std::move(output.bytes);
}

std::string read_maybe_compressed(const fs::path& path, const CompressionLimits& limits) {
  return decompress(base::read_file(path, limits.bytes), path.string(), limits);
}

}  // namespace preimage::suite::data
