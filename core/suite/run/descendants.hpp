// What a process has started, down to daemons in sessions of their own.
#pragma once

#include <vector>

#include <sys/types.h>

namespace preimage::suite::run {

/// From now on this process has the children of its children when these end, also those of another session or
/// process group (Linux: it is their subreaper, and stays it). So nothing is lost from sight that was started
/// below it. Elsewhere children alone are known, and nothing is adopted.
class Descendants {
 public:
  /// Children that there are now, and what is below them, are the matter of others.
  Descendants();

  /// Ends what came since and waits for it: all is stopped first, so that nothing is started meanwhile.
  /// keep  children that go on, with what is below them
  void end(const std::vector<pid_t>& keep = {}) const noexcept;

 private:
  std::vector<pid_t> before_;
};

/// A process and all that it and its children have started and not waited for, by any of their threads,
/// itself first. Linux; elsewhere itself alone.
std::vector<pid_t> process_tree(pid_t process);

}  // namespace preimage::suite::run
