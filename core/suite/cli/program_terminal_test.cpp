// What the program prints on a terminal: the lines at a run's end, colours, progress, documents for programs.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/cli/testing_cluster.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// The toy config with a paper, run once for all tests that only look at the results.
const Workplace& run_place() {
  static const Workplace place(published_toy_config());
  static const Finished finished = [] {
    place.add("published.csv", toy_ledger());
    return place.run("out");
  }();
  REQUIRE(finished.code == 0);
  return place;
}

constexpr const char* kScoreHead =
    "paper  numbers  reproduced  by rule 1  in any reading  without hind"
    "sight  consistent  no difference found  marginal  inconclusive  not reproduced\n";

std::string places_of(const Workplace& place, const std::string& out) {
  return "tables and figures: " + (place.out(out) / "quick").string() +
         "\nas one page: preimage report --out " + place.out(out).string() + "\n";
}

}  // namespace

TEST_CASE("a run ends with how many printed numbers came out, behind its tables, and where everything lies") {
  const Workplace& place = run_place();
  const Finished all = place.run("out");
  CHECK(contains(all.out, "\n    verdict "));
  CHECK_FALSE(contains(all.out, kScoreHead));  // standard output has the tables, as before
  CHECK(contains(all.err, kScoreHead));
  CHECK(contains(all.err, "\ntoy          3 "));
  CHECK(contains(all.err, "  A toy\n"));
  CHECK(contains(all.err,
                 "\ncounted: each number in the reading of this run that explains most of its table\n"));
  CHECK(all.err.ends_with(places_of(place, "out")));
}

TEST_CASE("a run ends with how many claims hold, and with each that holds in no reading") {
  const Workplace place(replaced(
      published_toy_config(), "\nprofiles:",
      "\nclaims:\n  a: {text: KDE errs less, measure: string_loss, better: kde, worse: neighbours}\n"
      "  b: {text: k-NN errs less, measure: string_loss, better: neighbours, worse: kde}\nprofiles:"));
  place.add("published.csv", toy_ledger());
  const Finished all = place.run("out");
  CHECK(contains(all.err, "  not reproduced  claims\n"));
  CHECK(contains(all.err, "  1 of 2 hold  A toy\n"));
  CHECK(contains(
      all.err,
      "\ncounted: each number in the reading of this run that explains most of its table, each claim by its "
      "best; below: claims that hold in none\n"));
  CHECK(contains(all.err, "\n  claim of toy: k-NN errs less: fails"));
  CHECK_FALSE(contains(all.err, "claim of toy: KDE"));
}

TEST_CASE("of its tables a run prints all, a summary or none") {
  const Workplace& place = run_place();
  const Finished summary = place.run("out", {"--tables", "summary"});
  CHECK(summary.out.starts_with(kScoreHead));
  CHECK(summary.out.ends_with("24 cells, 0 failed\n"));
  CHECK_FALSE(contains(summary.out, "reading: "));
  CHECK_FALSE(contains(summary.err, kScoreHead));  // once is enough
  const Finished none = place.run("out", {"--tables", "none"});
  CHECK(none.out.empty());
  CHECK(none.err.ends_with(places_of(place, "out")));
  CHECK(place.run("out", {"--tables", "some"}).code == 2);
}

TEST_CASE("a run that is told to be quiet says nothing but what it was asked for") {
  const Workplace& place = run_place();
  CHECK(place.run("out", {"--quiet"}).err.empty());
  const Finished summary = place.run("out", {"--quiet", "--tables", "summary"});
  CHECK(summary.err.empty());
  CHECK(summary.out.starts_with(kScoreHead));
  const Finished none = place.run("out", {"--quiet", "--tables", "none", "--force"});
  CHECK(none.out.empty());
  CHECK(none.err.empty());
}

TEST_CASE(
    "a summary names the table of a config without printed numbers, and of one whose numbers have no "
    "verdict") {
  const Workplace plain;
  const Finished bare = plain.run("out", {"--tables", "summary", "--profile", "short"});
  CHECK(bare.out == "toy  no printed numbers  " + (plain.out("out") / "short/string_toy/toy.txt").string() +
                        "\n6 cells, 0 failed\n");
  const Workplace& place = run_place();
  const Finished changed =
      place.run("changed", {"--tables", "summary", "--profile", "short", "--set", "dataset.samples=31"});
  CHECK(changed.out.starts_with("toy  no verdict  "));
}

TEST_CASE("verdicts have colours where they are asked for, and not where output goes to a file") {
  const Workplace& place = run_place();
  const std::string escape = "\x1b[";
  const Finished plain = place.run("out");
  CHECK_FALSE(contains(plain.out, escape));
  CHECK_FALSE(contains(plain.err, escape));
  const Finished colored = place.run("out", {"--color", "always"});
  CHECK(contains(colored.out, escape));
  std::string bare = colored.out;
  for (const char* code : {"\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[0m"}) {
    for (std::size_t at = 0; (at = bare.find(code, at)) != std::string::npos;)
      bare.erase(at, std::string(code).size());
  }
  CHECK(bare == plain.out);
  CHECK(contains(run_preimage({"run", "--color", "loud"}).err, "--color"));
}

TEST_CASE("progress knows from earlier records how long cells take") {
  const Workplace place;
  const std::string begin = "0/6 cells, 0 failed, elapsed 0:00:00, left ";
  CHECK(contains(place.run("out", {"--profile", "short"}).err, begin + "unknown\n"));
  CHECK(contains(place.run("out", {"--profile", "short", "--force"}).err,
                 "6/6 cells, 0 failed, elapsed 0:00:0"));
  const Finished again = place.run("out", {"--repetitions", "3", "--reading", "exclusive"});
  CHECK(contains(again.err, "6/18 cells, 0 failed, elapsed 0:00:00, left about 0:00:0"));
}

TEST_CASE("plan and status as documents") {
  const Workplace& place = run_place();
  const Json plan = Json::parse(run_preimage(place.words("out", {"--json"}, "plan")).out);
  CHECK(plan["format"] == "preimage-plan");
  CHECK(plan["version"] == 1);
  CHECK(plan["lines"].size() == 4);
  CHECK(plan["lines"][0]["learner"] == "kde");
  CHECK(plan["lines"][0]["done"] == 6);
  CHECK(plan["seconds_left"] == 0.0);
  const Json open = Json::parse(run_preimage(place.words("nowhere", {"--json"}, "plan")).out);
  CHECK(open["lines"][0]["seconds_left"].is_null());
  CHECK(open["all_known"] == false);
  const Finished submitted = submit(place, {"--engine", "commands", "--chunks", "2", "--force"}, kNowhere);
  REQUIRE(submitted.code == 0);
  const Json status = Json::parse(with_out(place, "status", {"--json"}).out);
  CHECK(status["format"] == "preimage-status");
  CHECK(status["jobs"].size() == 1);
  CHECK(status["jobs"][0]["cells"] == 24);
  CHECK(status["jobs"][0]["engine"] == "commands");
  CHECK(status["jobs"][0]["number"].is_null());
}

TEST_CASE("table as a document: the numbers of the text, with all their digits") {
  const Workplace& place = run_place();
  const Finished text = run_preimage(place.words("out", {}, "table"));
  const Finished finished = run_preimage(place.words("out", {"--json"}, "table"));
  CHECK(finished.code == text.code);
  const Json document = Json::parse(finished.out);
  CHECK(document["format"] == "preimage-table");
  REQUIRE(document["tables"].size() == 2);
  const Json& table = document["tables"][0];
  CHECK(table["config"] == "toy");
  CHECK(table["profile"] == "quick");
  CHECK(table["reading"] == "exclusive");
  CHECK(table["modified"].is_null());
  const Json& number = table["rows"][0]["numbers"][0];
  CHECK(number["learner"] == "kde");
  CHECK(number["published"]["value"] == 0.676);
  const double mean = number["ours"]["mean"];
  CHECK(contains(text.out, fmt::format("{:.4f} +- {:.4f}", mean, number["ours"]["sd"].get<double>())));
  CHECK(fmt::format("{}", mean).size() > 8);
  CHECK(contains(text.out, number["verdict"]["word"].get<std::string>()));
  CHECK(contains(text.out, fmt::format("{:+.1f}", number["verdict"]["z"].get<double>())));
}

TEST_CASE("list as a document names configs, and parameters with their defaults") {
  const Json document = Json::parse(run_preimage({"list", "--json"}).out);
  CHECK(document["format"] == "preimage-list");
  bool is_found = false;
  for (const Json& config : document["configs"]) is_found = is_found || config["name"] == "kde_nips_table2";
  CHECK(is_found);
  for (const char* key : {"methods", "decoders", "kernels", "losses"}) {
    CHECK(document[key].size() > 2);
    CHECK(document[key][0].contains("parameters"));
  }
  CHECK(document["kernels"][0].contains("samples"));
}

TEST_CASE("long names do not break the columns of a plan") {
  const Workplace place;
  const Finished plan =
      run_preimage(place.words("out", {"--set", "learners.kde.ridge=[0.01, 0.1, 1, 10]"}, "plan"));
  std::istringstream lines(plan.out);
  std::string head, line;
  std::getline(lines, head);
  const std::size_t learner = head.find("learner");
  std::size_t count = 0;
  while (std::getline(lines, line) && line.starts_with("toy")) {
    ++count;
    CHECK(line.substr(learner - 2, 2) == "  ");
    CHECK((line.substr(learner).starts_with("kde ") || line.substr(learner).starts_with("neighbours ")));
  }
  CHECK(count == 4);
}
