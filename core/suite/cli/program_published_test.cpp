// `check --published`: under each number that is not reproduced stands why, where the config's file of
// reasons says it.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/file.hpp"
#include "preimage/base/text.hpp"
#include "suite/results/testing_results.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// Results of the toy config, as if it had been run: its string loss is not reproduced for kde in either
/// reading, its other numbers are.
struct PublishedPlace {
  Workplace place{published_toy_config()};
  fs::path latest = place.out("out"), markdown = place.out("c.md"), json = place.out("c.json");

  explicit PublishedPlace(
      const std::string& rows =
          "toy/table_1,exclusive,string_loss,kde,0.676,0.03,SE,0.976,0,10,0,1.5,inconclusive "
          "(provisional),,real,0.2,9,0.154,27 repetitions,,reproduced\n"
          "toy/table_1,nested,string_loss,kde,0.676,0.03,SE,0.776,0,10,0,0.5,inconclusive,,real,"
          "0.2,9,0.154,27 repetitions,,reproduced\n"
          "toy/table_1,nested,string_loss,neighbours,0.985,0.029,SE,0.985,0,10,0,0,reproduced,,real,"
          "0.001,9,0.154,,,reproduced\n") {
    place.add("published.csv", toy_ledger());
    fs::create_directories(latest / "quick/string_toy");
    place.add("out/quick/string_toy/toy.csv",
              std::string(kHeader).substr(0, std::string(kHeader).size() - 1) +
                  ",unit,degrees_of_freedom,matters,to_decide,approximate,verdict_rule_1\n" + rows);
    std::string provenance = kProvenanceHeader;
    for (const char* numbers : {"exclusive,kde", "nested,kde", "nested,neighbours", "removed,kde"})
      provenance += fmt::format("toy/table_1,{},1.0+a,Haswell,00,method.kde=1\n", numbers);
    place.add("out/quick/string_toy/toy.provenance.csv", provenance);
  }
  void add_reasons(const std::string& rows) const {
    place.add("published.why.csv", "table,measure,learner,reading,why,more\n" + rows);
  }
  Finished check() const {
    return run_preimage({"check", place.config(), "--published", "--latest", latest.string(), "--markdown",
                         markdown.string(), "--json", json.string()});
  }
};

}  // namespace

TEST_CASE("--published says why a number does not come out, as text, Markdown and JSON") {
  const PublishedPlace published;
  published.add_reasons(
      "toy/table_1,string_loss,kde,nested,Its noise is not printed.,README.md\n"
      "toy/table_1,string_loss,neighbours,,Not to be shown.,\n");
  const Finished finished = published.check();
  CHECK(finished.code == 4);
  CHECK_MESSAGE(
      contains(finished.out,
               " inconclusive (u 0.2 > M 0.154; to decide: 27 repetitions)  nested: 0.776 for 0.676\n"
               "  why: Its noise is not printed. More: README.md\ntoy/table_1 / string_loss / "
               "neighbours"),
      finished.out);
  CHECK_FALSE(contains(finished.out, "Not to be shown"));
  CHECK(contains(text_of(published.markdown),
                 "\nExplained by none of these readings:\n\n- toy/table_1 / string_loss / kde: inconclusive "
                 "(u 0.2 > M 0.154; to decide: 27 repetitions). Its noise is not printed.\n"));
  const auto numbers = nlohmann::json::parse(text_of(published.json)).at("numbers");
  REQUIRE(numbers.size() == 2);
  CHECK(numbers[0].at("why") == "Its noise is not printed.");
  CHECK(numbers[0].at("more") == "README.md");
  CHECK(numbers[0].at("reading") == "nested");
  CHECK(numbers[0].at("verdict") == "inconclusive");
  CHECK(numbers[1].at("verdict") == "reproduced");
  CHECK(numbers[1].at("why") == nullptr);
}

TEST_CASE("--published without a reason says none, and that of another reading is not taken") {
  const PublishedPlace published;
  published.add_reasons("toy/table_1,string_loss,kde,exclusive,Of another reading.,\n");
  const Finished finished = published.check();
  CHECK(finished.code == 4);
  CHECK_FALSE(contains(finished.out, "why:"));
  CHECK(contains(text_of(published.markdown),
                 "(u 0.2 > M 0.154; to decide: 27 repetitions). No reason is written down.\n"));
}

TEST_CASE("a reason for a number that no ledger prints is an error") {
  const PublishedPlace published;
  REQUIRE(published.place.run("before", {"--quiet"}).code == 0);
  published.add_reasons("toy/table_1,string_loss,kdee,,So.,\n");
  const std::string wrong =
      "published.why.csv:2: a reason for a number that the file of published numbers does not have";
  for (const Finished& named : {published.place.run("fresh"), published.check()}) {
    CHECK(named.code == 5);
    CHECK_MESSAGE(contains(named.err, wrong), named.err);
  }
  const Finished noted =
      run_preimage({"check", "--published", "--latest", published.place.out("before").string()});
  CHECK(noted.code == 5);
  CHECK(contains(noted.err, wrong));
}

TEST_CASE("the reasons of what the notes of a folder name are found without naming the config") {
  const PublishedPlace published;
  published.add_reasons("toy/table_1,,,,The toy is small.,\n");
  REQUIRE(published.place.run("run", {"--quiet"}).code == 0);
  const Finished finished =
      run_preimage({"check", "--published", "--latest", published.place.out("run").string()});
  CHECK(contains(finished.out, "\n  why: The toy is small.\n"));
  const fs::path page = published.place.out("page.html");
  REQUIRE(
      run_preimage({"report", "--out", published.place.out("run").string(), "--page", page.string()}).code ==
      0);
  CHECK(contains(preimage::base::read_file(page, std::size_t{1} << 24), "<p class=\"why\">Why not: "));
}

TEST_CASE("--published: a number that no reading explains, with exit code 4, and one that was not run") {
  const std::string
      bad = "toy/table_1,nested,string_loss,kde,0.10,0.01,SE,0.2,0.02,16,0.01,5,not reproduced,,real,,,,,,\n",
      other =
          "toy/table_1,exclusive,string_loss,kde,0.10,0.01,SE,0.13,0.02,16,0.01,2.5,marginal,,real,,,,,,\n",
      empty = "toy/table_1,nested,string_loss,neighbours,0.10,0.01,SE,,,16,,,,,real,,,,,,\n";
  const PublishedPlace alone(bad);
  const Finished unexplained = alone.check();
  CHECK(unexplained.code == 4);
  CHECK(unexplained.out.starts_with(alone.latest.string() + ": tables alone: no records are here"));
  CHECK(contains(unexplained.out,
                 "1 published numbers with one of ours beside them in profile quick, 1 explained "
                 "by no reading\n"));
  CHECK(contains(text_of(alone.markdown), "| `toy` | 1 | 0 | 0 | 0 | "));
  const Finished explained = PublishedPlace(bad + other + empty).check();
  CHECK(explained.code == 0);
  CHECK(contains(explained.out, " marginal  exclusive: 0.13 for 0.10\n"));
  CHECK(contains(explained.out, "0 explained by no reading; 1 not run\n"));
}

TEST_CASE("--published believes no table beside records, and of tables alone none whose config is not here") {
  const PublishedPlace published(
      "toy/table_1,removed,string_loss,kde,0.676,0.03,SE,0.676,0,10,0,0,reproduced,,real,,,,,,\n");
  const Finished removed = published.check();
  CHECK(contains(removed.err, "left out: 1 of 1 numbers of "));
  CHECK(contains(removed.out, "\n0 published numbers with one of ours"));
  const Workplace& place = published.place;
  place.add("published.csv", replaced(toy_ledger(), "0.676", "9.676"));
  REQUIRE(place.run("run", {"--quiet"}).code == 0);
  const fs::path tables = place.out("run") / "quick/string_toy";
  for (const char* stray : {"toy.reading-removed.csv", "fake.csv"})
    fs::copy_file(published.latest / "quick/string_toy/toy.csv", tables / stray);
  const auto check = [&] {
    return run_preimage({"check", "--published", "--latest", place.out("run").string()});
  };
  const Finished corrected = check();
  CHECK(contains(squeezed(corrected.out), "/ kde marginal (provisional) nested: 0.746 for 9.676\n"));
  CHECK_FALSE(contains(corrected.out, "removed: "));  // the reading of both
  fs::remove(place.config());
  const Finished gone = check();
  CHECK(gone.code == 5);
  CHECK(contains(gone.err, "toy.yaml: was run here and is gone or moved"));
}
