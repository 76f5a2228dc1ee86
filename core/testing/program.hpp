// The built program as a child process, for tests of this folder.
#pragma once

#include <array>
#include <cerrno>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preimage/base/file.hpp"

namespace preimage::testing {

using Environment = std::map<std::string, std::string>;

/// A child that leads a process group of its own. It starts without the variables that say where data is.
/// What it prints comes through pipes, so that a limit on file sizes does not cut it off.
class Child {
 public:
  explicit Child(std::vector<std::string> words, const Environment& environment = {}) {
    std::array<int, 2> out{}, err{};
    if (::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(err.data(), O_CLOEXEC) != 0) {
      throw std::runtime_error("pipe2 failed");
    }
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("fork failed");
    if (pid_ == 0) become(words, environment, out[1], err[1]);
    ::setpgid(pid_,
              pid_);  // here too: parent or child, which comes first, so that kill_group finds the group
    ::close(out[1]);
    ::close(err[1]);
    streams_ = {Stream{out[0], ""}, Stream{err[0], ""}};
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) {
      kill_group();
      wait();
    }
    for (const Stream& stream : streams_) ::close(stream.descriptor);
  }

  pid_t pid() const { return pid_; }
  void kill_group() const { ::kill(-pid_, SIGKILL); }
  void interrupt() const { ::kill(pid_, SIGINT); }

  /// The exit code, or minus the signal that ended it.
  int wait() {
    read_to_the_end();
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  const std::string& out() const { return streams_[0].text; }
  const std::string& err() const { return streams_[1].text; }

 private:
  struct Stream {
    int descriptor = -1;
    std::string text;
  };

  [[noreturn]] static void become(std::vector<std::string>& words, const Environment& environment, int out,
                                  int err) {
    ::setpgid(0, 0);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::unsetenv("PREIMAGE_DATA");
    ::unsetenv("PREIMAGE_ROOT");
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execvp(argv[0], argv.data());
    ::_exit(127);
  }

  void read_to_the_end() {
    std::array<pollfd, 2> waiting = {pollfd{streams_[0].descriptor, POLLIN, 0},
                                     pollfd{streams_[1].descriptor, POLLIN, 0}};
    while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
      if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
      for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
        std::array<char, 4096> buffer{};
        const ssize_t count = ::read(waiting[i].fd, buffer.data(), buffer.size());
        if (count > 0) streams_[i].text.append(buffer.data(), static_cast<std::size_t>(count));
        if (count == 0) waiting[i].fd = -1;  // poll passes over it
      }
    }
  }

  pid_t pid_ = -1;
  std::array<Stream, 2> streams_;
};

struct Finished {
  int code = 0;
  std::string out, err;
};

inline Finished run_words(const std::vector<std::string>& words, const Environment& environment = {}) {
  Child child(words, environment);
  const int code = child.wait();
  return {code, child.out(), child.err()};
}

/// The driver with these arguments.
inline Finished run_preimage(std::vector<std::string> arguments, const Environment& environment = {}) {
  arguments.insert(arguments.begin(), PREIMAGE_PROGRAM);
  return run_words(arguments, environment);
}

/// Relative path -> bytes of all files below `folder` that say what a run found; times are no result, nor is
/// who held a lock.
inline std::map<std::string, std::string> result_files(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name.starts_with("timings.") || name == ".lock") continue;
    files[entry.path().lexically_relative(folder).string()] =
        base::read_file(entry.path(), std::size_t{1} << 24);
  }
  return files;
}

inline std::size_t count_records(const std::filesystem::path& out) {
  std::size_t count = 0;
  if (!std::filesystem::is_directory(out / "cells")) return 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out / "cells")) {
    count += entry.path().extension() == ".json" ? 1 : 0;
  }
  return count;
}

}  // namespace preimage::testing
