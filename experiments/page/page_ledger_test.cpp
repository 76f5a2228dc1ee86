#include "experiments/page/page_ledger.hpp"

#include <doctest/doctest.h>

#include "experiments/page/testing_page.hpp"
#include "experiments/selection.hpp"
#include "experiments/study.hpp"

using namespace preimage;
using namespace preimage::experiments;

namespace {

/// The page of Table 2 alone, its KDE with these z in two readings.
Page page_with(double first, double second) {
  Page page = testing::small_page();
  double z[] = {first, second};
  for (std::size_t i = 0; i < 2; ++i) {
    records::ResultTable& table = page.studies[0].readings[i].table;
    table.head.reproduces = "kde_nips_2002/table_2";
    table.head.choices_after_seeing = static_cast<long>(i);
    table.rows[0].numbers[0].verdict = records::Verdict{
        z[i], std::abs(z[i]) <= 2.0 ? records::Agreement::reproduced : records::Agreement::not_reproduced,
        false};
  }
  return page;
}

const PageLedgerLine& line_of(const Page& page, const std::string& paper, const std::string& place,
                              const std::string& title) {
  for (const PagePaper& candidate : page.papers) {
    if (candidate.id != paper) continue;
    for (const PageLedgerLine& line : candidate.ledger) {
      if (line.place == place && line.title == title) return line;
    }
  }
  throw std::runtime_error("no line " + title);
}

}  // namespace

TEST_CASE("every published number has a line under its paper, whether it ran or not") {
  Page page;
  add_papers(page);
  CHECK(page.papers.size() == 5);
  std::size_t lines = 0;
  for (const PagePaper& paper : page.papers) {
    CHECK_FALSE(paper.title.empty());
    lines += paper.ledger.size();
    for (const PageLedgerLine& line : paper.ledger) CHECK_FALSE(line.number.has_value());
    CHECK(count_ledger(paper).judged == 0);
  }
  CHECK(lines > 50);
}

TEST_CASE("a line shows the reading that explains most of its table, and says who else reproduces it") {
  const auto shown = [](double first, double second) {
    Page page = page_with(first, second);
    add_papers(page);
    return line_of(page, "kde_nips_2002", "sec. 4.2, Table 2", "classification loss, KDE");
  };
  CHECK(*shown(1.9, 0.1).number == 0);   // of equals the first
  CHECK(*shown(-5.0, 0.1).number == 2);  // explains one more
  CHECK(shown(-5.0, 0.1).choices_after_seeing == 1);
  CHECK(*shown(-5.0, 4.0).number == 0);
  CHECK(shown(-5.0, 4.0).reproduced_by.empty());
  const PageLedgerLine both = shown(1.9, -4.0);
  CHECK(both.readings == 2);
  CHECK(both.reproduced == 1);
  CHECK(both.reproduced_by == "first");
  CHECK(both.is_reproduced_unseen);
  CHECK_FALSE(shown(-5.0, 0.1).is_reproduced_unseen);
  CHECK(both.published == "0.0798 +- 0.0067");
}

TEST_CASE("a claim that readings judge differently depends on them; stand-in data judge none") {
  Page page = testing::small_page();
  CHECK(claims_of(page, "paper_1").at(0).word() == "holds");
  CHECK(claims_of(page, "another").empty());
  page.studies[0].readings[1].table.claims[0].verdict = records::ClaimVerdict::fails;
  CHECK(claims_of(page, "paper_1").at(0).word() == "depends");
  CHECK(claims_of(page, "paper_1").at(0).fails == 1);
  for (PageReading& reading : page.studies[0].readings) reading.table.head.stand_in = true;
  CHECK(claims_of(page, "paper_1").at(0).word() == "none");
}

TEST_CASE("a number of stand-in data stands beside no published one") {
  Page page = page_with(0.1, 0.1);
  for (PageReading& reading : page.studies[0].readings) reading.table.head.stand_in = true;
  add_papers(page);
  const PageLedgerLine& line =
      line_of(page, "kde_nips_2002", "sec. 4.2, Table 2", "classification loss, KDE");
  CHECK_FALSE(line.number.has_value());
  CHECK(line.note == "stand-in data only, which no published number is held against");
}

TEST_CASE("every config belongs to one of the papers") {
  std::vector<std::string> known;
  for (const PagePaper& paper : load_papers()) known.push_back(paper.id);
  for (const std::filesystem::path& path : selected_configs({})) {
    const Study study = load_study(path, {});
    CHECK_MESSAGE(std::count(known.begin(), known.end(), study.paper) == 1, study.config);
  }
}
