#include <algorithm>

#include <fmt/format.h>

#include "suite/render/page_html.hpp"
#include "suite/render/page_ledger.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// What is common to lines that follow each other: their place in the paper, and the reading that is shown.
std::string reading_of(const Page& page, const PageLedgerLine& line) {
  return line.number ? "reading " + page.numbers[*line.number].reading : "";
}

/// "" of a number that no reading reproduces without hindsight.
std::string mark_of(const PageLedgerLine& line, const PageNumber& shown) {
  if (line.without_hindsight.empty()) return "";
  return html_without_hindsight(
      shown.without_hindsight ? "" : fmt::format("{}", fmt::join(line.without_hindsight, ", ")));
}

/// Where it is not reproduced, its badge names the readings that reproduce it.
std::string readings_text(const PageLedgerLine& line, bool is_reproduced) {
  const std::size_t reproduced = line.score.reproduced_by.size();
  if (line.score.judged <= 1 || (!is_reproduced && reproduced > 0)) return "";
  return fmt::format("{} of {} readings reproduce it", reproduced, line.score.judged);
}

View number_view(const Page& page, const PageLedgerLine& line) {
  if (!line.number) return View(false);
  const PageNumber& number = page.numbers[*line.number];
  return view({{"attributes", html_number_attributes(page, *line.number, !line.without_hindsight.empty())},
               {"label", number.title},
               {"ours", number.ours.text},
               {"z", number.verdict ? html_z(*number.verdict) : ""},
               {"verdict", html_verdict(number)},
               {"mark", mark_of(line, number)},
               {"made_by", view_of(number.verdict ? number.verdict->why() : "")},
               {"readings", view_of(readings_text(line, number.reproduced_by.empty()))},
               {"why", view_of(number.why)}});
}

View line_view(const Page& page, const PageLedgerLine& line) {
  return view({{"title", line.title},
               {"published", line.published},
               {"number", number_view(page, line)},
               {"note", line.note.empty() && line.has_config ? "not run" : line.note}});
}

/// Lines that follow each other and share place and reading; a line without a number of ours belongs to any reading.
Views groups_view(const Page& page, const std::vector<PageLedgerLine>& ledger) {
  Views groups;
  for (std::size_t i = 0; i < ledger.size();) {
    const std::string& place = ledger[i].place;
    std::string reading;
    Views lines;
    for (; i < ledger.size() && ledger[i].place == place; ++i) {
      const std::string own = reading_of(page, ledger[i]);
      if (!own.empty() && !reading.empty() && own != reading) break;
      if (!own.empty()) reading = own;
      lines.push_back(line_view(page, ledger[i]));
    }
    groups.push_back(view({{"place", place}, {"reading", view_of(reading)}, {"lines", View(lines)}}));
  }
  return groups;
}

/// The lines of configs, then the others, folded.
Views ledgers_view(const Page& page, const PagePaper& paper) {
  std::vector<PageLedgerLine> with, without;
  for (const PageLedgerLine& line : paper.ledger) (line.has_config ? with : without).push_back(line);
  Views ledgers;
  if (!with.empty()) ledgers.push_back(view({{"folded", false}, {"groups", View(groups_view(page, with))}}));
  if (!without.empty()) {
    const std::string summary =
        plural(without.size(), "printed number") + " of tables that no config of this page is about";
    ledgers.push_back(
        view({{"folded", view({{"summary", summary}})}, {"groups", View(groups_view(page, without))}}));
  }
  return ledgers;
}

std::string claim_text(const results::ClaimCount& claim) {
  const std::string word = claim.word();
  if (word == "depends")
    return fmt::format("holds in {}, ties in {}, fails in {} readings", claim.holds, claim.ties, claim.fails);
  return word == "none" ? "no verdict" : word + (claim.on_these_samples ? results::kOnTheseSamples : "");
}

View claims_view(const Page& page, const std::string& paper) {
  const std::vector<results::ClaimCount> claims = claims_of(page, paper);
  if (claims.empty()) return View(false);
  Views each;
  for (const results::ClaimCount& claim : claims)
    each.push_back(view({{"badge", html_badge(claim.word(), claim_text(claim))}, {"text", claim.text}}));
  return view({{"each", View(each)}});
}

/// "A. Author, B. Author. A venue, 2002": what is known of it.
View byline_view(const PagePaper& paper) {
  const std::string venue = venue_text(paper);
  if (paper.authors.empty() && venue.empty() && paper.url.empty()) return View(false);
  return view({{"authors", paper.authors.empty() ? "" : paper.authors + ". "},
               {"venue", venue},
               {"url", view_of(paper.url)}});
}

/// A page of one config without a paper has its title as its own.
std::string own_name(const Page& page, const PageStudy& study) {
  return page.studies.size() == 1 && !has_printed(page) ? "Results" : study_name(page, study);
}

std::string studies_html(const Page& page, const std::string& paper, std::size_t& figure_bytes) {
  std::string html;
  for (const PageStudy& study : page.studies) {
    if (study.paper == paper) html += study_html(page, study, {study_name(page, study), 3}, figure_bytes);
  }
  return html;
}

std::string paper_html(const Page& page, const PageSectionName& name, std::size_t& figure_bytes) {
  const auto found = std::find_if(page.papers.begin(), page.papers.end(),
                                  [&](const PagePaper& paper) { return paper.id == name.paper; });
  const bool is_known = found != page.papers.end();
  return render("paper", view({{"anchor", name.anchor},
                               {"name", name.title},
                               {"byline", is_known ? byline_view(*found) : View(false)},
                               {"ledgers", is_known ? View(ledgers_view(page, *found)) : View(false)},
                               {"claims", is_known ? claims_view(page, name.paper) : View(false)},
                               {"studies", studies_html(page, name.paper, figure_bytes)}}));
}

std::string section_html(const Page& page, const PageSectionName& name, std::size_t& figure_bytes) {
  if (!name.paper.empty()) return paper_html(page, name, figure_bytes);
  return render("own",
                view({{"anchor", name.anchor},
                      {"study", study_html(page, page.studies[name.study], {name.title, 2}, figure_bytes)}}));
}

}  // namespace

std::vector<PageSectionName> section_names(const Page& page) {
  std::vector<PageSectionName> names;
  for (const PagePaper& paper : page.papers)
    names.push_back({paper.id, html_anchor("paper-", paper.id), paper_name(page, paper)});
  for (std::size_t s = 0; s < page.studies.size(); ++s) {
    const PageStudy& study = page.studies[s];
    const bool is_known = std::any_of(names.begin(), names.end(), [&](const PageSectionName& name) {
      return !study.paper.empty() && name.paper == study.paper;
    });
    if (is_known) continue;
    if (!study.paper.empty())
      names.push_back({study.paper, html_anchor("paper-", study.paper), study.paper});
    else
      names.push_back({"", html_anchor("own-", study.config), own_name(page, study), s});
  }
  return names;
}

std::string paper_sections_html(const Page& page, std::size_t& figure_bytes) {
  std::string html;
  for (const PageSectionName& name : section_names(page)) html += section_html(page, name, figure_bytes);
  return html;
}

}  // namespace preimage::suite::render
