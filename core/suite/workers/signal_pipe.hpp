// SIGINT, SIGTERM and SIGCHLD as bytes in a pipe, so that poll() sees them without a race (the self-pipe
// trick; signalfd and ppoll are not everywhere).
#pragma once

#include <utility>
#include <vector>

#include <signal.h>

namespace preimage::suite::workers {

/// Catches the signals while it lives and restores the former handlers at its end. One at a time.
class SignalPipe {
 public:
  SignalPipe();  // throws std::logic_error where one lives already, DataError where there is no pipe
  SignalPipe(const SignalPipe&) = delete;
  SignalPipe& operator=(const SignalPipe&) = delete;
  ~SignalPipe();
  int descriptor() const { return read_end_; }  // readable when a signal came
  std::vector<int> take();                      // the signals since the last call, in their order

 private:
  struct Saved {
    int number;
    struct sigaction action;
  };
  void install(int number, bool even_if_ignored);
  int read_end_ = -1;
  int write_end_ = -1;
  std::vector<Saved> saved_;
};

/// A pipe whose ends are closed on exec: {read end, write end}. Throws DataError.
std::pair<int, int> make_pipe();

/// Makes reads and writes return at once. Throws DataError.
void set_nonblocking(int descriptor);

}  // namespace preimage::suite::workers
