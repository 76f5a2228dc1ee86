#include "suite/run/process_pool.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <new>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "suite/run/descendants.hpp"
#include "suite/run/signal_pipe.hpp"

namespace preimage::suite::run {

namespace {

using Clock = std::chrono::steady_clock;

/// The children of one run. Its end ends them: no child is left behind when a callback throws.
class Children {
 public:
  explicit Children(const PoolEvents& events) : events_(events) {}
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() {
    for (Child& child : children_) child.output = base::FileDescriptor();
    signal_all(SIGTERM);
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(5);
    for (const Child& child : children_) {
      if (child.pid < 0) continue;
      pid_t ended = 0;
      while ((ended = ::waitpid(child.pid, nullptr, WNOHANG)) == 0 && Clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      if (ended == 0) end_child(child.pid);
    }
    descendants_.end();
  }

  void start(const Program& program) {
    children_.emplace_back();
    exits_.emplace_back();
    start_again(children_.size() - 1, program);
  }
  void start_again(std::size_t worker, const Program& program) {
    Pipe pipe = make_pipe();
    set_nonblocking(pipe.read_end.get());
    Child& child = children_[worker];
    child.pid = start_program(program, pipe.write_end.get(), STDERR_FILENO);
    child.output = std::move(pipe.read_end);
    child.partial.clear();
    ++running_;
  }
  bool running() const { return running_ > 0; }
  void signal_all(int number) const {
    for (const Child& child : children_) {
      if (child.pid > 0) ::kill(child.pid, number);
    }
  }
  /// Sleeps until a child prints, a signal comes or `deadline` passes, and hands out what was printed.
  void wait_for_output(int signal_descriptor, Clock::time_point deadline) {
    std::vector<pollfd> waiting{{signal_descriptor, POLLIN, 0}};
    std::vector<std::size_t> workers;
    for (std::size_t i = 0; i < children_.size(); ++i) {
      if (!children_[i].output.is_open()) continue;
      waiting.push_back({children_[i].output.get(), POLLIN, 0});
      workers.push_back(i);
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const int ready = ::poll(waiting.data(), static_cast<nfds_t>(waiting.size()),
                             static_cast<int>(std::clamp<decltype(left)>(left, 0, 60'000)));
    if (ready < 0 && errno != EINTR) {
      throw DataError(fmt::format("worker pool: cannot poll: {}", std::strerror(errno)));
    }
    for (std::size_t i = 0; ready > 0 && i < workers.size(); ++i) {
      if (waiting[i + 1].revents != 0) read_output(workers[i], false);
    }
  }
  /// Collects the children that have ended, after the last of their output, and tells which.
  std::vector<std::size_t> reap() {
    std::vector<std::size_t> ended;
    for (std::size_t i = 0; i < children_.size(); ++i) {
      if (children_[i].pid < 0) continue;
      const std::optional<WorkerExit> ended_now = take_exit(children_[i].pid, false);
      if (!ended_now) continue;
      children_[i].pid = -1;
      exits_[i] = *ended_now;
      --running_;
      // What the child wrote is in the pipe by now; a grandchild that keeps it open is not waited for.
      read_output(i, true);
      close_output(i);
      ended.push_back(i);
    }
    if (!ended.empty()) end_orphans();
    return ended;
  }
  const std::vector<WorkerExit>& exits() const { return exits_; }

 private:
  struct Child {
    pid_t pid = -1;  // -1: waited for
    base::FileDescriptor output;
    std::string partial;  // the line that has no newline yet
  };
  /// One read, so that a child that never stops printing does not starve the others; or all there is.
  void read_output(std::size_t worker, bool all) {
    char buffer[1 << 16];
    do {
      if (!children_[worker].output.is_open()) return;
      const ssize_t count = ::read(children_[worker].output.get(), buffer, sizeof buffer);
      if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;  // signals restart reads (SA_RESTART)
      if (count <= 0) return close_output(worker);
      hand_out(worker, buffer, static_cast<std::size_t>(count));
    } while (all);
  }
  void close_output(std::size_t worker) {
    Child& child = children_[worker];
    if (!child.output.is_open()) return;
    child.output.close_now();
    if (!child.partial.empty()) hand_out(worker, "\n", 1);
  }
  /// What a worker that was killed has started.
  void end_orphans() const noexcept {
    try {
      std::vector<pid_t> running;
      for (const Child& child : children_) {
        if (child.pid > 0) running.push_back(child.pid);
      }
      descendants_.end(running);
    } catch (const std::bad_alloc&) {  // they go with the others
    }
  }
  void hand_out(std::size_t worker, const char* bytes, std::size_t count) {
    std::string& partial = children_[worker].partial;
    const char* const end = bytes + count;
    for (const char* newline = bytes; (newline = std::find(bytes, end, '\n')) != end; bytes = newline + 1) {
      partial.append(bytes, newline);
      const std::string line = std::exchange(partial, "");
      if (events_.on_line) events_.on_line(worker, line);
    }
    partial.append(bytes, end);
  }

  const PoolEvents& events_;
  Descendants descendants_;  // before the first child
  std::vector<Child> children_;
  std::vector<WorkerExit> exits_;
  std::size_t running_ = 0;
};

/// Passes what ends a process on: the first as SIGTERM, further ones as SIGKILL.
void forward_signals(SignalPipe& signals, const Children& children, int& interrupted_by) {
  for (const int number : signals.take()) {
    if (number == SIGCHLD) continue;  // it has woken the loop, that is all
    children.signal_all(interrupted_by == 0 ? SIGTERM : SIGKILL);
    if (interrupted_by == 0) interrupted_by = number;
  }
}

}  // namespace

PoolResult run_processes(const std::vector<Program>& programs, const PoolEvents& events) {
  SignalPipe signals;
  Children children(events);
  for (const Program& program : programs) children.start(program);
  PoolResult result;
  Clock::time_point next_tick = Clock::now() + events.tick;
  while (children.running()) {
    children.wait_for_output(signals.descriptor(), next_tick);
    forward_signals(signals, children, result.interrupted_by);
    for (const std::size_t worker : children.reap()) {
      if (result.interrupted_by != 0 || !events.on_exit) continue;
      if (events.on_exit(worker, children.exits()[worker])) children.start_again(worker, programs[worker]);
    }
    if (Clock::now() < next_tick) continue;
    if (events.on_tick) events.on_tick();
    next_tick = Clock::now() + events.tick;
  }
  forward_signals(signals, children, result.interrupted_by);  // one that came while the last child ended
  result.workers = children.exits();
  return result;
}

}  // namespace preimage::suite::run
