// The archive of a model file: members one after the other, their headers determined by name and size alone,
// so that nothing else has to be read, and anything else is damage.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>

namespace preimage::models {

/// Header of a file of this name and size (POSIX ustar, 512 bytes; mode 644, owner 0, time 0).
/// throws  std::invalid_argument for a name of no bytes, more than 99, or others than letters, digits and _ .
///         - /
std::string tar_header(const std::string& name, std::uint64_t size);

/// What follows the bytes of a member of this size, up to a multiple of 512.
std::string tar_padding(std::uint64_t size);

/// What follows the last member.
inline std::string tar_end() {
  return std::string(1024, '\0');
}

/// Reads such an archive of `size` bytes, member by member.
class TarReader {
 public:
  TarReader(std::istream& stream, std::uint64_t size, std::string source)
      : stream_(stream), left_(size), source_(std::move(source)) {}

  struct Member {
    std::string name;
    std::uint64_t size = 0;  // at most what is left of the archive
  };
  /// Reads the next header; false at the end, behind which there is nothing.
  /// throws  DataError for anything else
  bool next(Member& member);
  /// The next bytes of the member that was begun.
  void read(char* bytes, std::uint64_t count);
  /// The zeros behind it.
  void finish(const Member& member);

  [[noreturn]] void fail(std::string_view what) const;

 private:
  std::string take(std::uint64_t count);

  std::istream& stream_;
  std::uint64_t left_;
  std::string source_;
};

}  // namespace preimage::models
