#include "suite/run/child_process.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/close_range.h>
#include <sys/prctl.h>
#endif

#include "preimage/base/error.hpp"
#include "suite/run/signal_pipe.hpp"

extern char** environ;

namespace preimage::suite::run {

namespace {

/// Pointers to the texts, ended by nullptr, as exec takes them.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// This process's variables with these in place of those of their names: "NAME=value".
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string variable = *entry;
    const bool replaced = std::ranges::any_of(
        variables, [&](const auto& extra) { return variable.starts_with(extra.first + "="); });
    if (!replaced) result.push_back(variable);
  }
  for (const auto& [name, value] : variables) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

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

/// What the child's side of a fork needs, made before it.
struct Start {
  const char* file = nullptr;
  char* const* words = nullptr;
  char* const* variables = nullptr;
  const char* folder = nullptr;
  int out = -1, err = -1, report = -1;
  std::optional<pid_t> parent;  // whose end is its end
};

/// The child's side: nothing but system calls up to exec, as the parent may have threads.
[[noreturn]] void become(const Start& start) {
  if (start.parent) end_with(*start.parent);
  for (const int number : {SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGCHLD}) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY);
  const bool has_streams = nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 &&
                           ::dup2(start.out, STDOUT_FILENO) >= 0 && ::dup2(start.err, STDERR_FILENO) >= 0;
  close_others_on_exec();
  if (has_streams && (*start.folder == '\0' || ::chdir(start.folder) == 0))
    ::execve(start.file, start.words, start.variables);
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = ::write(start.report, &reason, sizeof reason);
  ::_exit(127);
}

/// The reason why exec failed, or 0: the pipe closes with exec.
int exec_error(int descriptor) {
  int reason = 0;
  ssize_t count = 0;
  while ((count = ::read(descriptor, &reason, sizeof reason)) < 0 && errno == EINTR) continue;
  return count == static_cast<ssize_t>(sizeof reason) ? reason : 0;
}

}  // namespace

void end_with(pid_t parent) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (::getppid() != parent) ::_exit(0);  // it ended before this process asked to be told
}

std::string WorkerExit::text() const {
  if (signal != 0) return fmt::format("killed by signal {} ({})", signal, strsignal(signal));
  return fmt::format("exit code {}", code);
}

std::optional<WorkerExit> take_exit(pid_t child, bool waits) {
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child, &status, waits ? 0 : WNOHANG)) < 0 && errno == EINTR) continue;
  if (ended < 0)
    throw DataError(fmt::format("process {}: how it ended is not known: {}", child, std::strerror(errno)));
  if (ended != child) return std::nullopt;
  return WIFSIGNALED(status) ? WorkerExit{0, WTERMSIG(status)} : WorkerExit{WEXITSTATUS(status), 0};
}

void end_child(pid_t child) noexcept {
  ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
}

pid_t start_program(const Program& program, int out, int err) {
  std::vector<std::string> words = program.words, variables = environment_with(program.environment);
  const std::vector<char*> word_pointers = pointers_to(words), variable_pointers = pointers_to(variables);
  const std::string folder = program.folder.string();
  Pipe report = make_pipe();
  const Start start = {program.file.c_str(),
                       word_pointers.data(),
                       variable_pointers.data(),
                       folder.c_str(),
                       out,
                       err,
                       report.write_end.get(),
                       program.ends_with_parent ? std::optional(::getpid()) : std::nullopt};
  const pid_t child = ::fork();
  if (child == 0) become(start);
  const int fork_error = child < 0 ? errno : 0;
  report.write_end = base::FileDescriptor();
  const int reason = fork_error != 0 ? fork_error : exec_error(report.read_end.get());
  if (reason == 0) return child;
  if (child > 0) end_child(child);
  throw DataError(fmt::format("{}: cannot start: {}", program.words.front(), std::strerror(reason)));
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* folders = std::getenv("PATH");
  std::istringstream path(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(path, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    std::error_code code;
    if (std::filesystem::is_regular_file(file, code) && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

}  // namespace preimage::suite::run
