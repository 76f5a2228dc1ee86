#include "suite/render/page_ledger.hpp"

#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiments/experiment_table.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/testing_page.hpp"
#include "suite/run/plans.hpp"
#include "suite/study/study.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::render;

namespace {

/// The page of Table 2 alone, its KDE with these z in two readings.
Page page_with(double first, double second) {
  Page page = testing::small_page();
  double z[] = {first, second};
  for (std::size_t i = 0; i < 2; ++i) {
    results::ResultTable& table = page.studies[0].readings[i].table;
    table.head.reproduces = "kde_nips_2002/table_2";
    table.head.choices_after_seeing = static_cast<long>(i);
    table.rows[0].numbers[1].learner = "nearest_neighbours";
    table.rows[0].numbers[0].verdict = records::Verdict{
        z[i], std::abs(z[i]) <= 2.0 ? records::Agreement::reproduced : records::Agreement::not_reproduced,
        false};
  }
  return page;
}

/// The configs of configs/.
const std::vector<study::Study>& own_studies() {
  static const std::vector<study::Study> studies = [] {
    std::vector<study::Study> loaded;
    for (const std::filesystem::path& path : run::selected_configs({}))
      loaded.push_back(study::load_study(path, {}, experiments::experiment_table()));
    return loaded;
  }();
  return studies;
}

std::vector<std::string> fill_papers(Page& page, const std::vector<study::Study>& studies = own_studies()) {
  std::vector<const study::Study*> all;
  for (const study::Study& study : studies) all.push_back(&study);
  std::vector<std::string> problems;
  add_papers(page, all, problems);
  return problems;
}

/// A config of a paper, whose ledger has one number.
study::Study study_of(const std::string& config, const records::Paper& paper, const std::string& file) {
  study::Study study;
  study.config = config;
  study.paper = paper;
  study.reproduces = paper.key + "/t";
  study.published = file;
  study.ledger.emplace_back();
  study.ledger[0].table = study.reproduces;
  study.ledger[0].line = 2;
  return study;
}

const PageLedgerLine& line_of(const Page& page, const std::string& paper, const std::string& place,
                              const std::string& title) {
  for (const PagePaper& candidate : page.papers) {
    if (candidate.key != paper) continue;
    for (const PageLedgerLine& line : candidate.ledger) {
      if (line.place == place && line.title == title) return line;
    }
  }
  throw std::runtime_error("no line " + title);
}

/// Of all bars: the numbers of the parts with this word.
std::size_t sum_of_bars(const std::string& html, const std::string& word) {
  std::size_t sum = 0;
  const std::string end = " " + word + "\">", title = "title=\"";
  const std::string summary = html.substr(0, html.find("<section class=\"paper\""));
  for (std::size_t at = 0; (at = summary.find(end, at)) != std::string::npos; ++at) {
    const std::size_t begin = summary.rfind('"', at) + 1;
    if (summary.compare(begin - title.size(), title.size(), title) == 0)
      sum += std::stoul(summary.substr(begin, at - begin));
  }
  return sum;
}

}  // namespace

TEST_CASE("every published number has a line under its paper, whether it ran or not") {
  Page page;
  CHECK(fill_papers(page).empty());
  CHECK(lacking_words(page).empty());
  std::set<std::string> papers;
  for (const study::Study& study : own_studies()) papers.insert(study.paper.key);
  CHECK(page.papers.size() == papers.size());
  std::size_t lines = 0;
  for (const PagePaper& paper : page.papers) {
    CHECK_FALSE(paper.title.empty());
    lines += paper.ledger.size();
    for (const PageLedgerLine& line : paper.ledger) CHECK_FALSE(line.number.has_value());
    CHECK((paper.ledger.empty() ||
           count_ledgers({paper}).of.at(results::Standing::none) == paper.ledger.size()));
  }
  CHECK(lines > 50);
}

TEST_CASE("a page of one config has its paper alone; of configs without paper none") {
  const records::Paper paper{
      .key = "doe_2020", .authors = "J. Doe", .title = "A title", .venue = "", .year = "2020", .url = ""};
  Page page;
  CHECK(fill_papers(page, {study_of("a", paper, "p.csv"), study_of("b", paper, "p.csv"), study::Study()})
            .empty());
  REQUIRE(page.papers.size() == 1);
  CHECK(page.papers[0].ledger.size() == 1);  // two configs of one file
  CHECK(testing::contains(page_html(page), "Of 1 number printed in 1 paper, 1 has no verdict."));
  study::Study two = study_of("a", paper, "p.csv");
  two.ledger.push_back(two.ledger[0]);
  two.ledger[1].table = "doe_2020/other";
  Page other;
  CHECK(fill_papers(other, {two}).empty());
  REQUIRE(other.papers.at(0).ledger.size() == 2);
  CHECK(other.papers[0].ledger[0].note == "");
  CHECK(other.papers[0].ledger[0].has_config);
  CHECK_FALSE(other.papers[0].ledger[1].has_config);
  const std::string html = page_html(other);
  const std::size_t folded = html.find(
      "<details class=\"without-config\" data-block><summary>1 printed number of tables that "
      "no config of this page is about</summary>");
  REQUIRE(folded != std::string::npos);
  CHECK(html.find("<table class=\"ledger\">") < folded);
  CHECK(html.find("<table class=\"ledger\">", folded) < html.find("</details>", folded));
  CHECK_FALSE(testing::contains(page_html(page), "class=\"without-config\""));
  Page none;
  CHECK(fill_papers(none, {study::Study()}).empty());
  CHECK(none.papers.empty());
  CHECK_FALSE(testing::contains(page_html(none), "Published numbers"));
}

TEST_CASE("papers come by year; what two configs say of one paper, or two files of one table, is named") {
  records::Paper old, young, other;
  old.key = "b";
  old.year = "1999";
  young.key = other.key = "a";
  young.title = "A title";
  young.year = "2020";
  other.title = "Another";
  Page page;
  const std::vector<std::string> problems = fill_papers(
      page,
      {study_of("one", young, "p.csv"), study_of("two", old, "q.csv"), study_of("three", other, "r.csv")});
  REQUIRE(page.papers.size() == 2);
  CHECK(page.papers[0].key == "b");
  CHECK(page.papers[0].title == "b");  // nothing else is said of it
  CHECK(page.papers[1].ledger.size() == 1);
  CHECK(lacking_words(page) == std::vector<std::string>{"b: no title, no authors", "a: no authors"});
  REQUIRE(problems.size() == 2);
  CHECK(problems[0] == "three: another config of this page says other things of paper 'a'; they are shown");
  CHECK(problems[1].starts_with("r.csv:2: table 'a/t' is in "));
}

TEST_CASE("a line shows the reading that explains most of its table, and says who else reproduces it") {
  const auto shown = [](double first, double second) {
    Page page = page_with(first, second);
    fill_papers(page);
    return line_of(page, "kde_nips_2002", "sec. 4.2, Table 2", "classification loss, KDE");
  };
  CHECK(*shown(1.9, 0.1).number == 0);   // of equals the first
  CHECK(*shown(-5.0, 0.1).number == 2);  // explains one more
  CHECK(shown(-5.0, 0.1).score.shown->second.choices == 1);
  CHECK(*shown(-5.0, 4.0).number == 0);
  CHECK(shown(-5.0, 4.0).score.reproduced_by.empty());
  const PageLedgerLine both = shown(1.9, -4.0);
  CHECK(both.score.judged == 2);
  CHECK(both.score.reproduced_by == std::vector<std::string>{"first"});
  CHECK(both.score.without_hindsight == true);
  CHECK(shown(-5.0, 0.1).score.without_hindsight == false);
  CHECK(both.published == "0.0798 +- 0.0067");
  CHECK(both.without_hindsight == std::vector<std::string>{"first"});
  CHECK(shown(-5.0, 0.1).without_hindsight.empty());  // its reading has a choice
}

TEST_CASE(
    "what is reproduced without hindsight is marked in its table, and in the list also for another "
    "reading") {
  Page page = page_with(0.1, 0.1);  // the second reading has a choice
  fill_papers(page);
  const PageLedgerLine& line =
      line_of(page, "kde_nips_2002", "sec. 4.2, Table 2", "classification loss, KDE");
  REQUIRE(line.number.has_value());
  CHECK(line.without_hindsight == std::vector<std::string>{"first"});
  CHECK(page.numbers[0].without_hindsight);
  CHECK_FALSE(page.numbers[2].without_hindsight);
  const std::string mark = "<span class=\"badge hindsight\">without hindsight</span>";
  const std::string html = page_html(page);
  CHECK(testing::count_of(html, mark) ==
        2 * count_ledgers(page.papers).without_hindsight.value());  // list and table
  CHECK(testing::contains(html,
                          "<select id=\"filter-hindsight\"><option value=\"\">all</option><option "
                          "value=\"without\">without hindsight</option></select>"));
  page.numbers[0].without_hindsight = false;
  for (PagePaper& paper : page.papers) {
    for (PageLedgerLine& other : paper.ledger)
      if (other.number == std::optional<std::size_t>(0)) other.without_hindsight = {"third"};
  }
  CHECK(testing::contains(page_html(page),
                          "<span class=\"badge hindsight\">without hindsight in third</span>"));
  for (PageNumber& number : page.numbers) number.without_hindsight = false;
  CHECK_FALSE(testing::contains(page_html(page), "filter-hindsight\">"));
}

TEST_CASE("what the text counts and what the bars count adds up to the printed numbers, by standing") {
  Page page = page_with(-5.0, 0.1);  // each explains one, so the first is shown
  page.studies[0].readings[0].table.rows[0].numbers[0].verdict->agreement = records::Agreement::reproduced;
  page.studies[0].readings[1].table.rows[0].numbers[0].verdict->agreement = records::Agreement::marginal;
  page.studies[0].readings[0].table.rows[0].numbers[1].verdict->agreement =
      records::Agreement::not_reproduced;
  fill_papers(page);
  const results::ScoreCount all = count_ledgers(page.papers);
  std::size_t lines = 0, sum = 0;
  for (const PagePaper& paper : page.papers) lines += paper.ledger.size();
  for (const auto& [standing, count] : all.of) sum += count;
  CHECK(sum == lines);  // each line once
  CHECK(all.all() == lines);
  CHECK(all.of.at(results::Standing::elsewhere) == 1);
  const std::string html = page_html(page);
  std::size_t bars = 0;
  for (const char* word : {"reproduced", "reproduced in another reading", "marginal", "inconclusive",
                           "not reproduced", "no verdict"})
    bars += sum_of_bars(html, word);
  CHECK(bars == all.all());
  CHECK(sum_of_bars(html, "reproduced in another reading") == 1);
  CHECK(testing::contains(
      html, fmt::format("Of {} numbers printed in {} papers, {} {} reproduced, 1 is reproduced in another "
                        "reading alone and "
                        "{} have no verdict; {} in any reading, 1 without hindsight.",
                        lines, page.papers.size(), all.of.at(results::Standing::reproduced),
                        all.of.at(results::Standing::reproduced) == 1 ? "is" : "are",
                        all.of.at(results::Standing::none), all.in_any_reading())));
}

TEST_CASE("a claim that readings judge differently depends on them; stand-in data judge none") {
  Page page = testing::small_page();
  CHECK(claims_of(page, "paper_1").at(0).word() == "holds");
  CHECK(claims_of(page, "another").empty());
  page.studies[0].readings[1].table.claims[0].verdict = results::ClaimVerdict::fails;
  CHECK(claims_of(page, "paper_1").at(0).word() == "depends");
  CHECK(claims_of(page, "paper_1").at(0).fails == 1);
  Page modified = page;
  for (PageReading& reading : page.studies[0].readings) reading.table.head.stand_in = true;
  CHECK(claims_of(page, "paper_1").at(0).word() == "none");
  for (PageReading& reading : modified.studies[0].readings) reading.table.head.modified = "seed=2";
  CHECK(claims_of(modified, "paper_1").at(0).word() == "none");
}

TEST_CASE(
    "a claim is counted as one about these samples where all readings with its best verdict judge it on "
    "them") {
  Page page = testing::small_page();
  CHECK(claims_of(page, "paper_1").at(0).on_these_samples);
  CHECK(testing::contains(page_html(page),
                          "<span class=\"badge holds\">holds on these samples</span> KDE beats small"));
  for (PageReading& reading : page.studies[0].readings) reading.table.head.redraws_samples = true;
  CHECK_FALSE(claims_of(page, "paper_1").at(0).on_these_samples);
  CHECK(testing::contains(page_html(page), "<span class=\"badge holds\">holds</span> KDE beats small"));
}

TEST_CASE("a number of a modified reading, or of stand-in data, is compared with no published one") {
  for (const bool is_modified : {true, false}) {
    Page page = page_with(0.1, 0.1);
    for (PageReading& reading : page.studies[0].readings) {
      if (is_modified) reading.table.head.modified = "seed=2";
      reading.table.head.stand_in = !is_modified;
    }
    fill_papers(page);
    const PageLedgerLine& line =
        line_of(page, "kde_nips_2002", "sec. 4.2, Table 2", "classification loss, KDE");
    CHECK_FALSE(line.number.has_value());
    CHECK(line.note == (is_modified ? std::string("modified readings") : std::string("stand-in data")) +
                           " only, which are compared with no published number");
  }
}

TEST_CASE("every config of ours belongs to a paper of which all is said") {
  for (const study::Study& study : own_studies()) {
    CAPTURE(study.config);
    CHECK_FALSE(study.paper.title.empty());
    CHECK_FALSE(study.paper.authors.empty());
    CHECK_FALSE(study.paper.venue.empty());
    CHECK_FALSE(study.paper.year.empty());
  }
}
