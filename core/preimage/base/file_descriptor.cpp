#include "preimage/base/file_descriptor.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/error.hpp"

namespace preimage::base {

namespace fs = std::filesystem;

void fail_file(const fs::path& path, const char* action, int code) {
  const std::string message = fmt::format("{}: cannot {}: {}", path.string(), action, std::strerror(code));
  if (code == EROFS || code == EACCES || code == EPERM) throw RefusedError(message);
  throw FileError(message);
}

int FileDescriptor::close_now() {
  return ::close(std::exchange(fd_, -1));
}

void write_all(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_file(path, "write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void sync_path(const fs::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail_file(path, "open", errno);
  // Some file systems refuse to sync a folder (EINVAL); a rename in it is then as durable as they make it.
  if (::fsync(file.get()) != 0 && errno != EINVAL) fail_file(path, "sync", errno);
}

}  // namespace preimage::base
