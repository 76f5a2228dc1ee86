// Compressed and packed files for tests of this folder.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

namespace preimage::suite::data {

/// An array as NumPy writes it, of format version 1.
template <class Number>
std::string npy_of(const std::string& header, const std::vector<Number>& numbers) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>((header.size() + 1) & 0xff);
  bytes += static_cast<char>((header.size() + 1) >> 8);
  bytes += header + "\n";
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
  return bytes;
}

struct Member {
  std::string path;
  std::string bytes;
  decltype(AE_IFREG) type = AE_IFREG;
};

/// What libarchive writes of the members, compressed by "gzip", "bzip2", "xz", "zstd" or by none (nullptr). A link
/// points to "target".
inline std::string packed(const std::vector<Member>& members, int (*format)(archive*), const char* by) {
  std::string output(std::size_t{1} << 22, '\0');
  std::size_t used = 0;
  archive* writer = archive_write_new();
  format(writer);
  if (by != nullptr && archive_write_add_filter_by_name(writer, by) != ARCHIVE_OK)
    throw std::runtime_error(by);
  archive_write_open_memory(writer, output.data(), output.size(), &used);
  for (const Member& member : members) {
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              archive_entry_free);
    archive_entry_set_pathname(entry.get(), member.path.c_str());
    archive_entry_set_filetype(entry.get(), member.type);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(member.bytes.size()));
    if (member.type == AE_IFLNK) archive_entry_set_symlink(entry.get(), "target");
    if (archive_write_header(writer, entry.get()) != ARCHIVE_OK)
      throw std::runtime_error("cannot write the member " + member.path);
    archive_write_data(writer, member.bytes.data(), member.bytes.size());
  }
  archive_write_close(writer);
  archive_write_free(writer);
  output.resize(used);
  return output;
}

inline std::string compressed(const std::string& text, const std::string& by) {
  return packed({{"text", text}}, archive_write_set_format_raw, by.c_str());
}

inline std::string gzipped(const std::string& text) {
  return compressed(text, "gzip");
}

inline std::string tar_of(const std::vector<Member>& members) {
  return packed(members, archive_write_set_format_ustar, nullptr);
}

/// A tar stream whose headers (blocks of 512 bytes with "ustar" at 257) have the sums that fit them.
inline std::string with_tar_sums(std::string tar) {
  constexpr std::size_t kBlock = 512, kMagic = 257, kSum = 148, kSumBytes = 8;
  for (std::size_t at = 0; at + kBlock <= tar.size(); at += kBlock) {
    if (tar.compare(at + kMagic, 5, "ustar") != 0) continue;
    tar.replace(at + kSum, kSumBytes, kSumBytes, ' ');
    unsigned sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i) sum += static_cast<unsigned char>(tar[at + i]);
    tar.replace(at + kSum, kSumBytes, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  }
  return tar;
}

}  // namespace preimage::suite::data
