#include "suite/workers/progress.hpp"

#include <sstream>

#include <doctest/doctest.h>

using namespace preimage::suite;
using namespace preimage::suite::workers;

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

TEST_CASE("the estimate counts this run's cells only") {
  std::ostringstream out;
  double now = 1000.0;
  Progress progress(10, 4, out, ProgressMode::silent, [&] { return now; });
  CHECK(progress.line() == "4/10 cells, 0 failed, elapsed 0:00:00, left unknown");
  now += 30.0;
  progress.finished(true);
  progress.finished(false);
  CHECK(progress.line() == "6/10 cells, 1 failed, elapsed 0:00:30, left about 0:01:00");
  for (int i = 0; i < 4; ++i) progress.finished(true);
  CHECK(progress.line() == "10/10 cells, 1 failed, elapsed 0:00:30");
  progress.note("silent is silent");
  progress.close();
  CHECK(out.str().empty());
  progress.warn("a warning is none of it");
  CHECK(out.str() == "a warning is none of it\n");
}

TEST_CASE("without a terminal there is a line a minute and the first and last state") {
  std::ostringstream out;
  double now = 0.0;
  Progress progress(3, 0, out, ProgressMode::lines, [&] { return now; });
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
        "0/3 cells, 0 failed, elapsed 0:00:00, left unknown\n"
        "1/3 cells, 0 failed, elapsed 0:01:00, left about 0:02:00\n"
        "a cell file was damaged\n"
        "2/3 cells, 0 failed, elapsed 0:02:05, left about 0:01:02\n"
        "3/3 cells, 0 failed, elapsed 0:02:05\n");
}

TEST_CASE("on a terminal the line is rewritten in place, and only where it changes") {
  std::ostringstream out;
  double now = 0.0;
  Progress progress(2, 1, out, ProgressMode::in_place, [&] { return now; });
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
        "\r\x1b[K2/2 cells, 0 failed, elapsed 0:00:01\n");
}
