// Child processes: one way to start a program, to learn how a child ended, and to end it. A pool has many of
// them (process_pool), a command is one (command); a forked server (forked_server) starts no program, and
// ends as they do.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace preimage::suite::run {

/// How a child ended.
struct WorkerExit {
  int code = 0;    // exit code; 0 where a signal ended it
  int signal = 0;  // the signal that ended it, or 0
  bool operator==(const WorkerExit&) const = default;
  bool ok() const { return code == 0 && signal == 0; }
  std::string text() const;  // "exit code 6" or "killed by signal 9 (Killed)"
};

/// How the child ended, whose number is free from then on; nothing while it runs, which it never does with
/// `waits`.
/// throws  DataError where the system has forgotten it: it does so at once where this process ignores SIGCHLD
std::optional<WorkerExit> take_exit(pid_t child, bool waits);

/// Of a fork: it ends with its parent (Linux), and at once where that has ended already. Nothing but system
/// calls.
void end_with(pid_t parent);

/// Kills the child and waits for its end.
void end_child(pid_t child) noexcept;

/// A program and how it is started.
struct Program {
  std::string file;                // its executable file; a relative path is taken from `folder`
  std::vector<std::string> words;  // what it is called, and its arguments
  std::vector<std::pair<std::string, std::string>> environment;  // on top of this process's
  std::filesystem::path folder = {};                             // that it works in; "": this process's
  bool ends_with_parent = false;                                 // killed when this process ends (Linux)
};

/// Called by the name of its file.
inline Program program_of(const std::string& file, const std::vector<std::string>& arguments,
                          std::vector<std::pair<std::string, std::string>> environment = {}) {
  Program program{file, {file}, std::move(environment)};
  program.words.insert(program.words.end(), arguments.begin(), arguments.end());
  return program;
}

/// Starts it. It reads from /dev/null, writes to `out` and `err`, has no other descriptor, and the default
/// handlers of SIGINT, SIGTERM, SIGQUIT, SIGPIPE and SIGCHLD.
/// returns  its number; who calls waits for its end
/// throws   DataError naming words[0] and the reason where it cannot be started
/// cost     a fork and exec: 1 ms
pid_t start_program(const Program& program, int out, int err);

/// The executable file of this name in the first folder of PATH that has one; nothing where none has.
std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace preimage::suite::run
