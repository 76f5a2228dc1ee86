#include "suite/run/forked_server.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <iostream>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "suite/run/child_process.hpp"
#include "suite/run/process_memory.hpp"
#include "suite/run/signal_pipe.hpp"

namespace preimage::suite::run {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kInternalError = 70;
constexpr double kMillisecondsBetweenMeasurements = 20.0;

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;  // the other side may have died: that is an answer, not our end
#else
constexpr int kSendFlags = 0;
#endif

[[noreturn]] void fail_to(const char* action) {
  throw DataError(fmt::format("process for the cells: cannot {}: {}", action, std::strerror(errno)));
}

/// A text as it is sent between the two: its size, then its bytes.
std::string message_of(const std::string& text) {
  const std::uint64_t size = text.size();
  return std::string(reinterpret_cast<const char*>(&size), sizeof size) + text;
}

bool send_message(int socket, const std::string& text) {
  std::string left = message_of(text);
  while (!left.empty()) {
    const ssize_t sent = ::send(socket, left.data(), left.size(), kSendFlags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    left.erase(0, static_cast<std::size_t>(sent));
  }
  return true;
}

bool receive_all(int socket, char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t received = ::recv(socket, bytes, count, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    bytes += received;
    count -= static_cast<std::size_t>(received);
  }
  return true;
}

/// Nothing where the other side has gone before the message was whole.
std::optional<std::string> receive_message(int socket) {
  std::uint64_t size = 0;
  if (!receive_all(socket, reinterpret_cast<char*>(&size), sizeof size)) return std::nullopt;
  std::string text(size, '\0');
  if (!receive_all(socket, text.data(), text.size())) return std::nullopt;
  return text;
}

/// One side of a socket between two polls: what is still to be sent, and what has come. Never waits.
class Exchange {
 public:
  Exchange(int socket, const std::string& request) : socket_(socket), to_send_(message_of(request)) {}

  short events() const { return static_cast<short>(POLLIN | (to_send_.empty() ? 0 : POLLOUT)); }
  /// Where that fails the other side has gone: what has come tells.
  void send_some() {
    const ssize_t sent = ::send(socket_, to_send_.data(), to_send_.size(), kSendFlags | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return;
    to_send_.erase(0, sent < 0 ? std::string::npos : static_cast<std::size_t>(sent));
  }
  /// False where no more will come.
  bool receive_some() {
    char buffer[1 << 16];
    const ssize_t count = ::recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (count <= 0) return false;
    came_.append(buffer, static_cast<std::size_t>(count));
    return true;
  }
  /// The answer where it is whole.
  std::optional<std::string> answer() const {
    std::uint64_t size = 0;
    if (came_.size() < sizeof size) return std::nullopt;
    std::memcpy(&size, came_.data(), sizeof size);
    if (came_.size() - sizeof size < size) return std::nullopt;
    return came_.substr(sizeof size);
  }

 private:
  int socket_;
  std::string to_send_, came_;
};

/// Milliseconds until a limit is to be looked at again, for poll(); -1: never.
int patience(const study::ProcessLimits& limits, double waited) {
  constexpr double kMinute = 60'000.0;
  double left = kMinute;
  if (limits.seconds) left = std::min(left, (*limits.seconds - waited) * 1000.0);
  if (limits.memory_mib) left = std::min(left, kMillisecondsBetweenMeasurements);
  return limits.seconds || limits.memory_mib ? static_cast<int>(left) + 1 : -1;
}

/// Of the copy and of what it has started.
long resident_memory_of_tree_kib(pid_t copy) {
  long sum = 0;
  for (const pid_t process : process_tree(copy)) sum += resident_memory_kib(process).value_or(0);
  return sum;
}

}  // namespace

void ForkedServer::serve_forever(int socket, pid_t parent) const {
  end_with(parent);
  try {
    while (const std::optional<std::string> request = receive_message(socket)) {
      if (!send_message(socket, serve_(*request))) break;
    }
  } catch (const std::exception& error) {
    std::cerr << "internal error: " << error.what() << std::endl;
    ::_exit(kInternalError);
  }
  ::_exit(0);  // no destructors: what they would flush or remove belongs to the parent
}

void ForkedServer::start(SignalPipe& signals) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) fail_to("make a socket");
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  const int on = 1;
  for (const int end : ends) ::setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  descendants_.emplace();
  std::cout.flush();  // or the copy would have, and might print, the same bytes
  const pid_t parent = ::getpid();
  copy_ = ::fork();
  if (copy_ == 0) {
    ::close(ends[0]);
    signals.restore();
    serve_forever(ends[1], parent);
  }
  const int reason = errno;
  ::close(ends[1]);
  if (copy_ < 0) {
    ::close(ends[0]);
    errno = reason;
    fail_to("fork");
  }
  socket_ = base::FileDescriptor(ends[0]);
  has_answered_ = false;
}

std::string ForkedServer::end_of_copy() {
  socket_ = base::FileDescriptor();
  ::kill(copy_,
         SIGKILL);  // changes nothing of one that has ended, and ends one that has only closed its socket
  const std::string text = take_exit(std::exchange(copy_, -1), true)->text();
  descendants_->end();  // what it has started is this process's now
  return text;
}

void ForkedServer::stop() noexcept {
  if (copy_ < 0) return;
  socket_ = base::FileDescriptor();
  end_child(std::exchange(copy_, -1));
  descendants_->end();  // what the copy has left is this process's now
}

Answer ForkedServer::killed(Answer::Kind kind, const std::string& why) {
  const bool first = !has_answered_;
  stop();
  return {kind, why, first};
}

std::optional<Answer> ForkedServer::enforce(const study::ProcessLimits& limits, double waited) {
  if (limits.seconds && waited >= *limits.seconds)
    return killed(Answer::Kind::out_of_time, fmt::format("took more than {:g} s", *limits.seconds));
  if (limits.memory_mib && resident_memory_of_tree_kib(copy_) > *limits.memory_mib * 1024)
    return killed(Answer::Kind::out_of_memory, fmt::format("needed more than {} MiB", *limits.memory_mib));
  return std::nullopt;
}

Answer ForkedServer::wait_for_answer(const std::string& request, const study::ProcessLimits& limits,
                                     SignalPipe& signals, int& ended_by) {
  Exchange exchange(socket_.get(), request);
  const Clock::time_point start = Clock::now();
  for (;;) {
    const double waited = std::chrono::duration<double>(Clock::now() - start).count();
    if (std::optional<Answer> end = enforce(limits, waited)) return *end;
    std::array<pollfd, 2> waiting = {pollfd{socket_.get(), exchange.events(), 0},
                                     {signals.descriptor(), POLLIN, 0}};
    const int ready = ::poll(waiting.data(), waiting.size(), patience(limits, waited));
    if (ready < 0 && errno != EINTR) fail_to("poll");
    if (const std::vector<int> came = signals.take(); !came.empty()) {
      ended_by = came.front();
      return killed(Answer::Kind::died, fmt::format("killed by signal {}", ended_by));
    }
    if (ready <= 0) continue;
    const bool first = !has_answered_;
    const int come = waiting[0].revents;
    if ((come & POLLOUT) != 0) exchange.send_some();
    if ((come & ~POLLOUT) == 0) continue;
    if (!exchange.receive_some()) return {Answer::Kind::died, end_of_copy(), first};
    if (std::optional<std::string> text = exchange.answer()) {
      has_answered_ = true;
      return {Answer::Kind::text, std::move(*text), first};
    }
  }
}

Answer ForkedServer::ask(const std::string& request, const study::ProcessLimits& limits) {
  // One that died between requests took none along.
  if (copy_ > 0 && take_exit(copy_, false)) {
    socket_ = base::FileDescriptor();
    copy_ = -1;
    descendants_->end();
  }
  int ended_by = 0;
  std::optional<SignalPipe> signals(std::in_place, SignalPipe::Children::none);
  if (copy_ < 0) start(*signals);
  Answer answer = wait_for_answer(request, limits, *signals, ended_by);
  signals.reset();
  if (ended_by != 0)
    ::raise(ended_by);  // as it would have ended this process, now that nothing is left of the copy
  return answer;
}

}  // namespace preimage::suite::run
