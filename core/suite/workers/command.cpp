#include "suite/workers/command.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/workers/descendants.hpp"
#include "suite/workers/own_executable.hpp"
#include "suite/workers/program_output.hpp"
#include "suite/workers/signal_pipe.hpp"

namespace preimage::suite::workers {

namespace {

constexpr std::size_t kMaxLastWords = 2000;
constexpr int kPatience = 50;  // ms, between looks whether it has ended while something keeps its output open

/// Also those that this process was given open, or that a library opened.
void close_others_on_exec() {
#if defined(SYS_close_range) && defined(CLOSE_RANGE_CLOEXEC)
  if (::syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  constexpr int kMaxDescriptor = 4096;  // of systems without that call
  for (int descriptor = STDERR_FILENO + 1; descriptor < kMaxDescriptor; ++descriptor) {
    const int flags = ::fcntl(descriptor, F_GETFD);
    if (flags >= 0) ::fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
  }
}

/// The child's side of the fork: nothing but system calls up to exec, as the parent may have threads.
[[noreturn]] void become(const std::string& program, char* const* words, char* const* variables,
                         const char* folder, int out, int err, int report, pid_t parent) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (::getppid() != parent) ::_exit(0);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD}) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY);
  const bool has_streams = nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 &&
                           ::dup2(out, STDOUT_FILENO) >= 0 && ::dup2(err, STDERR_FILENO) >= 0;
  close_others_on_exec();
  if (has_streams && (*folder == '\0' || ::chdir(folder) == 0)) ::execve(program.c_str(), words, variables);
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = ::write(report, &reason, sizeof reason);
  ::_exit(127);
}

/// One stream of the child's.
struct Stream {
  base::FileDescriptor descriptor;
  std::string text = {};

  /// Reads what is there now. False where no more will come.
  bool read_some() {
    char buffer[1 << 16];
    const ssize_t count = ::read(descriptor.get(), buffer, sizeof buffer);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (count <= 0) return false;
    text.append(buffer, static_cast<std::size_t>(count));
    return true;
  }
  void close() { descriptor = base::FileDescriptor(); }
};

/// A child that is killed and waited for at the latest with this object, and with it all that it has started.
class Running {
 public:
  /// The streams do not block.
  Running(const Descendants& descendants, pid_t child, base::FileDescriptor out, base::FileDescriptor err)
      : descendants_(descendants), child_(child), out_{std::move(out)}, err_{std::move(err)} {}
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    out_.close();
    err_.close();
    if (child_ >= 0) end_child(child_);
    descendants_.end();  // what it has left is this process's now
  }

  /// throws  DataError where it prints too much, or the system does not tell how it ended
  CommandOutput wait(const std::string& name, std::size_t most) {
    // With both streams closed there is nothing left to do but wait.
    std::optional<WorkerExit> ended;
    while (!(ended = take_exit(child_, !out_.descriptor.is_open() && !err_.descriptor.is_open())))
      read_for_a_while(name, most);
    child_ = -1;
    read_rest(name, most);
    return {*ended, std::move(out_.text), base::last_line(err_.text)};
  }

 private:
  void read_for_a_while(const std::string& name, std::size_t most) {
    std::array<pollfd, 2> waiting = {pollfd{out_.descriptor.get(), POLLIN, 0},
                                     {err_.descriptor.get(), POLLIN, 0}};
    if (::poll(waiting.data(), waiting.size(), kPatience) <= 0) return;
    if (waiting[0].revents != 0 && !out_.read_some()) out_.close();
    if (waiting[1].revents != 0 && !err_.read_some()) err_.close();
    check(name, most);
  }
  void read_rest(const std::string& name, std::size_t most) {
    for (Stream* stream : {&out_, &err_}) {
      for (std::size_t before = std::string::npos;
           stream->descriptor.is_open() && before != stream->text.size();) {
        before = stream->text.size();
        if (!stream->read_some()) stream->close();
        check(name, most);
      }
    }
  }
  void check(const std::string& name, std::size_t most) {
    if (out_.text.size() > most) throw DataError(fmt::format("{} prints more than {} bytes", name, most));
    if (err_.text.size() > 2 * kMaxLastWords) err_.text.erase(0, err_.text.size() - kMaxLastWords);
  }

  const Descendants& descendants_;
  pid_t child_;
  Stream out_, err_;
};

/// The reason why exec failed, or 0: the pipe closes with exec.
int exec_error(int descriptor) {
  int reason = 0;
  ssize_t count = 0;
  while ((count = ::read(descriptor, &reason, sizeof reason)) < 0 && errno == EINTR) continue;
  return count == static_cast<ssize_t>(sizeof reason) ? reason : 0;
}

std::string program_of(const Command& command) {
  const std::string& name = command.words.front();
  if (name.find('/') != std::string::npos)
    return name;  // from the folder that it works in, as a shell has it
  const auto found = find_program(name);
  if (!found) throw DataError(fmt::format("{}: no such program in PATH", name));
  return found->string();
}

}  // namespace

CommandOutput run_command(const Command& command, std::size_t most) {
  const std::string program = program_of(command);
  const std::string folder = command.folder.string();
  std::vector<std::string> words = command.words, variables = environment_with(command.environment);
  const std::vector<char*> word_pointers = pointers_to(words), variable_pointers = pointers_to(variables);
  Pipe out = make_pipe(), err = make_pipe(), report = make_pipe();
  for (const Pipe* pipe : {&out, &err}) set_nonblocking(pipe->read_end.get());
  const Descendants descendants;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0)
    become(program, word_pointers.data(), variable_pointers.data(), folder.c_str(), out.write_end.get(),
           err.write_end.get(), report.write_end.get(), parent);
  const int fork_error = child < 0 ? errno : 0;
  Running running(descendants, child, std::move(out.read_end), std::move(err.read_end));
  for (Pipe* pipe : {&out, &err, &report}) pipe->write_end = base::FileDescriptor();
  const int reason = fork_error != 0 ? fork_error : exec_error(report.read_end.get());
  if (reason != 0)
    throw DataError(fmt::format("{}: cannot start: {}", command.words.front(), std::strerror(reason)));
  return running.wait(command.words.front(), most);
}

}  // namespace preimage::suite::workers
