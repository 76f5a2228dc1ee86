// How far a run is, for a person who waits. Never on standard output, which belongs to the data.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace preimage::suite::run {

enum class ProgressMode {
  silent,    // one line, where the run takes more than a minute
  in_place,  // a terminal: one line, rewritten
  lines      // anywhere else (a log file, CI, TERM=dumb, NO_COLOR): a line a minute, no escape codes
};

/// in_place only on a terminal that takes escape codes: `term` (TERM) neither unset, "" nor "dumb", and
/// `no_color` (NO_COLOR) unset or "" (no-color.org). Null pointers are unset variables.
ProgressMode progress_mode(bool silent, bool is_terminal, const char* term, const char* no_color);

/// The same for a descriptor of this process and its environment.
ProgressMode progress_mode(bool silent, int descriptor);

/// "0:00:07", "27:46:39": hours, minutes, whole seconds (rounded down; negative counts as 0).
std::string duration_text(double seconds);

/// "12 cells/s", "3.8 cells/min", "0.5 cells/h"; "" where there is none.
std::string rate_text(long cells, double seconds);

/// Characters in a line of the terminal behind a descriptor; 0 where it is none, or does not say.
std::size_t terminal_columns(int descriptor);

/// Where and how progress is shown.
struct ProgressView {
  ProgressMode mode = ProgressMode::lines;
  std::size_t columns = 0;  // a line in place is cut before this one; 0: not at all
};

/// Counts cells and prints
///   "12/140 cells, 1 failed, elapsed 0:03:12, left about 0:34:08, 3.8 cells/min".
/// Where nothing tells how long it will take, it says "left unknown". A run that takes more than a minute
/// says so once in every mode: at once where the time of its cells is known, else after ten seconds, and
/// after a minute in any case.
class Progress {
 public:
  /// `already_done` of the `total` cells were found finished. `seconds` is a clock that never goes back;
  /// `left` tells how long the others will take at a time of it.
  Progress(long total, long already_done, std::ostream& out, ProgressView view,
           std::function<double()> seconds, std::function<std::optional<double>(double)> left);
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
  bool is_found_long();  // true once
  long total_;
  long already_done_;
  std::ostream& out_;
  ProgressView view_;
  std::function<double()> seconds_;
  std::function<std::optional<double>(double)> left_;
  double started_;
  std::optional<double> printed_at_;  // mode lines: when the last line was printed
  std::string shown_;                 // mode in_place: what the terminal shows
  bool is_long_ = false;
  long ended_ = 0;
  long failed_ = 0;
};

}  // namespace preimage::suite::run
