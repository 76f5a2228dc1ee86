// The memory that a process uses.
#pragma once

#include <optional>

#include <sys/types.h>

namespace preimage::suite::run {

/// Peak resident memory of this process in KiB, or of one of its children that have ended, whichever is more.
/// On Linux VmHWM of /proc/self/status: getrusage's ru_maxrss is no smaller than the peak of the process that
/// started this one (exec keeps it), so every worker would report at least its driver's memory. Elsewhere
/// getrusage.
/// throws  DataError where the system does not tell
long peak_memory_kib();

/// Resident memory of another process in KiB now, or nothing where it has ended. Reads one file of /proc.
/// throws  DataError on systems without /proc/PID/statm
std::optional<long> resident_memory_kib(pid_t process);

}  // namespace preimage::suite::run
