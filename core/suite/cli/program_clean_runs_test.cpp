// `clean` in a folder that others use, too: what they have run stays, and it is said how to give it up.
#include <algorithm>

#include <doctest/doctest.h>

#include "suite/records/record_store.hpp"
#include "suite/records/testing_record.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using preimage::suite::records::RecordStore;
namespace fs = std::filesystem;

namespace {

/// Another config, "other", run into the same folder.
std::string run_other(const Workplace& place, const std::string& seed = "2") {
  const std::string other = place.out("other.yaml").string();
  preimage::base::write_file_durably(other, replaced(toy_config(), "seed: 1", "seed: " + seed));
  REQUIRE(run_preimage({"run", other, "--out", place.out("out").string(), "--profile", "short"}).code == 0);
  return other;
}

}  // namespace

TEST_CASE("what another config's run has left stays, and the config is named") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const std::string other = run_other(place);
  REQUIRE(count_records(place.out("out")) == 12);
  const Finished cleaned = clean(place, {"--yes"});
  CHECK(cleaned.out == "nothing to remove\n");
  REQUIRE(notes_on(place.out("out"), "other").size() == 1);
  CHECK(cleaned.err == "kept: 6 records of " + other +
                           " --profile short, which was run here; to give them up, remove " +
                           notes_on(place.out("out"), "other")[0].string() + "\n");
  CHECK(count_records(place.out("out")) == 12);
  fs::remove(notes_on(place.out("out"), "other")[0]);
  CHECK(contains(clean(place, {"--yes"}).out, "6 files, "));
  CHECK(count_records(place.out("out")) == 6);
}

TEST_CASE("what was run with overrides, a reading or repetitions stays; of an interrupted sweep, too") {
  const Workplace place;
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"--profile", "short", "--set", "dataset.samples=33"},
           {"--profile", "short", "--reading", "nested", "--repetitions", "3"}}) {
    REQUIRE(place.run("out", more).code == 0);
    REQUIRE(place.run("out", more).code == 0);  // is noted once
  }
  CHECK(notes_on(place.out("out"), "toy").size() == 2);
  const std::vector<std::string> sweep = {"--reading",     "exclusive", "--grid", "learners.kde.ridge=0.1,1",
                                          "--repetitions", "1"};
  REQUIRE(run_preimage(place.words("out", sweep, "work")).code == 0);  // what a killed sweep has done
  const std::size_t records = count_records(place.out("out"));
  const Finished cleaned = clean(place, {"--yes"});
  CHECK(cleaned.out == "nothing to remove\n");
  CHECK(contains(cleaned.err, "kept: 6 records of " + place.config() +
                                  " --set dataset.samples=33 --profile short, which was run "));
  CHECK(contains(cleaned.err, "records of " + place.config() +
                                  " --profile short --repetitions 3 --reading nested, which was run "));
  CHECK(count_records(place.out("out")) == records);
}

TEST_CASE("the records of a config that cannot be read any more stay") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const std::string other = run_other(place);
  const fs::path note = notes_on(place.out("out"), "other").at(0);
  const auto says = [&](const std::string& why) {
    const Finished cleaned = clean(place, {"--yes"});
    CHECK(cleaned.out == "nothing to remove\n");
    CHECK(contains(
        cleaned.err,
        other + " --profile short: was run here, but which cells it has is not known (" + other + why));
    CHECK(contains(cleaned.err,
                   "): all records of other stay; to give them up, remove " + note.string() + "\n"));
  };
  preimage::base::write_file_durably(other, "title: [\n");
  says(":");
  fs::remove(other);
  says(": cannot read: No such file or directory");
  CHECK(count_records(place.out("out")) == 12);
  fs::remove(note);
  CHECK(contains(clean(place, {"--yes"}).out, "6 files, "));
}

TEST_CASE("a note that is damaged is named, and nothing is removed") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  run_other(place);
  const fs::path note = notes_on(place.out("out"), "other").at(0);
  preimage::base::write_file_durably(note, "{\"config\":");
  const Finished cleaned = clean(place, {"--yes"});
  CHECK(cleaned.code == 5);
  CHECK(contains(cleaned.err, "preimage: " + note.string() + ": not JSON: "));
  CHECK(count_records(place.out("out")) == 12);
}

TEST_CASE("records of before runs were noted stay until --older gives them up") {
  const Workplace place;
  RecordStore store(place.out("out") / "cells");
  store.put(example_record());
  const Finished before = clean(place, {"--yes"});
  CHECK(before.out == "nothing to remove\n");
  CHECK(before.err ==
        "kept: 1 record of before runs were noted here, of which no config is known; `--older` gives them "
        "up\n");
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const Finished after = clean(place, {"--yes"});  // a note does not say whose the older ones are
  CHECK(after.out == "nothing to remove\n");
  CHECK(after.err == before.err);
  CHECK(count_records(place.out("out")) == 7);
  CHECK(contains(clean(place, {"--yes", "--older"}).out, "1 file, "));
  CHECK(count_records(place.out("out")) == 6);
}
