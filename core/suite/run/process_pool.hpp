// Child processes that report by lines on standard output. Workers are processes, not threads: a crash or
// an out-of-memory kill costs one cell, and the BLAS of each runs in one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "suite/run/child_process.hpp"

namespace preimage::suite::run {

struct PoolEvents {
  /// A line of worker `worker`'s standard output, without its newline. What is behind the last newline at
  /// the end comes as a line too; a killed worker's last line may therefore be cut off.
  std::function<void(std::size_t worker, const std::string& line)> on_line;
  /// Called when a worker has ended, after its last line; with true the same program is started in its place.
  /// Not called after an interruption. May be empty: no worker is replaced.
  std::function<bool(std::size_t worker, const WorkerExit& ended)> on_exit;
  /// Called about every `tick`, also while all workers are silent. May be empty.
  std::function<void()> on_tick;
  std::chrono::milliseconds tick{250};
};

struct PoolResult {
  std::vector<WorkerExit> workers;  // in the order of the commands; the last of each
  int interrupted_by = 0;           // of kEndingSignals where the parent received one, else 0
};

/// Starts each program (again where on_exit says so), hands out what the children print and
/// returns when all have ended. Children read from /dev/null, inherit standard error and no other descriptor,
/// and start with default handlers for SIGINT, SIGTERM, SIGQUIT and SIGPIPE. The callbacks run in the calling
/// thread. With a child ends whatever it has started and left (Descendants). One of kEndingSignals to the
/// parent is passed on as SIGTERM and waited for; a second one as SIGKILL. Its own handlers replace the
/// parent's meanwhile (a signal that the parent ignores stays ignored), so only one pool runs at a time.
/// throws  DataError naming the program and the reason where a child cannot be started; whatever a
///         callback throws. Either way all children are ended (SIGTERM, after five seconds SIGKILL) and
///         waited for. std::logic_error where a pool is running already.
PoolResult run_processes(const std::vector<Program>& programs, const PoolEvents& events);

}  // namespace preimage::suite::run
