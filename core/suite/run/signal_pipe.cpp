#include "suite/run/signal_pipe.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "preimage/base/error.hpp"

namespace preimage::suite::run {

namespace {

// A signal handler has no argument to carry it: the one piece of global state a process cannot avoid here.
std::atomic<int> signal_write_end{-1};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may use lock-free atomics only");

extern "C" void write_signal(int number) {
  const int saved = errno;
  const auto byte = static_cast<unsigned char>(number);
  // A full pipe (64 KiB of unread signals) may drop the byte: the reader is awake anyway.
  [[maybe_unused]] const ssize_t written = ::write(signal_write_end.load(), &byte, 1);
  errno = saved;
}

[[noreturn]] void fail(const char* action) {
  throw DataError(std::string("worker pool: cannot ") + action + ": " + std::strerror(errno));
}

}  // namespace

Pipe make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) fail("make a pipe");
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return {base::FileDescriptor(ends[0]), base::FileDescriptor(ends[1])};
}

void set_nonblocking(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags < 0 || ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0) fail("set up a pipe");
}

SignalPipe::SignalPipe(Children children) {
  if (signal_write_end.load() >= 0) throw std::logic_error("a worker pool is running already");
  pipe_ = make_pipe();
  set_nonblocking(pipe_.read_end.get());
  set_nonblocking(pipe_.write_end.get());
  signal_write_end = pipe_.write_end.get();
  // Ignored, the system would swallow the children's exit codes.
  if (children == Children::told) install(SIGCHLD, true);
  for (const int number : kEndingSignals) install(number, false);
}

SignalPipe::~SignalPipe() {
  restore();
}

void SignalPipe::restore() {
  for (const Saved& saved : saved_) ::sigaction(saved.number, &saved.action, nullptr);
  saved_.clear();
  signal_write_end = -1;
}

void SignalPipe::install(int number, bool even_if_ignored) {
  Saved saved{number, {}};
  ::sigaction(number, nullptr, &saved.action);
  if (saved.action.sa_handler == SIG_IGN && !even_if_ignored) return;  // nohup, background jobs
  struct sigaction action {};
  action.sa_handler = write_signal;
  action.sa_flags = SA_RESTART;  // callbacks write files: their system calls should not fail with EINTR
  ::sigemptyset(&action.sa_mask);
  ::sigaction(number, &action, nullptr);
  saved_.push_back(saved);
}

std::vector<int> SignalPipe::take() {
  std::vector<int> signals;
  unsigned char buffer[256];
  ssize_t count = 0;
  while ((count = ::read(pipe_.read_end.get(), buffer, sizeof buffer)) > 0) {
    signals.insert(signals.end(), buffer, buffer + count);
  }
  return signals;
}

}  // namespace preimage::suite::run
