// `preimage new paper`: what it writes runs as it is, and its page has that paper alone.
#include <filesystem>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/records/ledger_columns.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

struct NewPaper {
  TemporaryFolder folder;
  fs::path paper = folder.path() / "doe_2020";
  fs::path out = folder.path() / "out";

  Finished make(const std::string& name = "doe_2020", const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"new", "paper", (folder.path() / name).string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_preimage(words);
  }
  Finished call(const std::string& verb, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {verb, (paper / "doe_2020.yaml").string(), "--out", out.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_preimage(words);
  }
  std::string text(const fs::path& path) const {
    return preimage::base::read_file(path, std::size_t{1} << 24);
  }
  /// Replaces a part of a file of the paper.
  void change(const std::string& file, const std::string& from, const std::string& to) const {
    folder.write("doe_2020/" + file, replaced(text(paper / file), from, to));
  }
};

}  // namespace

TEST_CASE("a new paper runs in an empty folder, and its table has verdicts") {
  const NewPaper place;
  const Finished made = place.make();
  CHECK(made.code == 0);
  CHECK(contains(made.err, "doe_2020.yaml, published.csv, README.md, data.csv"));
  CHECK(contains(made.err, "new: where a script of yours computes the numbers: --program\n"));
  for (const auto& entry : fs::directory_iterator(place.paper))
    CHECK_FALSE(contains(place.text(entry.path()), "@name@"));
  const Finished run = place.call("run", {"--quiet"});
  CHECK(run.code == 0);
  CHECK(contains(run.out, "  reproduced (provisional)  marginal (provisional)\n"));
  CHECK(contains(run.out, "  not reproduced (provisional)  reproduced (provisional)\n"));
  CHECK(contains(run.out, "in the ledger, no verdict: test error decision tree: published 0.21"));
  const Finished check = run_preimage({"check", "--published", "--latest", place.out.string()});
  CHECK(check.code == 0);
  CHECK(contains(check.out,
                 "2 published numbers with one of ours beside them in profile quick, 0 explained by no "
                 "reading"));
}

TEST_CASE("a new paper whose numbers a script computes runs in an empty folder, once it is allowed") {
  const NewPaper place;
  const Finished made = place.make("doe_2020", {"--program"});
  CHECK(made.code == 0);
  CHECK(contains(made.err, "doe_2020.yaml, published.csv, README.md, methods.py"));
  CHECK(contains(made.err, "doe_2020.yaml --allow-commands` runs it\n"));
  CHECK(count_of(made.err, "\n") == 1);
  const std::string readme = place.text(place.paper / "README.md");
  CHECK(contains(readme, "    preimage run doe_2020.yaml --out results --allow-commands\n"));
  CHECK(place.call("run").code == 2);
  const Finished run = place.call("run", {"--quiet", "--allow-commands"});
  CHECK(run.code == 0);
  CHECK(run.err == "");  // no file is unnamed, and the script uses its seed
  CHECK(contains(run.out, "  reproduced (provisional)  reproduced (provisional)\n"));
  CHECK(contains(run.out, "claim: The median is better than the mean: holds\n"));
  CHECK(contains(run.out, "10 cells, 0 failed"));
  CHECK(place.call("run", {"--quiet"}).code == 0);  // all is there
  const Finished check = run_preimage({"check", "--published", "--latest", place.out.string()});
  CHECK(contains(check.out, "2 published numbers with one of ours beside them in profile quick"));
  place.change("methods.py", "0.2", "0.3");
  CHECK(place.call("run").code == 2);  // computed again: the script is among `files`
}

TEST_CASE("the README of a new paper explains every column of its ledger") {
  for (const std::vector<std::string>& kind : {std::vector<std::string>{}, {"--program"}}) {
    const NewPaper place;
    REQUIRE(place.make("doe_2020", kind).code == 0);
    const std::string readme = place.text(place.paper / "README.md");
    for (const preimage::suite::records::LedgerColumn& column : preimage::suite::records::kLedgerColumns)
      CHECK_MESSAGE(contains(readme, "`" + std::string(column.name) + "`"), column.name);
  }
}

TEST_CASE("the page of a new paper has that paper alone") {
  const NewPaper place;
  REQUIRE(place.make().code == 0);
  REQUIRE(place.call("run", {"--quiet"}).code == 0);
  CHECK(place.call("report").code == 0);
  const std::string page = place.text(place.out / "report.html");
  CHECK(count_of(page, "<li><div><a href=\"#paper-") == 1);
  CHECK(contains(page, "Of 3 numbers printed in 1 paper, "));
  CHECK(contains(page, "A. Author, B. Author. A journal, 2020"));
  CHECK_FALSE(contains(page, "not run</td>"));
}

TEST_CASE("what is there is left alone, and a name that cannot be a key is refused") {
  const NewPaper place;
  REQUIRE(place.make().code == 0);
  place.change("README.md", "# doe_2020", "# mine");
  const Finished again = place.make();
  CHECK(again.code == 2);
  CHECK(contains(again.err, "doe_2020: there is such a folder or file; take another name\n"));
  CHECK(contains(place.text(place.paper / "README.md"), "# mine"));
  const Finished odd = place.make("two words");
  CHECK(odd.code == 2);
  CHECK(contains(odd.err, "expected letters, digits, '_', '-' and '.' only, found 'two words'\n"));
  const Finished other = run_preimage({"new", "papr", "x"});
  CHECK(other.code == 2);
  CHECK(contains(other.err, "new: no 'papr', did you mean 'paper'?\n"));
}

TEST_CASE("a ledger or paper that is wrong is refused before anything runs, with file and line") {
  struct Case {
    std::string file, from, to, message;
    int code;
  };
  const Case cases[] = {
      {"published.csv", ",value,", ",", "published.csv:1: no column 'value'; known: table, ", 5},
      {"published.csv", ",0.13,", ",0.l3,",
       "published.csv:2: column 'value': expected a number, found '0.l3'\n", 5},
      {"published.csv", ",nearest_neighbours,", ",nearest_neighbors,",
       "published.csv:3: column 'learner': doe_2020 has no learner 'nearest_neighbors', did you mean "
       "'nearest_neighbours'?\n",
       5},
      {"published.csv", "classification_loss,kde", "test_error,kde",
       "published.csv:2: column 'measure': doe_2020 has no measure 'test_error'", 5},
      {"published.csv", "Table 1\",not among our methods\n", "Tab", "published.csv:4: ", 5},
      {"doe_2020.yaml", "key: \"doe_2020\", ", "",
       "doe_2020.yaml:4:8: paper.key: missing (expected a text)\n", 2}};
  for (const Case& wrong : cases) {
    CAPTURE(wrong.message);
    const NewPaper place;
    REQUIRE(place.make().code == 0);
    place.change(wrong.file, wrong.from, wrong.to);
    for (const char* verb : {"plan", "run"}) {
      const Finished finished = place.call(verb);
      CHECK(finished.code == wrong.code);
      CHECK(finished.out == "");
      CHECK(count_of(finished.err, "\n") == 1);
      CHECK_MESSAGE(contains(finished.err, wrong.message), finished.err);
    }
    CHECK(count_records(place.out) == 0);
  }
}
