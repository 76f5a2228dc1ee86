#include "preimage/base/temporary_file.hpp"

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <random>
#include <regex>
#include <vector>

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

/// Whether nothing was written into it for an hour. Where locks do nothing, or nothing beyond one host, this alone tells a file that
/// is being written from a left-over.
bool is_old(const struct stat& status) {
  constexpr std::time_t kHour = 3600;
  return std::time(nullptr) - status.st_mtime >= kHour;
}

/// The open file, its lock taken; or -1 where it is no temporary file, or a young one, or its writer lives.
int take_left_temporary(const fs::path& path) {
  static const std::regex pattern(
      R"((.+)\.(json|cache|csv|txt|md|tex|png|svg|pdf|html|sh)\.[0-9a-f]{16}\.tmp)");
  if (path.extension() != ".tmp" || !std::regex_match(path.filename().string(), pattern)) return -1;
  const int fd = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status {};
  if (fd >= 0 && ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && is_old(status) &&
      ::flock(fd, LOCK_EX | LOCK_NB) == 0)
    return fd;
  if (fd >= 0) ::close(fd);
  return -1;
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

bool is_left_temporary(const fs::path& path) {
  return FileDescriptor(take_left_temporary(path)).get() >= 0;
}

void remove_left_overs(const fs::path& folder) {
  std::error_code code;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, code);
  std::vector<fs::path> left_overs;
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    if (is_left_temporary(entry->path())) left_overs.push_back(entry->path());
  }
  for (const fs::path& path : left_overs) {
    const FileDescriptor taken(take_left_temporary(path));  // locked while it is removed
    if (taken.get() >= 0) fs::remove(path, code);
  }
}

}  // namespace preimage::base
