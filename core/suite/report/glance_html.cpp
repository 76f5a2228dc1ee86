#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "suite/report/page_html.hpp"
#include "suite/report/page_ledger.hpp"
#include "suite/report/page_parts.hpp"
#include "suite/tables/table_words.hpp"

namespace preimage::suite::report {

namespace {

std::string plural(std::size_t count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// "2 claims hold on these samples"
std::string claims_text(std::size_t count, const std::string& word, bool on_these_samples) {
  static const std::map<std::string, std::pair<const char*, const char*>> kVerbs = {
      {"holds", {"holds", "hold"}},
      {"fails", {"fails", "fail"}},
      {"tie", {"is a tie", "are ties"}},
      {"depends", {"depends on the reading", "depend on the reading"}}};
  const auto& [one, several] = kVerbs.at(word);
  return plural(count, "claim") + " " + (count == 1 ? one : several) +
         (on_these_samples ? tables::kOnTheseSamples : "");
}

/// How many numbers of the ledger have which verdict in the reading that is shown, and how its claims fare.
std::string tally_html(const Page& page, const PagePaper& paper) {
  std::string html = "<ul class=\"tally\">";
  const auto add = [&](const std::string& word, const std::string& text) {
    html += "<li>" + html_badge(word, text) + "</li>";
  };
  LedgerCount ledger = count_ledger(page, paper);
  for (const statistics::Agreement agreement : statistics::kAgreements) {
    const std::string word = statistics::word(agreement);
    if (ledger.shown[agreement] > 0) add(word, fmt::format("{} {}", ledger.shown[agreement], word));
  }
  if (const std::size_t none = ledger.shown[std::nullopt]; none > 0)
    add("none", fmt::format("{} without verdict", none));
  const std::vector<ClaimCount> claims = claims_of(page, paper.id);
  for (const char* word : {"holds", "tie", "depends", "fails"}) {
    for (const bool on_these_samples : {false, true}) {
      const auto count =
          static_cast<std::size_t>(std::count_if(claims.begin(), claims.end(), [&](const ClaimCount& claim) {
            return claim.word() == word && claim.on_these_samples == on_these_samples;
          }));
      if (count > 0) add(word, claims_text(count, word, on_these_samples));
    }
  }
  return html + "</ul>\n";
}

/// Who else reproduces it, where several readings were run.
std::string readings_text(const PageLedgerLine& line, const std::string& shown) {
  if (line.readings <= 1) return "";
  const std::string count = fmt::format("{} of {} readings reproduce it", line.reproduced, line.readings);
  const bool is_other = line.reproduced == 1 && line.reproduced_by != shown;
  return is_other ? count + ": " + line.reproduced_by : count;
}

std::string ledger_row(const Page& page, const PageLedgerLine& line) {
  const std::string name = fmt::format("<th scope=\"row\">{} <span class=\"faint\">{}</span></th>",
                                       html_text(line.title), html_text(line.place));
  const std::string published = fmt::format("<td>{}</td>", html_text(line.published));
  if (!line.number) {
    const std::string why = line.note.empty() ? "not run" : line.note;
    return fmt::format("<tr>{}{}<td colspan=\"4\" class=\"note\">{}</td></tr>\n", name, published,
                       html_text(why));
  }
  const PageNumber& number = page.numbers[*line.number];
  std::string reading = html_text(number.reading);
  if (line.choices_after_seeing > 0)
    reading += fmt::format(" <span class=\"faint\">({} after seeing)</span>",
                           plural(static_cast<std::size_t>(line.choices_after_seeing), "choice"));
  if (const std::string of = readings_text(line, number.reading); !of.empty())
    reading += " <span class=\"faint\">" + html_text(of) + "</span>";
  if (!number.why.empty()) reading += "<br>Why not: " + html_text(number.why);
  return fmt::format(
      "<tr>{}{}<td class=\"number\"{}><button type=\"button\" "
      "aria-haspopup=\"dialog\" aria-label=\"{}\">{}</button></td><td>{}</td>"
      "<td>{}</td><td class=\"note\">{}</td></tr>\n",
      name, published, html_number_attributes(page, *line.number), html_number_label(page, *line.number),
      html_text(number.ours.text), number.verdict ? fmt::format("{:+.2f}", number.verdict->z) : "",
      html_verdict(number.verdict), reading);
}

std::string claims_html(const Page& page, const PagePaper& paper) {
  const std::vector<ClaimCount> claims = claims_of(page, paper.id);
  if (claims.empty()) return "";
  std::string html = fmt::format("<details><summary>{}</summary><ul class=\"claims\">\n",
                                 plural(claims.size(), "claim") + " of the text");
  for (const ClaimCount& claim : claims) {
    const std::string word = claim.word();
    const std::string text = word == "depends" ? fmt::format("holds in {}, ties in {}, fails in {} readings",
                                                             claim.holds, claim.ties, claim.fails)
                             : word == "none"
                                 ? std::string("no verdict")
                                 : word + (claim.on_these_samples ? tables::kOnTheseSamples : "");
    html += "<li>" + html_badge(word, text) + " " + html_text(claim.text) + "</li>\n";
  }
  return html + "</ul></details>\n";
}

/// One line per paper.
std::string overview_html(const Page& page) {
  if (page.papers.empty()) return "";
  std::string html =
      "<div class=\"scroll\"><table class=\"overview\"><thead><tr><th scope=\"col\">paper</th><th "
      "scope=\"col\">its numbers and claims, here</th></tr></thead><tbody>\n";
  for (const PagePaper& paper : page.papers) {
    const std::string name = paper_name(page, paper);
    const std::string venue = name == paper.title ? venue_text(paper) : "";
    html += fmt::format(
        "<tr><th scope=\"row\"><a href=\"#{}\">{}</a> <span class=\"faint\">{}</span></th><td>{}</td></tr>\n",
        html_anchor("card-", paper.id), html_text(name), html_text(venue), tally_html(page, paper));
  }
  return html + "</tbody></table></div>\n";
}

/// "A. Author, B. Author. A venue, 2002": what is known of it.
std::string byline_html(const PagePaper& paper, const std::string& name) {
  const std::string venue = name == paper.title ? venue_text(paper) : "";
  std::string html = paper.authors.empty() ? "" : html_text(paper.authors) + ".";
  if (!venue.empty()) html += (html.empty() ? "" : " ") + html_text(venue);
  if (!paper.url.empty())
    html += fmt::format("{}<a href=\"{}\">{}</a>", html.empty() ? "" : " ", html_text(paper.url),
                        html_text(paper.url));
  return html.empty() ? "" : "<p class=\"faint\">" + html + "</p>\n";
}

std::string card_html(const Page& page, const PagePaper& paper) {
  const bool has_section = std::any_of(page.studies.begin(), page.studies.end(),
                                       [&](const PageStudy& study) { return study.paper == paper.id; });
  const std::string name = paper_name(page, paper);
  std::string title = html_text(name);
  if (has_section) title = fmt::format("<a href=\"#{}\">{}</a>", html_anchor("paper-", paper.id), title);
  std::string html = fmt::format("<article class=\"card\" id=\"{}\"><h3>{}</h3>\n{}",
                                 html_anchor("card-", paper.id), title, byline_html(paper, name));
  if (paper.ledger.empty()) {
    html += "<p class=\"faint\">The paper prints curves and claims, no table of numbers.</p>\n";
  } else {
    html +=
        "<div class=\"scroll\"><table class=\"ledger\"><caption>published: as printed; ours: mean &plusmn; "
        "SD over repetitions. The kind of "
        "each printed spread stands with the tables below.</caption><thead><tr><th "
        "scope=\"col\">number</th><th "
        "scope=\"col\">published</th><th scope=\"col\">ours</th><th scope=\"col\">z</th><th "
        "scope=\"col\">verdict</th><th scope=\"col\" class=\"note\">reading</th></tr></thead><tbody>\n";
    for (const PageLedgerLine& line : paper.ledger) html += ledger_row(page, line);
    html += "</tbody></table></div>\n";
  }
  return html + claims_html(page, paper) + "</article>\n";
}

/// Counts as the tallies below it do: by the reading that is shown.
std::string summary_sentence(const Page& page) {
  std::size_t lines = 0, judged = 0, reproduced = 0, elsewhere = 0, unseen = 0;
  for (const PagePaper& paper : page.papers) {
    LedgerCount count = count_ledger(page, paper);
    lines += count.lines;
    judged += count.lines - count.shown[std::nullopt];
    reproduced += count.shown[statistics::Agreement::reproduced];
    elsewhere += count.reproduced_elsewhere;
    unseen += count.unseen;
  }
  const auto are = [](std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "is" : "are"); };
  if (page.papers.empty()) {
    return fmt::format(
        "No config of this page names a paper or published numbers. The tables hold {} numbers: each "
        "measure of each method in each reading that was run. Click a number to see what is behind it.",
        page.numbers.size());
  }
  const std::string stand_in =
      page.stand_in
          ? "Data drawn by formula stand in for the real ones; a table of such data has no verdict. "
          : "";
  return stand_in +
         fmt::format(
             "The ledger holds {} of {}, each a line below. {} of them have a "
             "verdict in this run: {} "
             "reproduced in the reading that is shown, one for all numbers of a table; {} not, but in "
             "another "
             "reading. {} reproduced in a reading without any choice that was made with the paper's numbers "
             "in "
             "view. The tables hold {} of ours: each measure of each method in each reading that was run, "
             "published or not. Click a number to see what is behind it.",
             plural(lines, "published number"), plural(page.papers.size(), "paper"), judged, are(reproduced),
             are(elsewhere), are(unseen), page.numbers.size());
}

}  // namespace

std::string glance_html(const Page& page) {
  return fmt::format("<section id=\"glance\"><h2>At a glance</h2>\n<p>{}</p>\n{}{}</section>\n",
                     html_text(summary_sentence(page)), overview_html(page), kPageWords);
}

std::string cards_html(const Page& page) {
  std::string html =
      "<section id=\"ledger\" aria-label=\"The published numbers, paper by paper\">\n<div class=\"cards\">\n";
  for (const PagePaper& paper : page.papers) html += card_html(page, paper);
  return html + "</div>\n</section>\n";
}

}  // namespace preimage::suite::report
