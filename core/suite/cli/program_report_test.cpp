// `preimage report` on a small study: the page, what it says of missing and damaged records, LaTeX.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/data/testing_rows.hpp"
#include "suite/records/testing_record.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

namespace fs = std::filesystem;
using namespace preimage;
using namespace preimage::testing;

namespace {

nlohmann::json data_of(const std::string& html) {
  const std::string opening = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = html.find(opening) + opening.size();
  return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

}  // namespace

TEST_CASE("the page holds every number of the tables, with its cells, and prints its path") {
  const Workplace place;
  REQUIRE(place.run("a").code == 0);
  const Finished report = ended_well(place.call("report", "a"));
  CHECK(report.out == (place.out("a") / "report.html").string() + "\n");
  const std::string html = text_of(place.out("a") / "report.html");
  const nlohmann::json data = data_of(html);
  const std::vector<Row> rows = rows_in(place.out("a") / "quick" / "string_toy" / "toy.csv");
  for (const Row& row : rows) {
    CHECK(contains(html, fmt::format("<span class=\"ours\">{:.4f}<", number(row, "ours"))));
    CHECK(contains(data.dump(), "toy:" + row.at("reading") + ":" + row.at("learner")));
  }
  CHECK(rows.size() == data["numbers"].size());
  for (const nlohmann::json& of_page : data["numbers"]) {
    CHECK(of_page["losses"].size() == 6);  // 2 repetitions of 3 folds
    const nlohmann::json& group = data["groups"][of_page["group"].get<std::size_t>()];
    CHECK(group["cells"] == 6);
    CHECK(contains(group["command"], "--force"));
  }
  CHECK_FALSE(contains(html, "class=\"warning\""));
  CHECK(place.call("report", "a").code == 0);
  CHECK(text_of(place.out("a") / "report.html") == html);
}

TEST_CASE("the command behind a number runs and gives the same page") {
  const Workplace place;
  REQUIRE(place.run("a").code == 0);
  REQUIRE(place.call("report", "a").code == 0);
  const std::string html = text_of(place.out("a") / "report.html");
  const std::string command = data_of(html)["groups"][0]["command"];
  CHECK(testing::run_words({"sh", "-c", command}).code == 0);
  REQUIRE(place.call("report", "a").code == 0);
  CHECK(text_of(place.out("a") / "report.html") == html);
}

TEST_CASE("where nothing was run no page is made, and no folder") {
  const Workplace place;
  check_says(place.call("report", "nothing"), 5, "/nothing: nothing was run here: `preimage run --out ");
  CHECK_FALSE(fs::exists(place.out("nothing")));
}

TEST_CASE(
    "records of another profile: a page that says that there are none, and the exit code of missing cells") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  for (const fs::path& record : files_below(place.out("out") / "cells")) fs::remove(record);
  const Finished report = place.call("report", "out");
  CHECK(report.code == 6);
  const std::string html = text_of(place.out("out") / "report.html");
  CHECK(contains(html, "No results in " + place.out("out").string()));
  CHECK(contains(html, "toy / exclusive: 12 of 12 cells"));
  CHECK(contains(report.err, "No results in"));
  CHECK(data_of(html)["numbers"].empty());
}

TEST_CASE("a missing, a damaged and a newer record are named, and the newer one stays as it is") {
  const Workplace place;
  REQUIRE(place.run("a").code == 0);
  const fs::path record = some_record(place.out("a"));
  const std::string whole = text_of(record);
  const auto page_with = [&](const std::string& bytes) {
    base::write_file_durably(record, bytes);
    CHECK(place.call("report", "a").code == 6);
    CHECK(text_of(record) == bytes);
    return text_of(place.out("a") / "report.html");
  };
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 1;
  const std::string of_damaged = page_with(damaged);
  CHECK(contains(of_damaged, "Damaged records"));
  CHECK(contains(of_damaged, record.filename().string()));
  CHECK(contains(of_damaged, ": 1 of 12 cells"));
  const std::string of_newer = page_with(testing::resealed(whole, "\"schema\":2", "\"schema\":6"));
  CHECK(contains(of_newer, "Records of a newer version"));
  CHECK(contains(of_newer, "record schema 6 is newer than this program&#39;s 5"));
  fs::remove(record);
  CHECK(place.call("report", "a").code == 6);
  const std::string of_missing = text_of(place.out("a") / "report.html");
  CHECK(contains(of_missing, "Not run: cells without a record"));
  CHECK_FALSE(contains(of_missing, "Damaged"));
}

TEST_CASE("a failed cell: its reason stands behind its number") {
  const Workplace place;
  CHECK(place.run("a", {"--cell-memory", "1"}).code == 6);
  CHECK(place.call("report", "a").code == 6);
  const std::string html = text_of(place.out("a") / "report.html");
  CHECK(contains(html, "Failed: cells that ended without a result"));
  CHECK(contains(html, "toy / exclusive / kde, repetition 0, fold 0: "));
  CHECK(place.call("report", "a", {"--only", "x"}).code == 2);
}

TEST_CASE("one failed cell of many: its number is a dash, and its reason stands among the number's cells") {
  const Workplace place;
  REQUIRE(place.run("a").code == 0);
  const fs::path record = some_record(place.out("a"));
  suite::records::ResultRecord failed = suite::records::from_json(text_of(record), "record");
  failed.status = "failed";
  failed.reason = "out of <memory>";
  failed.measures.clear();
  failed.samples.clear();
  failed.chosen_samples.clear();
  failed.labels.clear();
  failed.vectors.clear();
  failed.notes.clear();
  failed.diagnostics.clear();
  base::write_file_durably(record, suite::records::to_json(failed));
  CHECK(place.call("report", "a").code == 6);
  const std::string html = text_of(place.out("a") / "report.html");
  CHECK(contains(html, "out of &lt;memory&gt;"));
  CHECK(contains(html, "<span class=\"ours\">-</span>"));
  std::size_t told = 0;
  const nlohmann::json data = data_of(html);
  for (const nlohmann::json& group : data["groups"]) {
    for (const auto& [cell, status] : group["status"].items())
      told += status == "failed: out of <memory>" ? 1 : 0;
  }
  CHECK(told == 1);
}

TEST_CASE("a sweep of the folder is on the page, with its heat map") {
  const Workplace place;
  REQUIRE(place.run("a").code == 0);
  ended_well(place.call("sweep", "a",
                        {"--reading", "exclusive", "--repetitions", "1", "--learner", "kde", "--grid",
                         "learners.kde.ridge=0.01:1:log10", "--grid", "learners.kde.bandwidth.sigma=0.5,1"}));
  REQUIRE(place.call("report", "a").code == 0);
  const std::string html = text_of(place.out("a") / "report.html");
  // All six points, each with the folds that chose it: a table of the chosen ones alone would say nothing
  // more.
  CHECK_FALSE(contains(html, "<caption>The points that the inner folds chose"));
  const std::size_t best_table = html.find("<caption>The points by inner loss, the smallest first");
  REQUIRE(best_table != std::string::npos);
  const std::string table = html.substr(best_table, html.find("</table>", best_table) - best_table);
  CHECK(count_of(table, "<tr>") == 7);  // with the head
  long chosen = 0;
  for (std::size_t row = table.find("<tr><td>"); row != std::string::npos;
       row = table.find("<tr><td>", row + 1))
    chosen += std::stol(table.substr(row + 8));
  CHECK(chosen == 3);
  CHECK(contains(html, "Mean inner loss by learners.kde.ridge and learners.kde.bandwidth.sigma"));
}

TEST_CASE("--page, --paper and a folder that cannot be written") {
  const Workplace place;
  REQUIRE(place.run("a").code == 0);
  const fs::path page = place.out("pages") / "my.html", paper = place.out("pages") / "my.tex";
  const Finished report =
      ended_well(place.call("report", "a", {"--page", page.string(), "--paper", paper.string()}));
  CHECK(report.out == page.string() + "\n");
  CHECK(contains(text_of(page), "<!DOCTYPE html>"));
  CHECK(contains(text_of(paper), "\\newcommand"));
  CHECK_FALSE(fs::exists(place.out("a") / "report.html"));
  check_says(place.call("report", "a", {"--page", "/proc/no/page.html"}), 5, "/proc/no");
}
