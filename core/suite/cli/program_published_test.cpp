// `check --published`: under each number that is not reproduced stands why, where the config's file of reasons says it.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "preimage/base/text.hpp"
#include "suite/results/testing_results.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// Results of the toy config, as if it had been run: its string loss is not reproduced for kde in either reading, its
/// other numbers are.
struct PublishedPlace {
  Workplace place{published_toy_config()};
  fs::path latest = place.out("out"), markdown = place.out("c.md"), json = place.out("c.json");

  PublishedPlace() {
    place.add("published.csv", toy_ledger());
    fs::create_directories(latest / "quick/string_toy");
    place.add("out/quick/string_toy/toy.csv",
              std::string(kHeader).substr(0, std::string(kHeader).size() - 1) +
                  ",unit,degrees_of_freedom,matters,to_decide,approximate,verdict_rule_1\n"
                  "toy/table_1,exclusive,string_loss,kde,0.676,0.03,SE,0.976,0,10,0,1.5,inconclusive "
                  "(provisional),,real,0.2,9,0.154,27 repetitions,,reproduced\n"
                  "toy/table_1,nested,string_loss,kde,0.676,0.03,SE,0.776,0,10,0,0.5,inconclusive,,real,"
                  "0.2,9,0.154,27 repetitions,,reproduced\n"
                  "toy/table_1,nested,string_loss,neighbours,0.985,0.029,SE,0.985,0,10,0,0,reproduced,,real,"
                  "0.001,9,0.154,,,reproduced\n");
  }
  void add_reasons(const std::string& rows) const {
    place.add("published.why.csv", "table,measure,learner,reading,why,more\n" + rows);
  }
  Finished check() const {
    return run_preimage({"check", place.config(), "--published", "--latest", latest.string(), "--markdown",
                         markdown.string(), "--json", json.string()});
  }
};

std::string content(const fs::path& file) {
  return preimage::base::read_file(file, 100000);
}

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
  CHECK(contains(content(published.markdown),
                 "\nExplained by none of these readings:\n\n- toy/table_1 / string_loss / kde: inconclusive "
                 "(u 0.2 > M 0.154; to decide: 27 repetitions). Its noise is not printed.\n"));
  const auto numbers = nlohmann::json::parse(content(published.json)).at("numbers");
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
  CHECK(contains(content(published.markdown),
                 "(u 0.2 > M 0.154; to decide: 27 repetitions). No reason is written down.\n"));
}

TEST_CASE(
    "a reason for a number that no ledger prints is an error; of results that are there it is a remark") {
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
  CHECK(noted.code == 0);
  CHECK(contains(noted.out, "toy/table_1 / string_loss / kde "));
  CHECK(contains(noted.err, ": its paper and its reasons are not known: "));
  CHECK(contains(noted.err, wrong));
}

TEST_CASE("the reasons of what the notes of a folder name are found without naming the config") {
  const PublishedPlace published;
  published.add_reasons("toy/table_1,,,,The toy is small.,\n");
  REQUIRE(published.place.run("run", {"--quiet"}).code == 0);
  const Finished finished =
      run_preimage({"check", "--published", "--latest", published.place.out("run").string()});
  CHECK(contains(finished.out, "\n  why: The toy is small.\n"));
}
