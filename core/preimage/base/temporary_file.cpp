#include "preimage/base/temporary_file.hpp"

#include <cerrno>
#include <cstdint>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace preimage::base {

namespace fs = std::filesystem;

namespace {

fs::path random_name_beside(const fs::path& path) {
  std::random_device device;
  const std::uint64_t number = std::uint64_t{device()} << 32U | device();
  fs::path name = path;
  return name += fmt::format(".{:016x}.tmp", number);
}

/// Whether no other process can have the lock of the new file, and it is still there.
bool is_ours(int fd) {
  // A file system without locks says something else, and there no process removes left-overs.
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat status {};
  return ::fstat(fd, &status) == 0 && status.st_nlink > 0;
}

/// The new file, locked, and its name.
int open_new(const fs::path& path, fs::path& name) {
  constexpr int kMaxTries = 100;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    name = random_name_beside(path);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0 && errno != EEXIST) fail_file(path, "write", errno);
    if (fd < 0) continue;
    if (is_ours(fd)) return fd;
    // Between open and flock another process has taken it for a left-over.
    ::unlink(name.c_str());
    ::close(fd);
  }
  fail_file(path, "write", EBUSY);
}

}  // namespace

TemporaryFile::TemporaryFile(const fs::path& path) : path_(path), file_(open_new(path_, name_)) {}

TemporaryFile::~TemporaryFile() {
  if (!name_.empty()) ::unlink(name_.c_str());
}

void TemporaryFile::take_its_place() {
  if (::rename(name_.c_str(), path_.c_str()) != 0) fail_file(path_, "write", errno);
  name_.clear();
}

}  // namespace preimage::base
