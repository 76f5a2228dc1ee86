#pragma once

namespace preimage::workers {

/// Peak resident memory of this process in KiB.
/// On Linux VmHWM of /proc/self/status: getrusage's ru_maxrss is no smaller than the peak of the process that
/// started this one (exec keeps it), so every worker would report at least its driver's memory. Elsewhere
/// getrusage.
/// throws  DataError where the system does not tell
long peak_memory_kib();

}  // namespace preimage::workers
