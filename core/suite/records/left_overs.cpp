#include "suite/records/left_overs.hpp"

#include <ctime>
#include <regex>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/file_descriptor.hpp"

namespace preimage::suite::records {

namespace fs = std::filesystem;

namespace {

/// Whether nothing was written into it for an hour. Where locks do nothing, or nothing beyond one host, this
/// alone tells a file that is being written from a left-over.
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

bool is_left_temporary(const fs::path& path) {
  return base::FileDescriptor(take_left_temporary(path)).get() >= 0;
}

void remove_left_overs(const fs::path& folder) {
  std::error_code code;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, code);
  std::vector<fs::path> left_overs;
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    if (is_left_temporary(entry->path())) left_overs.push_back(entry->path());
  }
  for (const fs::path& path : left_overs) {
    const base::FileDescriptor taken(take_left_temporary(path));  // locked while it is removed
    if (taken.get() >= 0) fs::remove(path, code);
  }
}

}  // namespace preimage::suite::records
