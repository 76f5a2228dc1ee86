// `table`, `report` and `check` that are told a folder of results alone: it knows what was run into it.
#include <algorithm>

#include <doctest/doctest.h>

#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

Finished verb_on(const Workplace& place, const std::string& verb, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {verb, "--out", place.out("out").string()};
  words.insert(words.end(), more.begin(), more.end());
  return run_preimage(words);
}

/// Another config, "other", of the given seed, run into the same folder.
std::string run_other(const Workplace& place, const std::vector<std::string>& more = {"--profile", "short"}) {
  place.add("other.yaml", replaced(toy_config(), "seed: 1", "seed: 2"));
  std::vector<std::string> words = {"run", place.out("other.yaml").string(), "--out",
                                    place.out("out").string()};
  words.insert(words.end(), more.begin(), more.end());
  REQUIRE(run_preimage(words).code == 0);
  return place.out("other.yaml").string();
}

}  // namespace

TEST_CASE("table shows what was run into the folder, as it was run, and nothing else") {
  const Workplace place;
  const Finished plain = place.run("out", {"--profile", "short"});
  REQUIRE(plain.code == 0);
  const Finished alone = verb_on(place, "table");
  CHECK(alone.code == 0);
  CHECK(alone.out == plain.out);
  CHECK(alone.err == "");
  const Finished changed =
      place.run("out", {"--profile", "short", "--set", "dataset.samples=33", "--repetitions", "2"});
  REQUIRE(changed.code == 0);
  run_other(place, {});
  const Finished all = verb_on(place, "table");
  CHECK(all.code == 0);
  CHECK(contains(all.out, plain.out));
  CHECK(contains(all.out, changed.out));
  CHECK(count_of(all.out, "reading: ") == 4);
  const Finished one = verb_on(place, "table", {"--profile", "quick"});
  CHECK(count_of(one.out, "reading: ") == 2);  // both readings of other
  CHECK(verb_on(place, "table", {"--profile", "short", "--set", "dataset.samples=33"}).out == changed.out);
  const Finished none = verb_on(place, "table", {"--profile", "long"});
  CHECK(none.code == 5);
  CHECK(contains(none.err, "/out: nothing was run here with these options"));
  for (const char* verb : {"table", "report"}) {
    const Finished nowhere = run_preimage({verb, "--out", place.out("nowhere").string()});
    CHECK(nowhere.code == 5);
    CHECK(contains(nowhere.err, "/nowhere: no such folder"));
  }
  CHECK_FALSE(std::filesystem::exists(place.out("nowhere")));
}

TEST_CASE("the page shows what was run into the folder, under one profile") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  REQUIRE(place.run("out", {"--profile", "short", "--set", "dataset.samples=33"}).code == 0);
  const Finished reported = verb_on(place, "report");
  CHECK(reported.code == 0);
  CHECK(reported.err == "");
  const std::string page = text_of(place.out("out") / "report.html");
  CHECK(contains(page, "Profile short: 1 config, 2 readings, 12 cells (0 failed, 0 not run)."));
  CHECK(contains(page, "(modified: dataset.samples=33)"));
  CHECK_FALSE(contains(page, "kde_nips"));
  CHECK_FALSE(contains(page, "Not run"));
  run_other(place, {});
  const Finished two = verb_on(place, "report");
  CHECK(two.code == 0);
  CHECK(contains(two.err, "not shown: what was run here with --profile short; --profile short shows it\n"));
  CHECK(contains(text_of(place.out("out") / "report.html"), "Profile quick: 1 config, 2 readings"));
}

TEST_CASE("configs that are gone, moved or changed, and notes that are cut short, are a line each") {
  const Workplace place;
  const Finished plain = place.run("out", {"--profile", "short"});
  const std::string other = run_other(place), good = text_of(other);
  const auto says = [&](const std::string& why) {
    const Finished table = verb_on(place, "table");
    CHECK(table.out == plain.out);
    CHECK(table.code == 6);
    CHECK_MESSAGE(contains(table.err, why), table.err);
    CHECK(count_of(table.err, "\n") == 1);
  };
  place.add("other.yaml", replaced(good, "seed: 2", "seed: 3"));
  says(other + ": was changed since it was run here, and none of its cells is here: left out\n");
  place.add("other.yaml", "experiment: string_toy\ntitle: [\n");
  says("left out: " + other + ": is no config: expected YAML with a key `experiment`; `preimage plan " +
       other + "` says more\n");
  place.add("other.yaml", replaced(good, "seed: 2", "seed: x"));
  says("was run here and cannot be planned as it is now, so it is left out: " + other + ": " + other + ":");
  fs::remove(other);
  says(other +
       " --profile short: was run here and is gone or moved, so it is left out; name it where it lies now\n");
  place.add("other.yaml", good + "# a word\n");
  const Finished changed = verb_on(place, "table");
  CHECK(changed.code == 0);
  CHECK(count_of(changed.out, "reading: ") == 2);
  CHECK(changed.err == other + ": was changed since it was run here; it is shown as it is now\n");
  const fs::path note = notes_on(place.out("out"), "other").at(0);
  const std::string whole = text_of(note);
  preimage::base::write_file_durably(note, whole.substr(0, whole.size() / 2));
  says("left out: " + note.string() + ": not JSON: the file was cut short; `preimage run CONFIG --out " +
       place.out("out").string() + "` of its config writes this note again, or remove the file\n");
  CHECK(verb_on(place, "report").code == 6);  // nobody types a command in the folder of the page
  CHECK(contains(text_of(place.out("out") / "report.html"),
                 "`preimage run CONFIG --out " + place.out("out").string() + "` of its config writes"));
  place.add("other.yaml", good);  // a note is of one content of its config
  REQUIRE(run_preimage({"run", other, "--out", place.out("out").string(), "--profile", "short"}).code == 0);
  CHECK(contains(verb_on(place, "table").out, plain.out));
  CHECK(verb_on(place, "table").code == 0);
}

TEST_CASE("a folder without notes is about all of configs/") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  fs::remove_all(place.out("out") / ".configs");
  const Finished unnoted = run_words({"sh", "-c", "cd \"$0\" && exec \"$@\"", place.out("out").string(),
                                      PREIMAGE_PROGRAM, "report", "--out", ".", "--stand-in"});
  CHECK(contains(unnoted.err, "  .: no run is noted here, so this is about all of configs/\n"));
}

TEST_CASE("check takes the profile that was run into the folder") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const std::vector<std::string> folders = {"--latest", place.out("out").string(), "--reference",
                                            place.out("ref").string()};
  const auto check = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.insert(words.end(), folders.begin(), folders.end());
    return run_preimage(words);
  };
  CHECK(check({"--update"}).code == 0);
  CHECK(fs::exists(place.out("ref") / "short/string_toy/toy.csv"));
  const Finished held = check({place.config()});
  CHECK(held.code == 0);
  CHECK(contains(held.out, "ref/short: 0 moved, 0 missing, 0 new\n"));
}
