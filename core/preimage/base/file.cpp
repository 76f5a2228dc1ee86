#include "preimage/base/file.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <regex>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file_descriptor.hpp"

namespace preimage::base {

namespace fs = std::filesystem;

namespace {

std::string host_name() {
  char host[256] = "";
  if (::gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
  return host;
}

/// Tells the writers of one file apart, also on a file system that several hosts share.
std::string process_name() {
  return fmt::format("{}.{}", host_name(), ::getpid());
}

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

void write_and_sync(const fs::path& temporary, std::string_view bytes, const fs::path& path) {
  FileDescriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.get() < 0) fail_file(path, "write", errno);
  write_all(file.get(), bytes, path);
  take_over_permissions(file.get(), path);
  if (::fsync(file.get()) != 0) fail_file(path, "write", errno);
  if (file.close_now() != 0) fail_file(path, "write", errno);
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t limit) {
  std::error_code code;
  if (fs::is_directory(path, code))
    throw DataError(fmt::format("{}: is a folder, expected a file", path.string()));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail_file(path, "read", errno != 0 ? errno : ENOENT);
  std::string bytes;
  char buffer[1 << 16];
  while (stream.read(buffer, sizeof buffer) || stream.gcount() > 0) {
    bytes.append(buffer, static_cast<std::size_t>(stream.gcount()));
    if (bytes.size() > limit) {
      throw DataError(fmt::format("{}: larger than the limit of {} bytes", path.string(), limit));
    }
  }
  if (stream.bad()) fail_file(path, "read", errno);
  return bytes;
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
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  create_folder_durably(folder);
  fs::path temporary = path;
  temporary += "." + process_name() + ".tmp";
  try {
    write_and_sync(temporary, bytes, path);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail_file(path, "write", errno);
  } catch (const DataError&) {
    ::unlink(temporary.c_str());
    throw;
  }
  sync_path(folder);
}

bool is_left_temporary(const fs::path& path) {
  static const std::regex pattern(
      R"((.+)\.(json|cache|csv|txt|md|tex|png|svg|pdf|html|sh)\.(.*)\.([0-9]{1,9})\.tmp)");
  const std::string name = path.filename().string();
  std::smatch parts;
  std::error_code code;
  if (!std::regex_match(name, parts, pattern) || !fs::is_regular_file(fs::symlink_status(path, code)))
    return false;
  if (parts[3] == host_name()) {
    return ::kill(static_cast<pid_t>(std::stol(parts[4])), 0) != 0 && errno == ESRCH;
  }
  return fs::last_write_time(path, code) < fs::file_time_type::clock::now() - std::chrono::hours(24);
}

void remove_left_overs(const fs::path& folder) {
  std::error_code code;
  fs::recursive_directory_iterator entry(folder, code);
  std::vector<fs::path> left_overs;
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    if (is_left_temporary(entry->path())) left_overs.push_back(entry->path());
  }
  for (const fs::path& path : left_overs) fs::remove(path, code);
}

}  // namespace preimage::base
