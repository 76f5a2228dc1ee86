// Files that are being written.
#pragma once

#include <filesystem>

#include "preimage/base/file_descriptor.hpp"

namespace preimage::base {

/// A new, empty file beside `path`, named <path>.<16 random hexadecimal digits>.tmp, in which the new content
/// of `path` is made. Its lock (flock) is held as long as the object lives. The system drops the lock when
/// the process dies, however it dies and on whichever host or in whichever container: so a temporary file
/// whose lock can be taken is one without a writer.
class TemporaryFile {
 public:
  /// throws  FileError naming `path`
  explicit TemporaryFile(const std::filesystem::path& path);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  /// Removes the file, unless it has taken its place.
  ~TemporaryFile();

  int fd() const { return file_.get(); }
  /// Renames the file to `path`, still locked. Its bytes must have been synced.
  /// throws  FileError naming `path`
  void take_its_place();

 private:
  std::filesystem::path path_, name_;
  FileDescriptor file_;
};

}  // namespace preimage::base
