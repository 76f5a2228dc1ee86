#include <algorithm>

#include <fmt/format.h>

#include "suite/render/page_html.hpp"
#include "suite/render/page_parts.hpp"

namespace preimage::suite::render {

namespace {

View entry(const std::string& anchor, const std::string& title, const std::string& remark, Views parts) {
  return view({{"anchor", anchor},
               {"title", title},
               {"remark", view_of(remark)},
               {"has_parts", !parts.empty()},
               {"parts", View(parts)}});
}

/// "KDE, NIPS 2002, Table 2" of "KDE, NIPS 2002, Table 2: USPS, 1,000 digits"
std::string beginning(const std::string& title) {
  return title.substr(0, title.find(": "));
}

/// The tables of a paper; two of one name are told apart by their configs.
Views parts_of(const Page& page, const std::string& paper) {
  Views parts;
  for (const PageStudy& study : page.studies) {
    if (study.paper != paper) continue;
    const std::string title = beginning(study.title);
    const auto namesakes =
        std::count_if(page.studies.begin(), page.studies.end(),
                      [&](const PageStudy& other) { return beginning(other.title) == title; });
    parts.push_back(view({{"anchor", html_anchor("config-", study.config)},
                          {"title", namesakes < 2 ? title : title + ", " + study.config}}));
  }
  return parts;
}

/// "" where the paper's name has it.
std::string year_of(const Page& page, const PagePaper& paper) {
  return paper_name(page, paper) == paper.title ? paper.year : "";
}

}  // namespace

std::string contents_html(const Page& page) {
  Views entries;
  if (!page.papers.empty()) entries.push_back(entry("summary", "Summary", "", {}));
  for (const PageSectionName& section : section_names(page)) {
    const auto paper = std::find_if(page.papers.begin(), page.papers.end(), [&](const PagePaper& candidate) {
      return candidate.id == section.paper;
    });
    entries.push_back(entry(section.anchor, section.title,
                            paper == page.papers.end() ? "" : year_of(page, *paper),
                            section.paper.empty() ? Views() : parts_of(page, section.paper)));
  }
  Views sweeps;
  for (const PageSweep& sweep : page.sweeps) {
    sweeps.push_back(view({{"anchor", html_anchor("sweep-", sweep.name + "." + sweep.learner)},
                           {"title", sweep.name + ": " + sweep.title}}));
  }
  if (!page.sweeps.empty()) entries.push_back(entry("sweeps", "Sweeps", "", std::move(sweeps)));
  entries.push_back(entry("words", "What the words mean", "", {}));
  return render("contents", view({{"entries", View(entries)}}));
}

}  // namespace preimage::suite::render
