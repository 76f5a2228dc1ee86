// Work that may crash, hang or eat all memory, done by a copy of this process.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <sys/types.h>

#include "preimage/base/file_descriptor.hpp"
#include "suite/run/descendants.hpp"
#include "suite/run/signal_pipe.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::run {

/// What came of a request.
struct Answer {
  enum class Kind { text, died, out_of_time, out_of_memory };
  Kind kind = Kind::text;
  /// The answer; or why there is none, in words: "killed by signal 11 (Segmentation fault)", "exit code 3",
  /// "took more than 5 s", "needed more than 200 MiB".
  std::string text;
  bool first = false;  // of that copy: what earlier requests have left in its memory played no part
};

/// A forked copy of this process that answers one request at a time. It is forked by the first ask, and again
/// by the next one after its end; in between it keeps what it has cached. It is killed with this process
/// (Linux; elsewhere it ends when its answer is done).
/// With the copy ends whatever it has started, daemons, too (Descendants), also where a signal ends this
/// process meanwhile. This process must have one thread, one such server with a copy, and the copy must not
/// use what its threads or open pipes do.
class ForkedServer {
 public:
  using Serve = std::function<std::string(const std::string& request)>;

  /// `serve` runs in the copy; a copy whose `serve` throws ends with exit code 70. Starts nothing yet.
  explicit ForkedServer(Serve serve) : serve_(std::move(serve)) {}
  ForkedServer(const ForkedServer&) = delete;
  ForkedServer& operator=(const ForkedServer&) = delete;
  ~ForkedServer() { stop(); }

  /// Waits for the whole answer, or for the end of the copy, which is killed where it exceeds a limit, be it
  /// while the answer comes. Resident memory is measured every 20 ms: a copy that fills memory faster is
  /// stopped late.
  /// throws  DataError where the system gives no process, does not tell its memory or (with SIGCHLD ignored)
  ///         how it ended
  Answer ask(const std::string& request, const study::ProcessLimits& limits = {});

  /// Kills the copy, if there is one, with all that it has started, and its memory is free.
  void stop() noexcept;

 private:
  void start(SignalPipe& signals);
  [[noreturn]] void serve_forever(int socket, pid_t parent) const;
  Answer wait_for_answer(const std::string& request, const study::ProcessLimits& limits, SignalPipe& signals,
                         int& ended_by);
  std::optional<Answer> enforce(const study::ProcessLimits& limits, double waited);
  Answer killed(Answer::Kind kind, const std::string& why);
  std::string end_of_copy();

  Serve serve_;
  pid_t copy_ = -1;
  std::optional<Descendants> descendants_;  // since the copy was forked
  base::FileDescriptor socket_;
  bool has_answered_ = false;
};

}  // namespace preimage::suite::run
