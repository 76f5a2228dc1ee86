// One program of the user's, with what it prints: for cells that a program of theirs computes.
#pragma once

#include <cstddef>
#include <string>

#include "suite/run/child_process.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::suite::run {

using Command = study::OutsideCommand;

/// A line for a POSIX shell in whichever folder.
std::string shell_line(const Command& command);

struct CommandOutput {
  WorkerExit ended;
  std::string out;  // standard output
  std::string err;  // the end of standard error

  /// throws  DataError with the last words where the program did not end with code 0
  void require_success(const std::string& program) const;
};

/// The last line of standard error that says something: of R the error, in at most three lines.
std::string last_words(const std::string& err);

/// Of what a program may print, in bytes.
inline constexpr std::size_t kMaxOutput = std::size_t{16} << 20;

/// Runs the command and waits for its end; then all that it has started is ended, daemons, too (Descendants).
/// It reads from /dev/null, has no other descriptor than its three streams, and is killed with this process
/// (Linux).
/// most    bytes of standard output
/// throws  DataError naming the program where it cannot be started, or prints more than `most`: it is killed
///         then; where this process ignores SIGCHLD, so that the system does not tell how it ended
/// cost    a fork, 1 ms
CommandOutput run_command(const Command& command, std::size_t most);

}  // namespace preimage::suite::run
