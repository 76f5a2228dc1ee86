// How many printed numbers come out: the same counts under the same names, wherever they are told.
#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/file.hpp"
#include "testing/toy_config.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// The words behind `begin` in its line.
std::vector<std::string> words_behind(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find(begin);
  REQUIRE_MESSAGE(at != std::string::npos, text);
  std::istringstream line(
      text.substr(at + begin.size(), text.find('\n', at + begin.size()) - at - begin.size()));
  std::vector<std::string> words;
  for (std::string word; line >> word;) words.push_back(word);
  return words;
}

/// The first ten words: how many numbers have a verdict, and the counts.
std::string counts(const std::vector<std::string>& words) {
  REQUIRE(words.size() >= 10);
  std::string text;
  for (std::size_t i = 0; i < 10; ++i) text += words[i] + " ";
  return text;
}

/// The cells of a row of a Markdown table.
std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream stream(row.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');)
    cells.push_back(cell.size() < 2 ? "" : cell.substr(1, cell.size() - 2));
  return cells;
}

/// Of the paper's row; a count without a column is 0.
std::string counts_of_markdown(const std::string& text, const std::string& paper) {
  std::istringstream lines(text);
  std::string head, line, found;
  std::getline(lines, head);
  while (std::getline(lines, line)) {
    if (line.starts_with("| " + paper + " |")) found = line;
  }
  REQUIRE_MESSAGE(!found.empty(), text);
  const std::vector<std::string> names = cells_of(head), values = cells_of(found);
  REQUIRE(names.size() == values.size());
  std::string counted;
  for (const char* name :
       {"printed", "reproduced", "by rule 1", "in any reading", "without hindsight", "consistent",
        "no difference found", "marginal", "inconclusive", "not reproduced"}) {
    const auto at = std::find(names.begin(), names.end(), name);
    counted += (at == names.end() ? "0" : values[static_cast<std::size_t>(at - names.begin())]) + " ";
  }
  return counted;
}

std::string counts(const Json& paper) {
  std::string text;
  for (const char* name :
       {"numbers", "reproduced", "reproduced_by_rule_1", "in_any_reading", "without_hindsight", "consistent",
        "no_difference_found", "marginal", "inconclusive", "not_reproduced"})
    text += paper.at(name).dump() + " ";
  return text;
}

}  // namespace

TEST_CASE("run, check, the scoreboard, JSON and the page print the same counts under the same names") {
  const Workplace place(published_toy_config());
  place.add("published.csv", toy_ledger());
  const std::string begin = "\ntoy  ";
  const Finished run = place.run("out");
  const std::string expected = counts(words_behind(run.err, begin));
  const std::string names =
      "numbers  reproduced  by rule 1  in any reading  without hind"
      "sight  consistent  no difference found  marginal  inconclusive  not reproduced\n";
  CHECK(contains(run.err, names));

  const std::string out = place.out("out").string();
  const fs::path markdown = place.out("score.md"), json = place.out("score.json");
  const Finished check = run_preimage(
      {"check", "--published", "--latest", out, "--markdown", markdown.string(), "--json", json.string()});
  CHECK(contains(check.out, names));
  CHECK(counts(words_behind(check.out, begin)) == expected);
  CHECK(counts_of_markdown(preimage::base::read_file(markdown, 100000), "`toy`") == expected);
  CHECK(counts(Json::parse(preimage::base::read_file(json, 100000)).at("papers").at(0)) == expected);
  CHECK(counts(Json::parse(run_preimage({"table", "--json", "--out", out}).out).at("papers").at(0)) ==
        expected);

  REQUIRE(run_preimage({"report", "--out", out}).code == 0);
  const std::string page = preimage::base::read_file(place.out("out") / "report.html", std::size_t{1} << 26);
  std::istringstream numbers(expected);
  std::size_t judged = 0, reproduced = 0, by_rule_1 = 0, any = 0, unseen = 0;
  numbers >> judged >> reproduced >> by_rule_1 >> any >> unseen;
  const std::size_t lead = page.find("<p class=\"lead\">");
  REQUIRE(lead != std::string::npos);
  const std::string sentence = page.substr(lead, page.find("</p>", lead) - lead);
  CHECK(contains(sentence, fmt::format("Of {} numbers printed in 1 paper, {} {} reproduced", judged,
                                       reproduced, reproduced == 1 ? "is" : "are")));
  const std::string more = any == reproduced ? "" : fmt::format("{} in any reading, ", any);
  CHECK(contains(sentence, fmt::format("; {}{} without hindsight.", more, unseen)));
}
