// Locks between processes, also of several hosts: bytes of a lock file, with a line on who holds each.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "preimage/base/file_descriptor.hpp"

namespace preimage::suite::records {

/// The name of this machine, or "" where the system does not say it.
std::string host_name();

/// The holder of a lock, by the line that it wrote.
struct LockHolder {
  std::string host;
  long process = 0;
  std::string since;  // "2026-11-22T10:11:12Z"
  std::string run;    // what the holder calls itself, or ""
  bool operator==(const LockHolder&) const = default;
  /// "process 12 on example"; of one on this host that is stopped (SIGSTOP, Ctrl-Z): "process 12 on example
  /// (stopped)"
  std::string name() const;
  /// Whether the process is on this host and stopped, as far as the system tells.
  bool is_stopped() const;
};

/// The byte that is locked for a hash of 64 hexadecimal digits: its first 60 bits, which any off_t of 64 bits
/// holds.
std::int64_t lock_byte(const std::string& hash);

/// One holder, or any number of holders that share the byte.
enum class LockKind { exclusive, shared };

/// A locked byte of a file, until the object or its process dies (the kernel drops the lock, so there is
/// never a stale one). The file itself holds lines on holders at places that the bytes' numbers choose; bytes
/// below 2^60 may be locked whatever the file's size.
class FileLock {
 public:
  /// The lock, or nothing where another process, or another lock of this one, has it. The file is
  /// made where it is not there, its folder is not.
  /// run  without blanks; kept in LockHolder::run
  /// throws  DataError naming the file where it cannot be opened, locked or written
  static std::optional<FileLock> try_lock(const std::filesystem::path& file, std::int64_t byte,
                                          const std::string& run = "", LockKind kind = LockKind::exclusive);

  /// The same, waited for. After `patience`, and again for every other holder, `on_wait` is told who has it,
  /// or nothing where it has not said.
  static FileLock wait(const std::filesystem::path& file, std::int64_t byte,
                       const std::function<void(const std::optional<LockHolder>&)>& on_wait,
                       std::chrono::milliseconds patience = std::chrono::seconds(5),
                       LockKind kind = LockKind::exclusive);

  FileLock(FileLock&& other) noexcept = default;
  FileLock& operator=(FileLock&& other) noexcept;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  FileLock(base::FileDescriptor file, std::int64_t byte) : file_(std::move(file)), byte_(byte) {}
  base::FileDescriptor file_;
  std::int64_t byte_;
};

/// Who last took the lock and said so; of a free lock, its last holder. Nothing where that is not
/// known: an older program holds it, or another lock's holder has written in the same place since.
std::optional<LockHolder> lock_holder(const std::filesystem::path& file, std::int64_t byte);

}  // namespace preimage::suite::records
