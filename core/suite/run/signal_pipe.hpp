// The signals that end a process, and SIGCHLD, as bytes in a pipe, so that poll() sees them without a race
// (the self-pipe trick; signalfd and ppoll are not everywhere).
#pragma once

#include <vector>

#include <signal.h>

#include "preimage/base/file_descriptor.hpp"

namespace preimage::suite::run {

/// What a user, a shell or a scheduler ends a process by. Uncaught they would leave its children running.
inline constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU};

struct Pipe {
  base::FileDescriptor read_end, write_end;
};

/// A pipe whose ends are closed on exec. Throws DataError.
Pipe make_pipe();

/// Catches the signals while it lives and restores the former handlers at its end. One at a time.
class SignalPipe {
 public:
  /// Whether SIGCHLD is caught.
  enum class Children { told, none };
  /// throws  std::logic_error where one lives already, DataError where there is no pipe
  explicit SignalPipe(Children children = Children::told);
  SignalPipe(const SignalPipe&) = delete;
  SignalPipe& operator=(const SignalPipe&) = delete;
  ~SignalPipe();
  int descriptor() const { return pipe_.read_end.get(); }  // readable when a signal came
  std::vector<int> take();                                 // the signals since the last call, in their order
  /// As its end does; for a fork, which handles its own signals.
  void restore();

 private:
  struct Saved {
    int number;
    struct sigaction action;
  };
  void install(int number, bool even_if_ignored);
  Pipe pipe_;
  std::vector<Saved> saved_;
};

/// Makes reads and writes return at once. Throws DataError.
void set_nonblocking(int descriptor);

}  // namespace preimage::suite::run
