#include <algorithm>

#include <fmt/format.h>

#include "suite/render/page_html.hpp"
#include "suite/render/page_ledger.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/render/summary_html.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// What is common to lines that follow each other: their place in the paper, and the reading that is shown.
std::string reading_of(const Page& page, const PageLedgerLine& line) {
  if (!line.number) return "";
  std::string text = "reading " + page.numbers[*line.number].reading;
  const long choices = line.score.shown ? line.score.shown->second.choices.value_or(0) : 0;
  if (choices > 0)
    text += fmt::format(", {} after seeing", plural(static_cast<std::size_t>(choices), "choice"));
  return text;
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
  return view({{"attributes", html_number_attributes(page, *line.number)},
               {"label", number.title},
               {"ours", number.ours.text},
               {"z", number.verdict ? html_z(*number.verdict) : ""},
               {"verdict", html_verdict(number)},
               {"readings", view_of(readings_text(line, number.reproduced_by.empty()))},
               {"why", view_of(number.why)}});
}

View line_view(const Page& page, const PageLedgerLine& line) {
  return view({{"title", line.title},
               {"published", line.published},
               {"number", number_view(page, line)},
               {"note", line.note.empty() ? "not run" : line.note}});
}

/// Lines that follow each other and share place and reading; a line without a number of ours belongs to any reading.
Views groups_view(const Page& page, const PagePaper& paper) {
  Views groups;
  for (std::size_t i = 0; i < paper.ledger.size();) {
    const std::string& place = paper.ledger[i].place;
    std::string reading;
    Views lines;
    for (; i < paper.ledger.size() && paper.ledger[i].place == place; ++i) {
      const std::string own = reading_of(page, paper.ledger[i]);
      if (!own.empty() && !reading.empty() && own != reading) break;
      if (!own.empty()) reading = own;
      lines.push_back(line_view(page, paper.ledger[i]));
    }
    groups.push_back(view({{"place", place}, {"reading", view_of(reading)}, {"lines", View(lines)}}));
  }
  return groups;
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
  return view({{"count", plural(claims.size(), "claim") + " of the text"}, {"each", View(each)}});
}

/// "A. Author, B. Author. A venue, 2002": what is known of it.
View byline_view(const PagePaper& paper) {
  const std::string venue = venue_text(paper);
  if (paper.authors.empty() && venue.empty() && paper.url.empty()) return View(false);
  return view({{"authors", paper.authors.empty() ? "" : paper.authors + ". "},
               {"venue", venue},
               {"url", view_of(paper.url)}});
}

std::string studies_html(const Page& page, const std::string& id, std::size_t& figure_bytes) {
  std::string html;
  for (const PageStudy& study : page.studies) {
    if (study.paper == id) html += study_html(page, study, figure_bytes);
  }
  return html;
}

std::string section_html(const Page& page, const PageSectionName& name, std::size_t& figure_bytes) {
  const auto found = std::find_if(page.papers.begin(), page.papers.end(),
                                  [&](const PagePaper& paper) { return paper.id == name.id; });
  const bool is_paper = found != page.papers.end();
  return render("paper", view({{"anchor", html_anchor("paper-", name.id)},
                               {"name", name.title},
                               {"byline", is_paper ? byline_view(*found) : View(false)},
                               {"has_sentence", is_paper},
                               {"bar", is_paper ? bar_html(page, *found) : ""},
                               {"sentence", is_paper ? paper_sentence(page, *found) : ""},
                               {"has_ledger", is_paper && !found->ledger.empty()},
                               {"groups", is_paper ? View(groups_view(page, *found)) : View(false)},
                               {"claims", is_paper ? claims_view(page, name.id) : View(false)},
                               {"studies", studies_html(page, name.id, figure_bytes)}}));
}

}  // namespace

std::vector<PageSectionName> section_names(const Page& page) {
  std::vector<PageSectionName> names;
  for (const PagePaper& paper : page.papers) names.push_back({paper.id, paper_name(page, paper)});
  for (const PageStudy& study : page.studies) {  // configs of no paper
    const bool is_known = std::any_of(names.begin(), names.end(),
                                      [&](const PageSectionName& name) { return name.id == study.paper; });
    if (!is_known) names.push_back({study.paper, study.paper.empty() ? "Other data" : study.paper});
  }
  return names;
}

std::string paper_sections_html(const Page& page, std::size_t& figure_bytes) {
  std::string html;
  for (const PageSectionName& name : section_names(page)) html += section_html(page, name, figure_bytes);
  return html;
}

}  // namespace preimage::suite::render
