#include "suite/run/progress.hpp"

#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>

using namespace preimage::suite;
using namespace preimage::suite::run;

namespace {

/// What a test's run knows of the time left.
std::function<std::optional<double>(double)> no_estimate() {
  return [](double) { return std::nullopt; };
}

/// All of it ends at a time of the clock.
std::function<std::optional<double>(double)> ends_at(double end) {
  return [=](double now) { return end - now; };
}

}  // namespace

TEST_CASE("escape codes go to a capable terminal only") {
  CHECK(progress_mode(false, true, "xterm", nullptr) == ProgressMode::in_place);
  CHECK(progress_mode(false, true, "xterm", "") == ProgressMode::in_place);
  CHECK(progress_mode(false, true, "xterm", "1") == ProgressMode::lines);
  CHECK(progress_mode(false, true, "dumb", nullptr) == ProgressMode::lines);
  CHECK(progress_mode(false, true, nullptr, nullptr) == ProgressMode::lines);
  CHECK(progress_mode(false, false, "xterm", nullptr) == ProgressMode::lines);
  CHECK(progress_mode(true, true, "xterm", nullptr) == ProgressMode::silent);
  CHECK(progress_mode(false, -1) == ProgressMode::lines);  // no descriptor is no terminal
}

TEST_CASE("durations") {
  CHECK(duration_text(0.0) == "0:00:00");
  CHECK(duration_text(-3.0) == "0:00:00");
  CHECK(duration_text(59.999) == "0:00:59");
  CHECK(duration_text(3661.0) == "1:01:01");
  CHECK(duration_text(99999.0) == "27:46:39");
}

TEST_CASE("a rate is told per second, minute or hour") {
  CHECK(rate_text(0, 10.0) == "");
  CHECK(rate_text(3, 0.0) == "");
  CHECK(rate_text(1264, 10.0) == "126 cells/s");
  CHECK(rate_text(38, 10.0) == "3.8 cells/s");
  CHECK(rate_text(2, 30.0) == "4 cells/min");
  CHECK(rate_text(1, 7200.0) == "0.5 cells/h");
}

TEST_CASE("the line counts cells, and tells the rate of this run's own and the time that is left") {
  std::ostringstream out;
  double now = 1000.0;
  Progress progress(
      10, 4, out, {ProgressMode::silent}, [&] { return now; }, ends_at(1090.0));
  CHECK(progress.line() == "4/10 cells, 0 failed, elapsed 0:00:00, left about 0:01:30");
  now += 30.0;
  progress.finished(true);
  progress.finished(false);
  CHECK(progress.line() == "6/10 cells, 1 failed, elapsed 0:00:30, left about 0:01:00, 4 cells/min");
  for (int i = 0; i < 4; ++i) progress.finished(true);
  CHECK(progress.line() == "10/10 cells, 1 failed, elapsed 0:00:30, 12 cells/min");
}

TEST_CASE("a run that is told to be quiet says one line, where it takes more than a minute") {
  // left: the second at which all ends, as the run knows it. expected: when it is said, or -1
  const auto said_at = [](std::function<std::optional<double>(double)> left, double first_cell) {
    std::ostringstream out;
    double now = 0.0, said = -1.0;
    Progress progress(
        9, 0, out, {ProgressMode::silent}, [&] { return now; }, std::move(left));
    for (; now < 100.0; now += 1.0) {
      if (now == first_cell) progress.finished(true);
      progress.tick();
      if (said < 0.0 && !out.str().empty()) said = now;
    }
    progress.note("silent is silent");
    progress.close();
    CHECK(std::ranges::count(out.str(), '\n') == (said < 0.0 ? 0 : 1));
    return said;
  };
  CHECK(said_at(ends_at(300.0), 20.0) == 0.0);  // earlier runs tell
  CHECK(said_at(ends_at(59.0), 1.0) == 60.0);   // it was wrong
  CHECK(said_at(no_estimate(), 20.0) == 60.0);
  const auto after_first = [](double now) { return now < 3.0 ? std::nullopt : std::optional(400.0 - now); };
  CHECK(said_at(after_first, 2.0) == 10.0);  // the first cells tell
}

TEST_CASE("a warning is printed in every mode") {
  std::ostringstream out;
  Progress progress(
      2, 0, out, {ProgressMode::silent}, [] { return 0.0; }, no_estimate());
  progress.warn("a warning is none of it");
  CHECK(out.str() == "a warning is none of it\n");
}

TEST_CASE("what is left may be unknown") {
  std::ostringstream out;
  const Progress unknown(
      2, 0, out, {ProgressMode::silent}, [] { return 0.0; }, no_estimate());
  CHECK(unknown.line() == "0/2 cells, 0 failed, elapsed 0:00:00, left unknown");
}

TEST_CASE("without a terminal there is a line a minute and the first and last state") {
  std::ostringstream out;
  double now = 0.0;
  Progress progress(
      3, 0, out, {ProgressMode::lines}, [&] { return now; }, ends_at(180.0));
  now = 59.0;
  progress.finished(true);
  now = 60.0;
  progress.tick();
  now = 119.0;
  progress.tick();
  progress.note("a cell file was damaged");
  now = 125.0;
  progress.finished(true);
  progress.finished(true);
  progress.close();
  CHECK(out.str() ==
        "0/3 cells, 0 failed, elapsed 0:00:00, left about 0:03:00\n"
        "1/3 cells, 0 failed, elapsed 0:01:00, left about 0:02:00, 1 cells/min\n"
        "a cell file was damaged\n"
        "2/3 cells, 0 failed, elapsed 0:02:05, left about 0:00:55, 58 cells/h\n"
        "3/3 cells, 0 failed, elapsed 0:02:05, 1.4 cells/min\n");
}

TEST_CASE("on a terminal the line is rewritten in place, and only where it changes") {
  std::ostringstream out;
  double now = 0.0;
  Progress progress(
      2, 1, out, {ProgressMode::in_place}, [&] { return now; }, no_estimate());
  progress.tick();
  now = 0.5;
  progress.tick();
  now = 1.0;
  progress.tick();
  progress.note("note");
  progress.finished(true);
  progress.close();
  CHECK(out.str() ==
        "\r\x1b[K1/2 cells, 0 failed, elapsed 0:00:00, left unknown"
        "\r\x1b[K1/2 cells, 0 failed, elapsed 0:00:01, left unknown"
        "\r\x1b[Knote\n"
        "\r\x1b[K1/2 cells, 0 failed, elapsed 0:00:01, left unknown"
        "\r\x1b[K2/2 cells, 0 failed, elapsed 0:00:01, 1 cells/s\n");
}

TEST_CASE("a line in place is cut to the width of the terminal: a second one would not be erased") {
  std::ostringstream out;
  const Progress progress(
      2, 1, out, {ProgressMode::in_place, 20}, [] { return 0.0; }, no_estimate());
  CHECK(out.str() == "\r\x1b[K1/2 cells, 0 failed");
}
