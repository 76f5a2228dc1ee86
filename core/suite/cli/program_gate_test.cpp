// `check CONFIG --reference REF --latest OUT`: a gate for the numbers of anybody's configs.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

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

TEST_CASE("what is checked are the records of the config as it is now, whatever its table says") {
  const UserGate gate;
  gate.change_config("seed: 1", "seed: 2");
  REQUIRE(gate.place.run("out").code == 0);
  REQUIRE(gate.check().code == 3);
  gate.change_config("seed: 2", "seed: 1");
  CHECK(gate.check().code == 0);  // the cells of seed 1 are there, and the table is of seed 2
  gate.change_config("seed: 1", "seed: 3");
  const Finished missing = gate.check();
  CHECK(missing.code == 5);
  CHECK(contains(missing.err, " are missing and 0 failed; `preimage run " + gate.place.config() + " --out " +
                                  gate.place.out("out").string() + "` computes them\n"));
  CHECK(gate.check({"--bisect"}).code == 125);
  const fs::path json = gate.place.out("check.json");
  CHECK(gate.check({"--json", json.string()}).code == 5);
  CHECK(contains(text_of(json), "\"cannot_say\": "));
}

TEST_CASE("other data than the reference's are a move that names both, and are refused with --same-data") {
  const Workplace place;
  std::string rows = "a,y\n";
  for (int i = 0; i < 40; ++i) rows += fmt::format("{},{}\n", i, i % 3 == 0 ? "p" : "q");
  place.add("points.csv", rows);
  const std::string data = place.out("points.csv").string(), config = place.out("points.yaml").string();
  const std::string out = place.out("out").string(), reference = place.out("ref").string(),
                    markdown = place.out("check.md").string();
  REQUIRE(run_preimage({"init", data, "--target", "y", "--out", config}).code == 0);
  const auto run = [&] { REQUIRE(run_preimage({"run", config, "--out", out, "--quiet"}).code == 0); };
  const auto check = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"check", config, "--latest", out, "--reference", reference});
    return run_preimage(more);
  };
  run();
  REQUIRE(check({"--update"}).code == 0);
  CHECK(check({"--same-data"}).code == 0);
  place.add("points.csv", rows + "40,p\n");
  run();
  const Finished moved = check({"--markdown", markdown});
  CHECK(moved.code == 3);
  CHECK(contains(moved.out, "data of points changed from vectors "));
  CHECK(contains(moved.out, ", and with it these numbers\n"));
  CHECK(contains(moved.out, "; if this is meant, --update makes it the reference\n"));
  CHECK(contains(text_of(markdown), "\n\ndata of points changed from vectors "));
  CHECK(contains(text_of(markdown), "\n| points / "));
  CHECK(check({"--bisect"}).code == 1);
  const Finished refused = check({"--same-data"});
  CHECK(refused.code == 5);
  CHECK(contains(refused.err, ": made from other data (vectors "));
  CHECK(check({"--bisect", "--same-data"}).code == 125);
}
