#include "preimage/base/output_file.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/file_descriptor.hpp"

namespace preimage::base {

namespace fs = std::filesystem;

namespace {

/// A pipe without a reader then fails a write of this thread instead of ending the process. The process
/// handles the signal as before, and so do its other threads.
class BlockedPipeSignal {
 public:
  BlockedPipeSignal() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~BlockedPipeSignal() {
    const timespec at_once{};
    // Where the signal was blocked already, what is pending may be another's.
    if (::sigismember(&before_, SIGPIPE) == 0) ::sigtimedwait(&pipe_, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  BlockedPipeSignal(const BlockedPipeSignal&) = delete;
  BlockedPipeSignal& operator=(const BlockedPipeSignal&) = delete;

 private:
  sigset_t pipe_{}, before_{};
};

/// The number of the open file of this process that `link` stands for, as /dev/stdout comes down to
/// /proc/self/fd/1. To open it again would lose the place where standard output stands in its file.
std::optional<int> open_file_of(const fs::path& link) {
  std::error_code code;
  const fs::path folder = fs::canonical(fs::absolute(link).parent_path(), code);
  if (code || folder != fs::canonical("/proc/self/fd", code)) return std::nullopt;
  return std::stoi(link.filename().string());
}

void write_into(int fd, const ByteProducer& produce, const fs::path& path) {
  FileDescriptor file(fd);
  if (fd < 0) fail_file(path, "write", errno);
  const BlockedPipeSignal blocked;
  produce([&](std::string_view bytes) { write_all(file.get(), bytes, path); });
  if (file.close_now() != 0) fail_file(path, "write", errno);
}

}  // namespace

fs::path end_of_links(const fs::path& path) {
  constexpr int kMaxLinks = 40;  // as Linux
  fs::path at = path;
  std::error_code code;
  for (int followed = 0; fs::is_symlink(fs::symlink_status(at, code)); ++followed) {
    if (followed == kMaxLinks) fail_file(path, "write", ELOOP);
    if (open_file_of(at)) return at;
    const fs::path target = fs::read_symlink(at, code);
    if (code) fail_file(path, "write", code.value());
    at = at.parent_path() / target;  // an absolute target replaces it
  }
  return at;
}

void write_output_file(const fs::path& path, std::string_view bytes) {
  write_output_file(path, ByteProducer([&](const ByteSink& sink) { sink(bytes); }));
}

void write_output_file(const fs::path& path, const ByteProducer& produce) {
  const fs::path end = end_of_links(path == "-" ? "/dev/stdout" : path);
  if (const std::optional<int> open = fs::is_symlink(end) ? open_file_of(end) : std::nullopt) {
    std::fflush(nullptr);  // what was printed before comes before
    return write_into(::dup(*open), produce, path);
  }
  struct stat status {};
  const bool exists = ::stat(end.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail_file(path, "write", EISDIR);
  if (exists && ::access(end.c_str(), W_OK) != 0) fail_file(path, "write", errno);
  if (exists && !S_ISREG(status.st_mode))
    return write_into(::open(end.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC), produce, path);
  write_file_durably(end, produce);
}

}  // namespace preimage::base
