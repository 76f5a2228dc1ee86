// `check CONFIG --reference REF --latest OUT`: a gate for the numbers of anybody's configs.
#include <doctest/doctest.h>

#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  return preimage::base::read_file(file, 1 << 20);
}

/// The toy config, run into `out`, and a reference made of that.
struct UserGate {
  Workplace place;
  fs::path reference = place.out("ref"), markdown = place.out("check.md");
  fs::path table = reference / "quick/string_toy/toy.csv";

  UserGate() {
    REQUIRE(place.run("out").code == 0);
    REQUIRE(check({"--update"}).code == 0);
  }
  Finished check(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"check",       place.config(),    "--latest", place.out("out").string(),
                                      "--reference", reference.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_preimage(words);
  }
  struct Commented {
    Finished finished;
    std::string markdown;
  };
  Commented commented(std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--markdown", markdown.string()});
    Finished finished = check(more);
    return {std::move(finished), text_of(markdown)};
  }
  void change_config(const std::string& from, const std::string& to) const {
    place.add("toy.yaml", replaced(text_of(place.config()), from, to));
  }
};

}  // namespace

TEST_CASE("the gate of a config in a clean folder passes, and fails after a changed seed") {
  const UserGate gate;
  const UserGate::Commented held = gate.commented();
  CHECK(held.finished.code == 0);
  CHECK(held.markdown == "**held**: 0 of 8 numbers moved, 0 missing, 0 new (profile quick)\n");
  CHECK(gate.check({"--bisect"}).code == 0);

  gate.change_config("seed: 1", "seed: 2");
  const Finished stale = gate.check();  // the tables are still those of the other seed
  CHECK(stale.code == 5);
  CHECK(contains(stale.err, "as it is now 24 are missing and 0 failed"));
  const std::string before = text_of(gate.table);
  CHECK(gate.check({"--update"}).code == 5);
  CHECK(text_of(gate.table) == before);
  const UserGate::Commented unknown = gate.commented({"--bisect"});
  CHECK(unknown.finished.code == 125);
  CHECK(contains(unknown.markdown, "**cannot say**: "));
  CHECK(count_of(unknown.markdown, "\n") == 1);

  REQUIRE(gate.place.run("out").code == 0);
  const UserGate::Commented moved = gate.commented();
  const std::string& table = moved.markdown;
  CHECK(moved.finished.code == 3);
  CHECK(table.starts_with("**moved**: "));
  CHECK(contains(table, "\n\n| number | old | new | tolerance | reading | command |\n|---|"));
  CHECK(contains(table, "| exclusive | `preimage run " + gate.place.config() + " --reading exclusive --out " +
                            gate.place.out("out").string() + "` |\n"));
  CHECK(count_of(table, "\n| toy / ") == count_of(moved.finished.out, ": moved by "));
  CHECK(gate.check({"--bisect"}).code == 1);
}

TEST_CASE("a table of another state of the config is no result, though all cells are there") {
  const UserGate gate;
  gate.change_config("seed: 1", "seed: 2");
  REQUIRE(gate.place.run("out").code == 0);
  REQUIRE(gate.check().code == 3);
  gate.change_config("seed: 2", "seed: 1");
  const Finished stale = gate.check();  // the cells of seed 1 are there, and the table is of seed 2
  CHECK(stale.code == 5);
  CHECK(contains(stale.err,
                 "toy.csv: this table is of another state of toy or of its data; `preimage table " +
                     gate.place.config() + " --out " + gate.place.out("out").string() + "` makes it anew\n"));
  CHECK(gate.check({"--bisect"}).code == 125);
  const fs::path json = gate.place.out("check.json");
  CHECK(gate.check({"--json", json.string()}).code == 5);
  CHECK(contains(text_of(json), "\"cannot_say\": "));
  REQUIRE(run_preimage(gate.place.words("out", {}, "table")).code == 0);
  CHECK(gate.check().code == 0);
}

TEST_CASE("without a config named the gate is about all that was run into the folder, as it is now") {
  const UserGate gate;
  const auto check_all = [&](const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"check", "--latest", gate.place.out("out").string(), "--reference",
                                      gate.reference.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_preimage(words);
  };
  CHECK(check_all().code == 0);
  gate.change_config("seed: 1", "seed: 2");
  const Finished changed = check_all();
  CHECK(changed.code == 5);
  CHECK(contains(changed.err,
                 "as it is now 24 are missing and 0 failed; `preimage run " + gate.place.config()));
  CHECK(check_all({"--bisect"}).code == 125);
  CHECK(check_all({"--update"}).code == 5);
  REQUIRE(gate.place.run("out").code == 0);
  CHECK(check_all().code == 3);

  for (const char* name : {"b.yaml", "c.yaml", "d.yaml"}) {  // several configs in one folder
    gate.place.add(name, text_of(gate.place.config()));
    const std::string other = (fs::path(gate.place.config()).parent_path() / name).string();
    REQUIRE(run_preimage({"run", other, "--out", gate.place.out("out").string()}).code == 0);
  }
  CHECK(check_all({"--update"}).code == 0);
  CHECK(check_all().code == 0);
}

TEST_CASE("a config named restricts check and update to its numbers, whatever else lies in the folders") {
  const UserGate gate;
  const std::string before = text_of(gate.table);
  gate.place.add("out/quick/string_toy/other.csv", "no table\n");
  gate.place.add("ref/quick/string_toy/other.csv", "cut short");
  CHECK(gate.check().code == 0);
  CHECK(gate.check({"--update"}).code == 0);
  CHECK(text_of(gate.table) == before);
  CHECK(text_of(gate.reference / "quick/string_toy/other.csv") == "cut short");
  CHECK_FALSE(fs::exists(gate.reference / "quick/timings.csv"));
}

TEST_CASE("what cannot be held is a line with exit code 5, and 125 of a bisection") {
  const UserGate gate;
  const std::string good = text_of(gate.table);
  const auto said = [&](const std::string& why) {
    const Finished finished = gate.check();
    CHECK(finished.code == 5);
    CHECK_MESSAGE(contains(finished.err, why), finished.err);
    CHECK(count_of(finished.err, "\n") == 1);
    CHECK(gate.check({"--bisect"}).code == 125);
  };
  gate.place.add("ref/quick/string_toy/toy.csv", good.substr(0, good.size() - 9));
  said("toy.csv: it was cut short: its last line has no end\n");
  gate.place.add("ref/quick/string_toy/toy.csv", good.substr(0, good.find('\n') + 1));
  said("toy.csv: it was cut short: there is no number\n");
  gate.place.add("ref/quick/string_toy/toy.csv", replaced(good, ",real,", ",stand-in,"));
  said("toy.csv: made from other data (stand-in) than the results (real); `preimage check ");
  const std::size_t content = good.rfind(',') + 1;
  gate.place.add("ref/quick/string_toy/toy.csv", good.substr(0, content) + "other 12ab\n");
  said("toy.csv: made from other data (other 12ab) than the results (" +
       good.substr(content, good.size() - content - 1) + ")");
  fs::remove(gate.table);
  said("ref/quick: the reference does not have " + gate.place.config() + "; `preimage check ");
}

TEST_CASE("a bisection skips what is refused, lacks cells, or has failed cells") {
  const UserGate gate;
  const auto cells = gate.place.out("out") / "cells";
  const std::string good = text_of(gate.place.config());
  gate.place.add("toy.yaml", "title: [\n");
  CHECK(gate.check({"--bisect"}).code == 125);
  CHECK(gate.check().code == 2);
  gate.place.add("toy.yaml", good);
  CHECK(gate.check({"--bisect", "--profile", "none"}).code == 125);
  CHECK(run_preimage({"check", "nosuch", "--bisect"}).code == 125);
  fs::remove_all(*fs::directory_iterator(cells));
  const Finished lacking = gate.check({"--bisect"});
  CHECK(lacking.code == 125);
  CHECK(contains(lacking.err, " are missing and 0 failed"));
  CHECK(gate.place.run("out", {"--cell-time", "1e-9", "--force"}).code == 6);
  const Finished failed = gate.check({"--bisect"});
  CHECK(failed.code == 125);
  CHECK(contains(failed.err, " 24 failed; `preimage run " + gate.place.config() + " --out "));
  const Finished gone = gate.check();
  CHECK(gone.code == 3);
  CHECK(contains(gone.out, "8 numbers of ours"));
  CHECK(contains(gone.out, "0 moved, 8 missing, 0 new"));
  const std::string before = text_of(gate.table);
  const Finished updated = gate.check({"--update"});  // a reference of nothing would hold whatever comes
  CHECK(updated.code == 5);
  CHECK(contains(updated.err, " 24 failed; "));
  CHECK(text_of(gate.table) == before);
}

TEST_CASE("the scoreboard names a paper as the config that was run does") {
  const Workplace place(published_toy_config());
  place.add("published.csv", toy_ledger());
  REQUIRE(place.run("out").code == 0);
  const fs::path scores = place.out("scores.md");
  run_preimage(
      {"check", "--published", "--latest", place.out("out").string(), "--markdown", scores.string()});
  CHECK(contains(text_of(scores), "| A toy (2002) | 3 | "));
}
