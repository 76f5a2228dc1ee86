// `explain`: what a cell is, whether it would run again, and what changed.
#include <map>

#include <doctest/doctest.h>

#include "suite/records/cell_key.hpp"
#include "suite/records/record_store.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

const std::string kName = "toy:exclusive:kde:0:1";

Finished explain(const Workplace& place, const std::string& cell, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"explain",   cell,   place.config(), "--out", place.out("out").string(),
                                    "--profile", "short"};
  words.insert(words.end(), more.begin(), more.end());
  return run_preimage(words);
}

/// The rest of the first line that begins with `title`, or "".
std::string field(const Finished& finished, const std::string& title) {
  const std::string text = "\n" + finished.out;
  const std::size_t at = text.find("\n" + title + " ");
  if (at == std::string::npos) return "";
  const std::size_t start = text.find_first_not_of(' ', at + 1 + title.size());
  return text.substr(start, text.find('\n', start) - start);
}

}  // namespace

TEST_CASE("a cell is missing, then done, then has changed inputs; it is found by its name and by its key") {
  const Workplace place;
  const Finished missing = explain(place, kName);
  CHECK(missing.code == 0);
  CHECK(field(missing, "state") == "missing");
  CHECK(field(missing, "runs again") == "yes: no record has its key");
  CHECK(field(missing, "before") == "no other record of this cell");
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);

  const Finished done = explain(place, kName);
  const std::string key = field(done, "cell");
  CHECK(key.size() == 64);
  CHECK(field(done, "state").find("done in ") == 0);
  CHECK(field(done, "runs again") == "no");
  CHECK(field(done, "experiment") == "string_toy");
  CHECK(field(done, "config") == "toy");
  CHECK(field(done, "reading") == "exclusive");
  CHECK(field(done, "learner") == "kde");
  CHECK(field(done, "repetition") == "0");
  CHECK(field(done, "fold") == "1");
  CHECK(field(done, "data") == field(missing, "data"));
  CHECK(contains(done.out, " of inner folds\n"));
  CHECK(contains(done.out, "parameter    dataset.samples: 30\n"));
  CHECK(explain(place, key.substr(0, 12)).out == done.out);

  const Finished changed = explain(place, kName, {"--set", "dataset.samples=33"});
  CHECK(field(changed, "state") == "missing");
  CHECK(field(changed, "before") == key + " (done)");
  CHECK(contains(changed.out, "\nchanged      dataset.samples: 30 -> 33\n"));
  CHECK(field(changed, "cell") != key);

  const Finished stale = explain(place, key.substr(0, 12), {"--set", "dataset.samples=33"});
  CHECK(field(stale, "cell") == key);
  CHECK(field(stale, "runs again") == "no: the selected configs and profile do not refer to it");
  CHECK(field(stale, "replaced by") == field(changed, "cell"));
  CHECK(contains(stale.out, "\nchanged      dataset.samples: 30 -> 33\n"));
}

TEST_CASE("the nearest record is the one with the fewest changes") {
  const Workplace place;
  REQUIRE(
      place
          .run("out", {"--profile", "short", "--set", "dataset.samples=33", "--set", "loss=squared_distance"})
          .code == 0);
  REQUIRE(place.run("out", {"--profile", "short", "--set", "dataset.samples=34"}).code == 0);
  const Finished finished = explain(place, kName);
  CHECK(contains(finished.out, "\nchanged      dataset.samples: 34 -> 30\n"));
  CHECK_FALSE(contains(finished.out, "\nchanged      loss"));
}

TEST_CASE("a failed and a damaged record are told with the reason, and that they run again") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  preimage::suite::records::RecordStore store(place.out("out") / "cells");
  const std::string key = field(explain(place, kName), "cell");
  preimage::suite::records::ResultRecord record = store.find(key).value();
  record.status = "failed";
  record.reason = "the sun was in its eyes";
  store.put(record);
  const Finished failed = explain(place, kName);
  CHECK(field(failed, "state") == "failed: the sun was in its eyes");
  CHECK(field(failed, "runs again") == "yes: a failed cell is tried again");
  fs::resize_file(store.path_of(key), 100);
  const Finished damaged = explain(place, kName);
  CHECK(contains(field(damaged, "state"), "damaged record of 100 bytes: no checksum at its end"));
  CHECK(field(damaged, "runs again") == "yes: the record cannot be read");
}

TEST_CASE("cells that readings share say so") {
  const Workplace place(
      replaced(toy_config(), "exclusive: {note: as printed, choices_after_seeing: 0}",
               "exclusive: {note: as printed, choices_after_seeing: 0}\n  again: {note: the same}"));
  const Finished finished =
      run_preimage({"explain", "toy:again:kde:0:0", place.config(), "--out", place.out("o")});
  CHECK(finished.code == 0);
  CHECK(contains(finished.out, "toy:again:kde:0:0\n") != contains(finished.out, "toy:exclusive:kde:0:0\n"));
  CHECK(contains(finished.out, "\nshared with  toy:"));
}

TEST_CASE("what names no cell, or several, is answered with what there is") {
  const Workplace place;
  const auto said = [&](const std::string& cell) {
    const Finished finished = explain(place, cell);
    CHECK(finished.code == 2);
    CHECK(finished.out == "");
    return finished.err;
  };
  const std::string forms =
      ": expected at least 6 hexadecimal digits of a key, or config:reading:learner:repetition:fold\n";
  CHECK(said("12345") == "preimage: cell '12345'" + forms);
  CHECK(said("kde 123") == "preimage: cell 'kde 123'" + forms);
  CHECK(said("toy:kde:1") == "preimage: cell 'toy:kde:1'" + forms);
  CHECK(contains(said("toy:exclusive:kdf:0:1"), ": no learner 'kdf', did you mean 'kde'?\n"));
  CHECK(contains(said("000000000000"),
                 "no cell '000000000000' in the selected configs and profile, and no record of it\n"));

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
  const Finished several = explain(place, digits);
  CHECK(several.code == 2);
  CHECK(count_of(several.out, "  toy:exclusive:") == 1);  // of the one that comes first
  for (const std::string& key : {first, record.key}) CHECK(contains(several.out, key + "  "));
  CHECK(contains(several.err, "'" + digits + "' stands for 2 cells (listed): give more digits\n"));
}

TEST_CASE("a cell of no plan that several records are named after: the list says what sets them apart") {
  const Workplace place;
  const std::vector<std::string> grid = {
      "--grid", "learners.kde.ridge=0.1,1", "--reading", "exclusive", "--repetitions", "1"};
  REQUIRE(run_preimage(place.words("out", grid, "sweep")).code == 0);
  const Finished finished = run_preimage(
      {"explain", kName, place.config(), "--out", place.out("out").string(), "--reading", "nested"});
  CHECK(finished.code == 2);
  CHECK(count_of(finished.out, kName) == 1);
  CHECK(contains(finished.out, "  as the first, but  learner.ridge: "));
  CHECK(count_of(finished.out, "\n") == 2);
}

TEST_CASE("of a name that no cell has, the part that is wrong is named") {
  const Workplace place;
  CHECK(contains(explain(place, "toy:exclusive:kd:0:1").err, ": no learner 'kd', did you mean 'kde'?\n"));
  CHECK(contains(explain(place, "toy:exclusive:kde:0:7").err, ": no fold '7'; known: 0, 1, 2\n"));
  CHECK(contains(explain(place, "toys:exclusive:kde:0:1").err, ": no config 'toys', did you mean 'toy'?\n"));
}
