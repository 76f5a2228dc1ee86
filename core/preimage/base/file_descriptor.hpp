// What the writers of files share: an open file that closes itself, and errors that name the file.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

namespace preimage::base {

/// throws  FileError "<path>: cannot <action>: <the system's reason>", where `code` is an errno;
///         of EROFS, EACCES and EPERM a RefusedError
[[noreturn]] void fail_file(const std::filesystem::path& path, const char* action, int code);

/// A file descriptor that closes itself.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      if (fd_ >= 0) close_now();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (fd_ >= 0) close_now();
  }
  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  /// What ::close says: some file systems tell only then that a write failed.
  int close_now();

 private:
  int fd_;
};

/// All bytes, also where the system takes them in pieces.
/// throws  FileError naming `path`
void write_all(int fd, std::string_view bytes, const std::filesystem::path& path);

/// fsync of a file or folder: what was written into it survives a loss of power.
/// throws  FileError naming it
void sync_path(const std::filesystem::path& path);

}  // namespace preimage::base
