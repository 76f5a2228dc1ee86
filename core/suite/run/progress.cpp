#include "suite/run/progress.hpp"

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace preimage::suite::run {

namespace {
constexpr double kSecondsBetweenLines = 60.0;
constexpr double kLong = 60.0, kFirstLook = 10.0;  // seconds: the first cells of a run are slower than others
constexpr const char* kEraseLine = "\r\x1b[K";     // to column 1, erase to the end of the line
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

std::string rate_text(long cells, double seconds) {
  if (cells <= 0 || seconds <= 0.0) return "";
  const double per_second = static_cast<double>(cells) / seconds;
  if (per_second >= 10.0) return fmt::format("{:.0f} cells/s", per_second);
  if (per_second >= 1.0) return fmt::format("{:.2g} cells/s", per_second);
  if (per_second * 60.0 >= 1.0) return fmt::format("{:.2g} cells/min", per_second * 60.0);
  return fmt::format("{:.2g} cells/h", per_second * 3600.0);
}

std::size_t terminal_columns(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

Progress::Progress(long total, long already_done, std::ostream& out, ProgressView view,
                   std::function<double()> seconds, std::function<std::optional<double>(double)> left)
    : total_(total),
      already_done_(already_done),
      out_(out),
      view_(view),
      seconds_(std::move(seconds)),
      left_(std::move(left)),
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
  if (view_.mode != ProgressMode::silent) warn(text);
}

void Progress::warn(const std::string& text) {
  if (view_.mode == ProgressMode::in_place) out_ << kEraseLine;
  out_ << text << '\n';
  shown_.clear();
  if (view_.mode == ProgressMode::in_place) print(true);
  out_.flush();
}

void Progress::close() {
  print(true);
  if (view_.mode == ProgressMode::in_place) out_ << '\n' << std::flush;
}

std::string Progress::line() const {
  const double now = seconds_(), elapsed = now - started_;
  std::string text = fmt::format("{}/{} cells, {} failed, elapsed {}", already_done_ + ended_, total_,
                                 failed_, duration_text(elapsed));
  if (total_ - already_done_ - ended_ > 0) {
    const std::optional<double> left = left_(now);
    text += left ? ", left about " + duration_text(*left) : ", left unknown";
  }
  const std::string rate = rate_text(ended_, elapsed);  // last: what a narrow terminal cuts off
  return rate.empty() ? text : text + ", " + rate;
}

bool Progress::is_found_long() {
  const double now = seconds_(), elapsed = now - started_;
  if (is_long_ || total_ - already_done_ - ended_ == 0) return false;
  const bool is_told = ended_ == 0 || elapsed >= kFirstLook;
  const std::optional<double> left = is_told ? left_(now) : std::nullopt;
  is_long_ = elapsed >= kLong || (left && elapsed + *left >= kLong);
  return is_long_;
}

void Progress::print(bool now) {
  const bool is_found = is_found_long();
  if (view_.mode == ProgressMode::silent) {
    if (is_found) out_ << line() << '\n' << std::flush;
    return;
  }
  std::string text = line();
  if (view_.mode == ProgressMode::in_place) {
    if (view_.columns > 1) text = text.substr(0, view_.columns - 1);  // a second line would stay
    if (text != shown_) out_ << kEraseLine << text << std::flush;
    shown_ = text;
    return;
  }
  const double time = seconds_();
  if (!now && !is_found && printed_at_ && time - *printed_at_ < kSecondsBetweenLines) return;
  out_ << text << '\n' << std::flush;
  printed_at_ = time;
}

}  // namespace preimage::suite::run
