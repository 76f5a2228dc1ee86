#include "suite/run/descendants.hpp"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

bool holds(const std::vector<pid_t>& processes, pid_t process) {
  return std::ranges::find(processes, process) != processes.end();
}

#ifdef __linux__

/// Whichever thread started them. None of a process that has ended meanwhile.
std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::error_code code;
  for (fs::directory_iterator task(fmt::format("/proc/{}/task", process), code), end; !code && task != end;
       task.increment(code)) {
    std::ifstream list(task->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

#else

std::vector<pid_t> children_of(pid_t /*process*/) {
  return {};
}

#endif

/// Stops all that is below the children, until a look finds nothing new: what is stopped starts nothing.
std::vector<pid_t> stopped_trees(const std::vector<pid_t>& children) {
  std::vector<pid_t> stopped;
  for (bool finds_more = true; finds_more;) {
    finds_more = false;
    for (const pid_t child : children) {
      for (const pid_t process : process_tree(child)) {
        if (holds(stopped, process)) continue;
        ::kill(process, SIGSTOP);
        stopped.push_back(process);
        finds_more = true;
      }
    }
  }
  return stopped;
}

}  // namespace

std::vector<pid_t> process_tree(pid_t process) {
  std::vector<pid_t> tree = {process};
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for (const pid_t child : children_of(tree[i])) tree.push_back(child);
  }
  return tree;
}

Descendants::Descendants() {
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  before_ = children_of(::getpid());
}

void Descendants::end(const std::vector<pid_t>& keep) const noexcept {
  try {
    for (;;) {
      std::vector<pid_t> children = children_of(::getpid());
      std::erase_if(children, [&](pid_t child) { return holds(before_, child) || holds(keep, child); });
      for (const pid_t process : stopped_trees(children)) ::kill(process, SIGKILL);
      // One that took another user's rights cannot be ended, and is not waited for.
      std::erase_if(children, [](pid_t child) { return ::kill(child, SIGKILL) != 0; });
      if (children.empty()) return;
      for (const pid_t child : children) {  // theirs are this process's then, and the next to be looked for
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
      }
    }
  } catch (const std::exception&) {  // no memory for a list: what is left goes with the process above
  }
}

}  // namespace preimage::suite::run
