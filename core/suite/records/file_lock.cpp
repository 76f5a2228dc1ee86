#include "suite/records/file_lock.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "suite/data/content_cache.hpp"

namespace preimage::suite::records {

namespace fs = std::filesystem;

std::string host_name() {
  char host[256] = "";
  if (::gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
  return host;
}

namespace {

#ifdef F_OFD_SETLK
// Open-file-description locks belong to one open() of the file, so that two locks of one process exclude
// each other and closing one descriptor leaves the locks of the others alone.
constexpr int kSetLock = F_OFD_SETLK;
#else
// POSIX record locks (macOS) belong to the process: two locks in one process do not exclude each other, and
// releasing one drops all. A worker holds one at a time, so between workers they do the same.
constexpr int kSetLock = F_SETLK;
#endif

// Lines on holders: few and short, so that the file stays below 128 KiB. Two locks that share a place only
// hide a name.
constexpr std::int64_t kPlaces = 512;
constexpr std::size_t kLineBytes = 256, kMaxHostBytes = 64, kMaxRunBytes = 100;

int set_lock(int descriptor, short type, std::int64_t byte) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(byte);
  lock.l_len = 1;
  int result = 0;
  do {
    result = ::fcntl(descriptor, kSetLock, &lock);
  } while (result != 0 && errno == EINTR);
  return result;
}

/// A word, whatever the system says.
std::string own_host() {
  const std::string host = host_name().substr(0, kMaxHostBytes);
  return host.empty() ? "?" : host;
}

off_t place_of(std::int64_t byte) {
  return static_cast<off_t>(byte % kPlaces) * static_cast<off_t>(kLineBytes);
}

/// "<byte> <host> <process> <since> <run>", filled up with blanks to a line of kLineBytes.
std::string line_of(std::int64_t byte, const std::string& run) {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> since{};
  std::strftime(since.data(), since.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  std::string line = fmt::format("{:x} {} {} {} {}", byte, own_host(), ::getpid(), since.data(),
                                 run.substr(0, kMaxRunBytes));
  line.resize(kLineBytes - 1, ' ');
  return line + '\n';
}

void write_line(int descriptor, const fs::path& file, std::int64_t byte, const std::string& run) {
  const std::string line = line_of(byte, run);
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = ::pwrite(descriptor, line.data() + done, line.size() - done,
                                   place_of(byte) + static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) base::fail_file(file, "write", errno);
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace

std::int64_t lock_byte(const std::string& hash) {
  return std::stoll(hash.substr(0, 15), nullptr, 16);
}

std::string LockHolder::name() const {
  return fmt::format("process {} on {}{}", process, host, is_stopped() ? " (stopped)" : "");
}

bool LockHolder::is_stopped() const {
  if (host != own_host()) return false;
  std::ifstream stat(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(stat, line);
  const std::size_t end = line.rfind(") ");  // of the program's name, which may hold anything
  return end != std::string::npos && end + 2 < line.size() && line[end + 2] == 'T';
}

std::optional<FileLock> FileLock::try_lock(const fs::path& file, std::int64_t byte, const std::string& run,
                                           LockKind kind) {
  data::require_no_link(file);
  base::FileDescriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!opened.is_open()) base::fail_file(file, "open", errno);
  if (set_lock(opened.get(), kind == LockKind::shared ? F_RDLCK : F_WRLCK, byte) == 0) {
    FileLock lock(std::move(opened), byte);
    write_line(lock.file_.get(), file, byte, run);
    return lock;
  }
  const int reason = errno;
  if (reason == EAGAIN || reason == EACCES) return std::nullopt;
  base::fail_file(file, "lock", reason);
}

FileLock FileLock::wait(const fs::path& file, std::int64_t byte,
                        const std::function<void(const std::optional<LockHolder>&)>& on_wait,
                        std::chrono::milliseconds patience, LockKind kind) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::chrono::milliseconds pause{10};
  bool has_told = false;
  std::optional<LockHolder> told;
  for (;;) {
    if (std::optional<FileLock> lock = try_lock(file, byte, "", kind)) return std::move(*lock);
    if (Clock::now() - start >= patience) {
      const std::optional<LockHolder> holder = lock_holder(file, byte);
      if (!has_told || told != holder) on_wait(holder);
      has_told = true;
      told = holder;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::milliseconds(500));
  }
}

std::optional<LockHolder> lock_holder(const fs::path& file, std::int64_t byte) {
  const base::FileDescriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, kLineBytes> bytes{};
  if (open.get() < 0 ||
      ::pread(open.get(), bytes.data(), bytes.size(), place_of(byte)) != static_cast<ssize_t>(bytes.size())) {
    return std::nullopt;
  }
  if (bytes.back() != '\n') return std::nullopt;
  std::istringstream words(std::string(bytes.data(), bytes.size()));
  std::string number;
  LockHolder holder;
  if (!(words >> number >> holder.host >> holder.process >> holder.since)) return std::nullopt;
  words >> holder.run;
  return number == fmt::format("{:x}", byte) ? std::optional(holder) : std::nullopt;
}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  const FileLock released(std::move(*this));
  file_ = std::move(other.file_);
  byte_ = other.byte_;
  return *this;
}

FileLock::~FileLock() {
  // Closing alone would leave the lock to any child forked meanwhile, which shares the open file.
  if (file_.is_open()) set_lock(file_.get(), F_UNLCK, byte_);
}

}  // namespace preimage::suite::records
