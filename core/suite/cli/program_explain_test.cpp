// `explain` of digits that stand for more than one cell; what else it says is in
// core/testing/transcripts/explain.md.
#include <map>

#include <doctest/doctest.h>

#include "suite/records/cell_key.hpp"
#include "suite/records/record_store.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;

TEST_CASE("digits that several keys begin with are answered with a list of these") {
  const Workplace place;
  preimage::suite::records::RecordStore store(place.out("out") / "cells");
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  preimage::suite::records::ResultRecord record = store.find(store.keys().front()).value();
  std::map<std::string, std::map<std::string, std::string>> seen;  // first digits of a key -> its parameters
  for (int i = 0; !seen.contains(record.key.substr(0, 6)); ++i) {
    seen[record.key.substr(0, 6)] = record.parameters;
    record.parameters["dataset.again"] = std::to_string(i);
    record.key = preimage::suite::records::key_of(record.parameters);
  }
  const std::string first = record.key, digits = first.substr(0, 6);
  store.put(record);
  record.parameters = seen.at(digits);
  record.key = preimage::suite::records::key_of(record.parameters);
  store.put(record);
  const Finished several = run_preimage(
      {"explain", digits, place.config(), "--out", place.out("out").string(), "--profile", "short"});
  CHECK(several.code == 2);
  for (const std::string& key : {first, record.key}) CHECK(contains(several.out, key + "\n"));
  CHECK(contains(several.err, "'" + digits + "' means 2 cells (listed): give more digits\n"));
}

TEST_CASE("a cell is found in each profile that was run into the folder") {
  const Workplace place;
  const std::string out = place.out("out").string();
  REQUIRE(place.run("out", {"--profile", "short", "--repetitions", "2"}).code == 0);
  REQUIRE(place.run("out", {"--profile", "quick", "--repetitions", "1"}).code == 0);
  CHECK(run_preimage({"explain", "toy:exclusive:kde:1:0", "--out", out}).code == 0);  // of short alone
}
