// Loaded before libc (LD_PRELOAD), this counts the calls that change files below one folder, over all
// processes of a run, and lets one of them go wrong: for fault_injection.sh. Linux with glibc only.
//   PREIMAGE_FAULT_BELOW   the folder, as an absolute path without links
//   PREIMAGE_FAULT_STATE   a file of 48 zero bytes, six numbers: calls; records renamed into place;
//                          faults done; openings of the lock file; files renamed before their bytes were
//                          synced; folders that have got a file or folder and were not synced since
//   PREIMAGE_FAULT         ACTION:K: what happens at the K-th call (from 1); absent: counting only
//     kill-before kill-after   SIGKILL to the whole process group
//     die-before die-after     SIGKILL to the calling process alone
//     ENOSPC EROFS             this call and all later ones fail so
//     EIO                      this call alone fails so
//     short                    a write does half of what it should; other calls are left alone
//   PREIMAGE_NO_LOCKS      set: every lock is given, as by a file system on which locks do nothing
//   PREIMAGE_NO_EXCHANGE     set: renameat2 fails as on a file system that cannot exchange two names
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct State {
  std::atomic<std::uint64_t> calls, records, faults, claims, unsynced_files, unsynced_folders;
};
static_assert(sizeof(State) == 48 && std::atomic<std::uint64_t>::is_always_lock_free);

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

State* map_state() {
  const int file = static_cast<int>(
      ::syscall(SYS_openat, AT_FDCWD, variable("PREIMAGE_FAULT_STATE").c_str(), O_RDWR | O_CLOEXEC, 0));
  if (file < 0) return nullptr;
  void* memory = ::mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<State*>(memory);
}

struct Plan {
  State* state = map_state();
  std::string below = variable("PREIMAGE_FAULT_BELOW");
  std::string action;
  std::uint64_t call = 0;
  Plan() {
    const std::string fault = variable("PREIMAGE_FAULT");
    const std::size_t colon = fault.find(':');
    if (colon == std::string::npos) return;
    action = fault.substr(0, colon);
    call = std::strtoull(fault.c_str() + colon + 1, nullptr, 10);
  }
};

const Plan& plan() {
  static const Plan the_plan;
  return the_plan;
}

/// The path as it is meant, also where it is relative or its file does not exist yet.
std::string absolute(const char* path) {
  if (path[0] == '/') return path;
  char folder[4096];
  if (::getcwd(folder, sizeof folder) == nullptr) return path;
  return std::string(folder) + "/" + path;
}

std::string path_of(int descriptor) {
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  char path[4096];
  const ssize_t length = ::readlink(link.c_str(), path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

bool is_watched(const std::string& path) {
  const Plan& p = plan();
  return p.state != nullptr && !p.below.empty() && path.starts_with(p.below) &&
         (path.size() == p.below.size() || path[p.below.size()] == '/');
}

void end_if(bool now, std::string_view group, std::string_view alone) {
  const Plan& p = plan();
  if (!now || (p.action != group && p.action != alone)) return;
  ++p.state->faults;
  ::kill(p.action == group ? 0 : ::getpid(), SIGKILL);
  for (;;) ::pause();
}

/// One counted call: ends the process or tells which error it has to meet (0: none).
class Call {
 public:
  explicit Call(const std::string& path) : watched_(is_watched(path)) {
    if (!watched_) return;
    const Plan& p = plan();
    const std::uint64_t number = ++p.state->calls;
    is_the_one_ = p.call != 0 && number == p.call;
    end_if(is_the_one_, "kill-before", "die-before");
    if (p.action == "EIO" && is_the_one_) error_ = EIO;
    if (p.action == "ENOSPC" && p.call != 0 && number >= p.call) error_ = ENOSPC;
    if (p.action == "EROFS" && p.call != 0 && number >= p.call) error_ = EROFS;
    if (error_ != 0) ++p.state->faults;
  }
  ~Call() {
    const int saved = errno;
    end_if(is_the_one_, "kill-after", "die-after");
    errno = saved;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  bool fails() const {
    if (error_ != 0) errno = error_;
    return error_ != 0;
  }
  bool is_short() const {
    if (!is_the_one_ || plan().action != "short") return false;
    ++plan().state->faults;
    return true;
  }
  bool watched() const { return watched_; }

 private:
  bool watched_;
  bool is_the_one_ = false;
  int error_ = 0;
};

/// What this process has written and not synced: what a loss of power could take.
struct Unsynced {
  std::set<std::string> files, folders;

  void wrote(const std::string& file) { files.insert(file); }
  void made_entry(const std::string& path) {
    if (folders.insert(path.substr(0, path.rfind('/'))).second) ++plan().state->unsynced_folders;
  }
  void synced(const std::string& path) {
    files.erase(path);
    if (folders.erase(path) > 0) --plan().state->unsynced_folders;
  }
  void renamed(const std::string& from, const std::string& to) {
    if (files.erase(from) > 0) ++plan().state->unsynced_files;
    made_entry(to);
  }
};

Unsynced& unsynced() {
  static Unsynced the_unsynced;
  return the_unsynced;
}

bool changes(int flags) {
  return (flags & (O_CREAT | O_TRUNC)) != 0 || (flags & O_ACCMODE) != O_RDONLY;
}

mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

int open_path(int folder, const char* path, int flags, mode_t mode) {
  static auto* const real = next<int(int, const char*, int, ...)>("openat");
  if (!changes(flags)) return real(folder, path, flags, mode);
  const std::string target = absolute(path);
  const Call call(target);
  if (call.watched() && target.ends_with("/.claims")) ++plan().state->claims;
  return call.fails() ? -1 : real(folder, path, flags, mode);
}

ssize_t write_some(int descriptor, std::size_t count, auto&& real) {
  const std::string path = path_of(descriptor);
  const Call call(path);
  if (call.fails()) return -1;
  if (call.watched()) unsynced().wrote(path);
  return real(call.is_short() && count > 1 ? count / 2 : count);
}

int sync(int descriptor, auto&& real) {
  const std::string path = path_of(descriptor);
  const Call call(path);
  if (call.fails()) return -1;
  const int result = real();
  // The entry of the watched folder itself lies in one that is not watched.
  if (result == 0 && plan().state != nullptr) unsynced().synced(path);
  return result;
}

}  // namespace

// The system's headers name their parameters __so.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_path(AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) __attribute__((alias("open")));

int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_path(folder, path, flags, mode);
}

int mkdir(const char* path, mode_t mode) {
  static auto* const real = next<int(const char*, mode_t)>("mkdir");
  const std::string target = absolute(path);
  const Call call(target);
  if (call.fails()) return -1;
  const int result = real(path, mode);
  if (result == 0 && call.watched()) unsynced().made_entry(target);
  return result;
}

ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  static auto* const real = next<ssize_t(int, const void*, std::size_t)>("write");
  return write_some(descriptor, count, [&](std::size_t n) { return real(descriptor, bytes, n); });
}

ssize_t pwrite(int descriptor, const void* bytes, std::size_t count, off_t offset) {
  static auto* const real = next<ssize_t(int, const void*, std::size_t, off_t)>("pwrite");
  return write_some(descriptor, count, [&](std::size_t n) { return real(descriptor, bytes, n, offset); });
}

int fsync(int descriptor) {
  static auto* const real = next<int(int)>("fsync");
  return sync(descriptor, [&] { return real(descriptor); });
}

int fdatasync(int descriptor) __attribute__((alias("fsync")));

int ftruncate(int descriptor, off_t length) {
  static auto* const real = next<int(int, off_t)>("ftruncate");
  const Call call(path_of(descriptor));
  return call.fails() ? -1 : real(descriptor, length);
}

int rename(const char* from, const char* to) {
  static auto* const real = next<int(const char*, const char*)>("rename");
  const std::string target = absolute(to);
  const Call call(target);
  if (call.fails()) return -1;
  const int result = real(from, to);
  if (result != 0 || !call.watched()) return result;
  unsynced().renamed(absolute(from), target);
  if (target.ends_with(".json") && target.find("/cells/") != std::string::npos) ++plan().state->records;
  return result;
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  static auto* const real = next<int(int, const char*, int, const char*, unsigned)>("renameat2");
  if (!variable("PREIMAGE_NO_EXCHANGE").empty()) {
    errno = EINVAL;
    return -1;
  }
  const Call call(absolute(to));
  return call.fails() ? -1 : real(from_folder, from, to_folder, to, flags);
}

int flock(int descriptor, int operation) {
  static auto* const real = next<int(int, int)>("flock");
  return variable("PREIMAGE_NO_LOCKS").empty() ? real(descriptor, operation) : 0;
}

int fcntl(int descriptor, int command, ...) {
  static auto* const real = next<int(int, int, ...)>("fcntl");
  va_list arguments;
  va_start(arguments, command);
  void* argument = va_arg(arguments, void*);  // whatever it is, as the system reads it
  va_end(arguments);
  const bool locks =
      command == F_OFD_SETLK || command == F_OFD_SETLKW || command == F_SETLK || command == F_SETLKW;
  if (locks && !variable("PREIMAGE_NO_LOCKS").empty()) return 0;
  return real(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) __attribute__((alias("fcntl")));

int link(const char* from, const char* to) {
  static auto* const real = next<int(const char*, const char*)>("link");
  const Call call(absolute(to));
  return call.fails() ? -1 : real(from, to);
}

/// By which std::filesystem removes trees.
int unlinkat(int folder, const char* path, int flags) {
  static auto* const real = next<int(int, const char*, int)>("unlinkat");
  const Call call(folder == AT_FDCWD ? absolute(path) : path_of(folder) + "/" + path);
  return call.fails() ? -1 : real(folder, path, flags);
}

int unlink(const char* path) {
  return unlinkat(AT_FDCWD, path, 0);
}

}  // extern "C"
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
