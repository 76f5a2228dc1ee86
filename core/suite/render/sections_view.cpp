#include <algorithm>

#include <fmt/format.h>

#include "suite/render/page_html.hpp"
#include "suite/render/page_ledger.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// Where the number is not reproduced, its badge names the readings that reproduce it.
std::string readings_text(const PageLedgerLine& line, const PageNumber& number) {
  const std::size_t reproduced = line.score.reproduced_by.size();
  if (line.score.judged <= 1 || (!number.reproduced_by.empty() && reproduced > 0)) return "";
  return fmt::format("{} of {} readings reproduce it", reproduced, line.score.judged);
}

View line_view(const Page& page, const PageLedgerLine& line) {
  View number;
  if (line.number) {
    const PageNumber& own = page.numbers[*line.number];
    std::optional<std::string> hindsight;  // nothing of a number that no reading reproduces without it
    if (!line.without_hindsight.empty())
      hindsight = own.without_hindsight ? "" : fmt::format("{}", fmt::join(line.without_hindsight, ", "));
    number = number_view(page, *line.number, hindsight);
    number["readings"] = readings_text(line, own);
  }
  return {{"title", line.title},
          {"published", line.published},
          {"number", std::move(number)},
          {"note", line.note.empty() && line.has_config ? "not run" : line.note}};
}

/// Lines that follow each other and share place and reading; a line without a number of ours belongs to any
/// reading.
View groups_view(const Page& page, const std::vector<PageLedgerLine>& ledger, bool has_config) {
  View groups = View::array();
  std::string place, reading;
  for (const PageLedgerLine& line : ledger) {
    if (line.has_config != has_config) continue;
    const std::string own = line.number ? "reading " + shown(page, page.numbers[*line.number]).label() : "";
    if (groups.empty() || line.place != place || (!own.empty() && !reading.empty() && own != reading)) {
      groups.push_back({{"place", line.place}, {"reading", ""}, {"lines", View::array()}});
      place = line.place;
      reading.clear();
    }
    if (!own.empty()) groups.back()["reading"] = reading = own;
    groups.back()["lines"].push_back(line_view(page, line));
  }
  return groups;
}

/// The lines of configs, then the others, folded.
View ledgers_view(const Page& page, const std::vector<PageLedgerLine>& ledger) {
  View ledgers = View::array();
  const auto without =
      static_cast<std::size_t>(std::ranges::count(ledger, false, &PageLedgerLine::has_config));
  if (without < ledger.size())
    ledgers.push_back({{"folded", nullptr}, {"groups", groups_view(page, ledger, true)}});
  if (without > 0) {
    const std::string summary =
        plural(without, "printed number") + " of tables that no config of this page is about";
    ledgers.push_back({{"folded", {{"summary", summary}}}, {"groups", groups_view(page, ledger, false)}});
  }
  return ledgers;
}

std::string claim_text(const results::ClaimCount& claim) {
  if (claim.word() == "depends")
    return fmt::format("holds in {}, ties in {}, fails in {} readings", claim.holds, claim.ties, claim.fails);
  return claim.word() + (claim.on_these_samples ? results::kOnTheseSamples : "");
}

/// "A. Author, B. Author. A venue, 2002": what is known of it.
View byline_view(const PagePaper& paper) {
  const std::string venue = venue_text(paper);
  if (paper.authors.empty() && venue.empty() && paper.url.empty()) return nullptr;
  return {
      {"authors", paper.authors.empty() ? "" : paper.authors + ". "}, {"venue", venue}, {"url", paper.url}};
}

/// paper  as far as it is known: of a paper that is only named its key
View paper_view(const Page& page, const PagePaper& paper, const std::string& name,
                std::size_t& figure_bytes) {
  View claims = View::array(), studies = View::array();
  for (const results::ClaimCount& claim : claims_of(page, paper.key))
    claims.push_back(claim_view(claim.word(), claim_text(claim), claim.text));
  for (const PageStudy& study : page.studies) {
    if (study.paper == paper.key) studies.push_back(study_view(page, study, figure_bytes));
  }
  return {{"is_paper", true},
          {"anchor", html_anchor("paper-", paper.key)},
          {"name", name},
          {"year", name == paper.title ? paper.year : ""},  // else the name has it
          {"has_parts", !studies.empty()},
          {"byline", byline_view(paper)},
          {"ledgers", ledgers_view(page, paper.ledger)},
          {"has_claims", !claims.empty()},
          {"claims", std::move(claims)},
          {"studies", std::move(studies)}};
}

/// A page of one config without a paper has its title as its own.
View own_view(const Page& page, const PageStudy& study, std::size_t& figure_bytes) {
  View own = study_view(page, study, figure_bytes);
  own["level"] = 2;
  own["below"] = 3;
  if (page.studies.size() == 1 && !has_printed(page)) own["name"] = "Results";
  return {{"is_paper", false},   {"anchor", html_anchor("own-", study.config)},
          {"name", own["name"]}, {"year", ""},
          {"has_parts", false},  {"studies", View::array({own})}};
}

}  // namespace

View sections_view(const Page& page, std::size_t& figure_bytes) {
  View sections = View::array();
  std::vector<std::string> known = {""};
  for (const PagePaper& paper : page.papers) {
    known.push_back(paper.key);
    sections.push_back(paper_view(page, paper, paper_name(page, paper), figure_bytes));
  }
  for (const PageStudy& study : page.studies) {
    if (study.paper.empty()) {
      sections.push_back(own_view(page, study, figure_bytes));
    } else if (std::ranges::find(known, study.paper) == known.end()) {
      known.push_back(study.paper);
      PagePaper named;
      named.key = study.paper;
      sections.push_back(paper_view(page, named, study.paper, figure_bytes));
    }
  }
  return sections;
}

}  // namespace preimage::suite::render
