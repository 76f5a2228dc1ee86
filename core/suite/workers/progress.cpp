#include "suite/workers/progress.hpp"

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace preimage::suite::workers {

namespace {
constexpr double kSecondsBetweenLines = 60.0;
constexpr const char* kEraseLine = "\r\x1b[K";  // to column 1, erase to the end of the line
}  // namespace

ProgressMode progress_mode(bool silent, bool is_terminal, const char* term, const char* no_color) {
  if (silent) return ProgressMode::silent;
  const std::string_view terminal = term == nullptr ? "" : term;
  const bool plain = no_color != nullptr && *no_color != '\0';
  if (!is_terminal || plain || terminal.empty() || terminal == "dumb") return ProgressMode::lines;
  return ProgressMode::in_place;
}

ProgressMode progress_mode(bool silent, int descriptor) {
  return progress_mode(silent, ::isatty(descriptor) == 1, std::getenv("TERM"), std::getenv("NO_COLOR"));
}

std::string duration_text(double seconds) {
  const long whole = static_cast<long>(std::max(seconds, 0.0));
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

Progress::Progress(long total, long already_done, std::ostream& out, ProgressMode mode,
                   std::function<double()> seconds)
    : total_(total),
      already_done_(already_done),
      out_(out),
      mode_(mode),
      seconds_(std::move(seconds)),
      started_(seconds_()) {
  print(true);
}

void Progress::finished(bool ok) {
  ++ended_;
  if (!ok) ++failed_;
  print(false);
}

void Progress::tick() {
  print(false);
}

void Progress::note(const std::string& text) {
  if (mode_ != ProgressMode::silent) warn(text);
}

void Progress::warn(const std::string& text) {
  if (mode_ == ProgressMode::in_place) out_ << kEraseLine;
  out_ << text << '\n';
  shown_.clear();
  if (mode_ == ProgressMode::in_place) print(true);
  out_.flush();
}

void Progress::close() {
  print(true);
  if (mode_ == ProgressMode::in_place) out_ << '\n' << std::flush;
}

std::string Progress::line() const {
  const double elapsed = seconds_() - started_;
  const long left = total_ - already_done_ - ended_;
  std::string text = fmt::format("{}/{} cells, {} failed, elapsed {}", already_done_ + ended_, total_,
                                 failed_, duration_text(elapsed));
  if (left <= 0) return text;
  if (ended_ == 0) return text + ", left unknown";
  return text + ", left about " +
         duration_text(elapsed / static_cast<double>(ended_) * static_cast<double>(left));
}

void Progress::print(bool now) {
  if (mode_ == ProgressMode::silent) return;
  const std::string text = line();
  if (mode_ == ProgressMode::in_place) {
    if (text != shown_) out_ << kEraseLine << text << std::flush;
    shown_ = text;
    return;
  }
  const double time = seconds_();
  if (!now && printed_at_ && time - *printed_at_ < kSecondsBetweenLines) return;
  out_ << text << '\n' << std::flush;
  printed_at_ = time;
}

}  // namespace preimage::suite::workers
