#include "preimage/base/file.hpp"

#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file_descriptor.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/base/temporary_file.hpp"

namespace preimage::base {

namespace fs = std::filesystem;

namespace {

/// Gives the new file the permissions of the regular file that it is to replace, where there is one, and its
/// owner as far as this user may: only root gives files away.
void take_over_permissions(int fd, const fs::path& path) {
  struct stat old {
  }, now{};
  if (::lstat(path.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return;
  [[maybe_unused]] const int owned = ::fchown(fd, old.st_uid, old.st_gid);
  constexpr mode_t kBits = 0777;
  if (::fstat(fd, &now) != 0 || (now.st_mode & kBits) == (old.st_mode & kBits)) return;
  if (::fchmod(fd, old.st_mode & kBits) != 0) fail_file(path, "write", errno);
}

/// throws  FileError where the end of the open file may never come: of a pipe or device, unless this process
///         was given it open
void require_end(int fd, const fs::path& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail_file(path, "read", errno);
  if (S_ISREG(status.st_mode)) return;
  if (S_ISDIR(status.st_mode))
    throw FileError(fmt::format("{}: is a folder, expected a file", path.string()));
  if (!fs::is_symlink(fs::symlink_status(end_of_links(path))))
    throw FileError(fmt::format("{}: is a pipe or device, expected a file", path.string()));
  const int flags = ::fcntl(fd, F_GETFL);  // its writer may be slow
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) != 0) fail_file(path, "read", errno);
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t limit) {
  // Without O_NONBLOCK a FIFO without a writer would block for ever.
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0) fail_file(path, "read", errno);
  require_end(file.get(), path);
  std::string bytes;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_file(path, "read", errno);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(count));
    if (bytes.size() > limit)
      throw DataError(fmt::format("{}: larger than the limit of {} bytes", path.string(), limit));
  }
}

void create_folder_durably(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code code;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, code); at = at.parent_path())
    missing.push_back(at);
  if (missing.empty()) {
    if (!fs::is_directory(folder, code)) fail_file(folder, "create the folder", ENOTDIR);
    return;
  }
  fs::create_directories(folder, code);
  if (code) fail_file(folder, "create the folder", code.value());
  for (const fs::path& created : missing) {
    sync_path(created.has_parent_path() ? created.parent_path() : fs::path("."));
  }
}

void write_file_durably(const fs::path& path, std::string_view bytes) {
  write_file_durably(path, ByteProducer([&](const ByteSink& sink) { sink(bytes); }));
}

void write_file_durably(const fs::path& path, const ByteProducer& produce) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  create_folder_durably(folder);
  TemporaryFile temporary(path);
  produce([&](std::string_view bytes) { write_all(temporary.fd(), bytes, path); });
  take_over_permissions(temporary.fd(), path);
  if (::fsync(temporary.fd()) != 0) fail_file(path, "write", errno);
  temporary.take_its_place();
  sync_path(folder);
}

}  // namespace preimage::base
