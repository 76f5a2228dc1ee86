// A stranger's folder of results: links in it, and notes that name files which are no configs.
#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/records/results_folder.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using preimage::suite::records::ResultsFolder;
namespace base = preimage::base;
namespace fs = std::filesystem;

TEST_CASE("files that the program names are not written through a link, those that a user names are") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  place.add("mine.txt", "mine");
  const fs::path page = ResultsFolder(place.out("out")).page();
  fs::create_symlink(place.out("mine.txt"), page);
  CHECK(place.call("report", "out", {"--profile", "short"}).code == 0);
  CHECK(text_of(place.out("mine.txt")) == "mine");
  CHECK_FALSE(fs::is_symlink(page));
  fs::create_symlink(place.out("page.html"), place.out("link.html"));
  CHECK(place.call("report", "out", {"--profile", "short", "--page", place.out("link.html").string()}).code ==
        0);
  CHECK(fs::is_symlink(place.out("link.html")));
  CHECK(contains(text_of(place.out("page.html")), "</html>"));

  for (const fs::path& lock :
       {ResultsFolder(place.out("out")).locks(), ResultsFolder(place.out("out")).claims()}) {
    fs::remove(lock);
    fs::create_symlink(place.out("mine.txt"), lock);
    check_says(place.run("out"), 5, lock.string() + ": is a link to another place");
    CHECK(text_of(place.out("mine.txt")) == "mine");
    fs::remove(lock);
  }
}

TEST_CASE("no verb writes through a link to a folder of the results") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const fs::path out = place.out("out"), elsewhere = place.out("elsewhere");
  fs::rename(ResultsFolder(out).configs(), elsewhere);
  fs::create_directory_symlink(elsewhere, ResultsFolder(out).configs());
  const std::string lock = text_of(elsewhere / ".lock");
  using Arguments = std::vector<std::string>;
  const std::string folder = out.string(), config = place.config();
  for (const Arguments& words :
       {Arguments{"run", config}, Arguments{"work", config, "--set", "seed=8"}, Arguments{"clean", "--yes"},
        Arguments{"table"}, Arguments{"report"},
        Arguments{"sweep", config, "--reading", "nested", "--grid", "learners.neighbours.k=1,3"},
        Arguments{"submit", config, "--engine", "commands"}}) {
    INFO(words[0]);
    Arguments all = words;
    all.insert(all.end(), {"--out", folder});
    const Finished refused = run_preimage(all);
    CHECK(refused.code >= 5);  // of a report with cells that were not run 6
    CHECK(contains(refused.err, "a link to a folder, through which no results are written"));
    CHECK(text_of(elsewhere / ".lock") == lock);
  }
}

TEST_CASE("of a file that a note names and that is no config no word is shown") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const fs::path note = notes_on(place.out("out"), "toy").at(0);
  const std::string text = text_of(note);
  for (const char* secret :
       {"root:x:0:0:SECRET\n", "SECRET: [\n", "password: SECRET\nuser: {SECRET: SECRET}\n", ""}) {
    place.add("secret", secret);
    base::write_file_durably(note, replaced(text, place.config(), place.out("secret").string()));
    for (const char* verb : {"table", "report", "clean", "check", "explain"}) {
      std::vector<std::string> words = {verb, "--out", place.out("out").string()};
      if (verb == std::string("check"))
        words = {verb, "--latest", place.out("out").string(), "--reference", place.out("none").string()};
      if (verb == std::string("explain")) words.emplace_back("toy:exclusive:kde:0:0");
      const Finished told = run_preimage(words);
      INFO(verb, ": ", told.err);
      CHECK_FALSE(contains(told.out + told.err, "SECRET"));
      CHECK(told.code != 70);
      if (verb == std::string("table"))
        CHECK(contains(told.err,
                       "secret: is no config: expected YAML with a key `experiment`; `preimage plan "));
    }
  }
  fs::remove(note);
  fs::create_symlink(place.out("secret"), note);
  check_says(run_preimage({"table", "--out", place.out("out").string()}), 5,
             note.string() + ": is a link to another place");
}

TEST_CASE("thousands of values in a note are refused before they are weighed") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const fs::path note = notes_on(place.out("out"), "toy").at(0);
  std::string values;
  for (int i = 0; i < 8000; ++i) values += (i == 0 ? "" : ",") + std::string(R"("seed=2")");
  base::write_file_durably(note, replaced(text_of(note), "\"set\":[]", "\"set\":[" + values + "]"));
  check_says(run_words({"timeout", "20", PREIMAGE_PROGRAM, "table", "--out", place.out("out").string()}), 5,
             "--set: expected at most 200 values for a config, found 8000");
}
