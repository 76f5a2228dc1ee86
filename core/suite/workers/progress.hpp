// How far a run is, for a person who waits. Never on standard output, which belongs to the data.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace preimage::suite::workers {

enum class ProgressMode {
  silent,
  in_place,  // a terminal: one line, rewritten
  lines      // anywhere else (a log file, CI, TERM=dumb, NO_COLOR): a line a minute, no escape codes
};

/// in_place only on a terminal that takes escape codes: `term` (TERM) neither unset, "" nor "dumb", and
/// `no_color` (NO_COLOR) unset or "" (no-color.org). Null pointers stand for unset variables.
ProgressMode progress_mode(bool silent, bool is_terminal, const char* term, const char* no_color);

/// The same for a descriptor of this process and its environment.
ProgressMode progress_mode(bool silent, int descriptor);

/// "0:00:07", "27:46:39": hours, minutes, whole seconds (rounded down; negative counts as 0).
std::string duration_text(double seconds);

/// Counts cells and prints
///   "12/140 cells, 1 failed, elapsed 0:03:12, left about 0:34:08".
/// The estimate is elapsed / (cells finished by this run) * (cells left), "left unknown" before the first.
class Progress {
 public:
  /// `already_done` of the `total` cells were found finished. `seconds` is a clock that never goes back.
  Progress(long total, long already_done, std::ostream& out, ProgressMode mode,
           std::function<double()> seconds);
  /// One more cell ended.
  void finished(bool ok);
  /// Call a few times a second: keeps the line and the elapsed time fresh.
  void tick();
  /// Prints `text` as a line of its own, above the progress line (in every mode but silent).
  void note(const std::string& text);
  /// The same in every mode: what has to be known of a run that is told to be quiet, too.
  void warn(const std::string& text);
  /// The last line, ended by a newline. Call once, after the last cell or an interruption.
  void close();
  std::string line() const;

 private:
  void print(bool now);
  long total_;
  long already_done_;
  std::ostream& out_;
  ProgressMode mode_;
  std::function<double()> seconds_;
  double started_;
  std::optional<double> printed_at_;  // mode lines: when the last line was printed
  std::string shown_;                 // mode in_place: what stands on the terminal
  long ended_ = 0;
  long failed_ = 0;
};

}  // namespace preimage::suite::workers
