#include "base/file.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <regex>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/error.hpp"

namespace preimage::base {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, const char* action, int code) {
  throw DataError(fmt::format("{}: cannot {}: {}", path.string(), action, std::strerror(code)));
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int close_now() {
    const int result = ::close(fd_);
    fd_ = -1;
    return result;
  }

 private:
  int fd_;
};

void write_all(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, "write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() < 0) fail(folder, "open", errno);
  // Some file systems refuse to sync a folder (EINVAL); the rename is then as durable as they make it.
  if (::fsync(descriptor.get()) != 0 && errno != EINVAL) fail(folder, "sync", errno);
}

std::string host_name() {
  char host[256] = "";
  if (::gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
  return host;
}

/// Tells the writers of one file apart, also on a file system that several hosts share.
std::string process_name() {
  return fmt::format("{}.{}", host_name(), ::getpid());
}

void write_and_sync(const fs::path& temporary, std::string_view bytes, const fs::path& path) {
  Descriptor descriptor(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (descriptor.get() < 0) fail(path, "write", errno);
  write_all(descriptor.get(), bytes, path);
  if (::fsync(descriptor.get()) != 0) fail(path, "write", errno);
  if (descriptor.close_now() != 0) fail(path, "write", errno);
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t limit) {
  std::error_code code;
  if (fs::is_directory(path, code))
    throw DataError(fmt::format("{}: is a folder, expected a file", path.string()));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(path, "read", errno != 0 ? errno : ENOENT);
  std::string bytes;
  char buffer[1 << 16];
  while (stream.read(buffer, sizeof buffer) || stream.gcount() > 0) {
    bytes.append(buffer, static_cast<std::size_t>(stream.gcount()));
    if (bytes.size() > limit) {
      throw DataError(fmt::format("{}: larger than the limit of {} bytes", path.string(), limit));
    }
  }
  if (stream.bad()) fail(path, "read", errno);
  return bytes;
}

void create_folder_durably(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code code;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, code); at = at.parent_path())
    missing.push_back(at);
  if (missing.empty()) {
    if (!fs::is_directory(folder, code)) fail(folder, "create the folder", ENOTDIR);
    return;
  }
  fs::create_directories(folder, code);
  if (code) fail(folder, "create the folder", code.value());
  for (const fs::path& created : missing) {
    sync_folder(created.has_parent_path() ? created.parent_path() : fs::path("."));
  }
}

void write_file_durably(const fs::path& path, std::string_view bytes) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  create_folder_durably(folder);
  fs::path temporary = path;
  temporary += "." + process_name() + ".tmp";
  try {
    write_and_sync(temporary, bytes, path);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail(path, "write", errno);
  } catch (const DataError&) {
    ::unlink(temporary.c_str());
    throw;
  }
  sync_folder(folder);
}

bool is_left_temporary(const fs::path& path) {
  static const std::regex pattern(
      R"((.+)\.(json|cache|csv|txt|md|tex|png|svg|pdf|sh)\.(.*)\.([0-9]{1,9})\.tmp)");
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
