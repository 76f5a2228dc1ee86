// Colours, progress, and documents for programs.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "suite/cli/testing_cluster.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using Json = nlohmann::json;

namespace {

/// The toy config with a paper, run once for all tests that only look at the results.
const Workplace& run_place() {
  static const Workplace place(published_toy_config());
  static const Finished finished = [] {
    place.add("published.csv", toy_ledger());
    return place.run("out");
  }();
  REQUIRE(finished.code == 0);
  return place;
}

}  // namespace

TEST_CASE("verdicts have colours where they are asked for, and not where output goes to a file") {
  const Workplace& place = run_place();
  const std::string escape = "\x1b[";
  const Finished plain = place.run("out");
  CHECK_FALSE(contains(plain.out, escape));
  CHECK_FALSE(contains(plain.err, escape));
  const Finished colored = place.run("out", {"--color", "always"});
  CHECK(contains(colored.out, escape));
  std::string bare = colored.out;
  for (const char* code : {"\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[0m"}) {
    for (std::size_t at = 0; (at = bare.find(code, at)) != std::string::npos;)
      bare.erase(at, std::string(code).size());
  }
  CHECK(bare == plain.out);
}

TEST_CASE("progress knows from earlier records how long cells take") {
  const Workplace place;
  const std::string begin = "0/6 cells, 0 failed, elapsed 0:00:00, left ";
  CHECK(contains(place.run("out", {"--profile", "short"}).err, begin + "unknown\n"));
  CHECK(contains(place.run("out", {"--profile", "short", "--force"}).err,
                 "6/6 cells, 0 failed, elapsed 0:00:0"));
  const Finished again = place.run("out", {"--repetitions", "3", "--reading", "exclusive"});
  CHECK(contains(again.err, "6/18 cells, 0 failed, elapsed 0:00:00, left about 0:00:0"));
}

TEST_CASE("plan and status as documents") {
  const Workplace& place = run_place();
  const Json plan = Json::parse(place.call("plan", "out", {"--json"}).out);
  CHECK(plan["lines"][0]["done"] == 6);
  CHECK(plan["seconds_left"] == 0.0);
  ended_well(submit(place, {"--engine", "commands", "--chunks", "2", "--force"}, kNowhere));
  const Json status = Json::parse(with_out(place, "status", {"--json"}).out);
  CHECK(status["format"] == "preimage-status");
  CHECK(status["jobs"].size() == 1);
  CHECK(status["jobs"][0]["cells"] == 24);
  CHECK(status["jobs"][0]["engine"] == "commands");
  CHECK(status["jobs"][0]["number"].is_null());
}
