#include "experiments/benchmarks/benchmark.hpp"

#include <chrono>
#include <sstream>
#include <thread>

#include <doctest/doctest.h>

#include "suite/config/config_error.hpp"

namespace preimage::experiments::benchmarks {

Benchmark make_intervals_benchmark();

TEST_CASE("interleaved timing runs every contender once more than the rounds") {
  int runs = 0;
  const std::vector<double> medians = interleaved_seconds({[&] { ++runs; }, [&] { ++runs; }}, 3);
  CHECK(runs == 8);
  CHECK(medians.size() == 2);
}

TEST_CASE("the first round warms up and is not timed") {
  int runs = 0;
  const auto slow_at_first = [&] {
    if (runs++ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  };
  CHECK(interleaved_seconds({slow_at_first}, 1).front() < 0.1);
}

TEST_CASE("intervals: a row for each generator and loss, the same for the same draws") {
  const auto rows_of = [](const std::string& draws) {
    std::ostringstream out;
    make_intervals_benchmark().run_with(out, {"--largest", draws});
    const std::string text = out.str();
    return text.substr(0, text.find("\nnested at least"));
  };
  const std::string rows = rows_of("2");
  CHECK(rows == rows_of("2"));
  std::size_t count = 0;
  std::istringstream lines(rows);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find('%');
    if (at == std::string::npos || line.find("coverage") != std::string::npos) continue;
    ++count;
    const std::string nested = line.substr(at - 5, 5);
    CHECK_MESSAGE((nested == "100.0" || nested == " 50.0" || nested == "  0.0"), line);
  }
  CHECK(count == 7);
  for (const char* draws : {"0", "501", "two"}) CHECK_THROWS_AS(rows_of(draws), suite::ConfigError);
}

}  // namespace preimage::experiments::benchmarks
