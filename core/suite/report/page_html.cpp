#include "suite/report/page_html.hpp"

#include <set>

#include <fmt/format.h>

#include "suite/report/page_json.hpp"
#include "suite/report/page_parts.hpp"
#include "suite/report/page_sweeps.hpp"

namespace preimage::suite::report {

namespace {

constexpr std::size_t kMaxWarningLines = 100;

std::string warning_html(const PageWarning& warning) {
  std::string html = fmt::format("<div class=\"warning\"><p>{}</p>\n", html_text(warning.title));
  if (!warning.lines.empty()) {
    html += fmt::format("<details><summary>{} line{}</summary><ul>\n", warning.lines.size(),
                        warning.lines.size() == 1 ? "" : "s");
    for (std::size_t i = 0; i < warning.lines.size(); ++i) {
      if (i == kMaxWarningLines) {
        html += fmt::format("<li>and {} more</li>\n", warning.lines.size() - i);
        break;
      }
      html += fmt::format("<li class=\"mono\">{}</li>\n", html_text(warning.lines[i]));
    }
    html += "</ul></details>\n";
  }
  return html + "</div>\n";
}

std::string select_html(const std::string& id, const std::string& label,
                        const std::vector<std::pair<std::string, std::string>>& choices) {
  std::string html = fmt::format("<label for=\"{0}\">{1}<select id=\"{0}\"><option value=\"\">all</option>",
                                 id, html_text(label));
  for (const auto& [value, text] : choices)
    html += fmt::format("<option value=\"{}\">{}</option>", html_text(value), html_text(text));
  return html + "</select></label>\n";
}

std::string toolbar_html(const Page& page) {
  std::vector<std::pair<std::string, std::string>> papers, verdicts, readings;
  for (const PagePaper& paper : page.papers) papers.emplace_back(paper.id, title_and_venue(paper));
  for (const statistics::Agreement agreement : statistics::kAgreements)
    verdicts.emplace_back(statistics::word(agreement), statistics::word(agreement));
  verdicts.emplace_back("none", "no verdict");
  std::set<std::string> seen;
  for (const PageNumber& number : page.numbers) {
    if (seen.insert(number.reading).second) readings.emplace_back(number.reading, number.reading);
  }
  return "<div class=\"toolbar screen-only\" role=\"search\" aria-label=\"Filter the numbers\">\n" +
         select_html("filter-paper", "paper", papers) + select_html("filter-verdict", "verdict", verdicts) +
         select_html("filter-reading", "reading", readings) +
         "<button type=\"button\" id=\"filter-reset\">show all</button> <output "
         "id=\"shown\"></output>\n</div>\n";
}

/// Numbers of a row as text, 4 significant digits.
std::string sweep_table(const PageSweep& sweep) {
  constexpr std::size_t kShown = 20;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    if (sweep.chosen[i] > 0) order.push_back(i);
  }
  if (order.empty()) return "";
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sweep.chosen[a] > sweep.chosen[b]; });
  std::string html =
      "<div class=\"scroll\"><table><caption>The points that the inner folds chose, most often first; losses "
      "are "
      "means over the point's cells</caption><thead><tr><th scope=\"col\">chosen in outer folds</th>";
  for (const PageSweep::Column& column : sweep.columns)
    html += fmt::format("<th scope=\"col\">{}</th>", html_text(column.title));
  html += "</tr></thead><tbody>\n";
  for (std::size_t k = 0; k < std::min(kShown, order.size()); ++k) {
    const std::size_t i = order[k];
    html += fmt::format("<tr><td>{}</td>", sweep.chosen[i]);
    for (std::size_t c = 0; c < sweep.columns.size(); ++c) {
      const std::optional<double>& value = sweep.rows[i][c];
      std::string text = value ? fmt::format("{:.4g}", *value) : "-";
      if (value && sweep.columns[c].scale == "list")
        text = sweep.columns[c].values[static_cast<std::size_t>(*value)];
      html += fmt::format("<td>{}</td>", html_text(text));
    }
    html += "</tr>\n";
  }
  html += "</tbody></table></div>\n";
  if (order.size() > kShown)
    html += fmt::format("<p class=\"faint\">and {} more points</p>\n", order.size() - kShown);
  return html;
}

std::string sweep_html(const PageSweep& sweep, std::size_t number, std::size_t& figure_bytes) {
  std::string html = fmt::format(
      "<section class=\"sweep\" id=\"{}\" data-sweep=\"{}\"><h3>{}: {}</h3>\n<p>A {}. Losses are means over "
      "a point's "
      "cells.{}</p>\n",
      html_anchor("sweep-", sweep.name + "." + sweep.learner), number, html_text(sweep.name),
      html_text(sweep.learner), html_text(sweep.summary.substr(0, sweep.summary.find('\n'))),
      sweep.left_out == 0
          ? ""
          : fmt::format(" Only the first {} are in this page; all are in points.csv.", sweep.rows.size()));
  if (sweep.curve) html += html_figure(*sweep.curve, figure_bytes);
  if (sweep.heat_map) html += html_figure(*sweep.heat_map, figure_bytes);
  html += "<div class=\"parallel screen-only\"></div>\n" + sweep_table(sweep);
  html += fmt::format("<details><summary>Summary</summary><pre>{}</pre></details>\n</section>\n",
                      html_text(sweep.summary));
  return html;
}

std::string sweeps_html(const Page& page, std::size_t& figure_bytes) {
  std::string html = "<section id=\"sweeps\"><h2>Sweeps</h2>\n";
  if (page.sweeps.empty()) {
    return html +
           "<p>None yet. <code>preimage sweep CONFIG --grid PATH=VALUES</code> runs one, and it shows "
           "here.</p>\n"
           "</section>\n";
  }
  for (std::size_t i = 0; i < page.sweeps.size(); ++i) html += sweep_html(page.sweeps[i], i, figure_bytes);
  return html + "</section>\n";
}

/// ": 5 papers, computed again"
std::string computed_again(std::size_t papers) {
  return papers == 0 ? "" : fmt::format(": {} paper{}, computed again", papers, papers == 1 ? "" : "s");
}

}  // namespace

std::string page_html(const Page& page) {
  std::size_t figure_bytes = kMaxPageFigureBytes;
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>preimage: published numbers and ours</title>\n<link rel=\"icon\" href=\"data:,\">\n"
      "<style>\n{}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the numbers</a>\n"
      "<header><h1>Published numbers and ours</h1>\n<p class=\"faint\">Learning with structured outputs by "
      "kernels{}. {}</p></header>\n",
      kPageStyle, computed_again(page.papers.size()), html_text(page.made_by));
  for (const PageWarning& warning : page.warnings) html += warning_html(warning);
  html += "<main id=\"main\">\n" + glance_html(page) + toolbar_html(page) + cards_html(page) +
          paper_sections_html(page, figure_bytes) + sweeps_html(page, figure_bytes) + "</main>\n";
  html +=
      "<dialog id=\"details\" aria-labelledby=\"details-title\"><form method=\"dialog\"><button "
      "class=\"close\">close</button></form><div id=\"details-body\"></div></dialog>\n";
  html += "<script type=\"application/json\" id=\"data\">" + page_json(page) + "</script>\n";
  return html + "<script>\n" + kPageScript + "</script>\n</body>\n</html>\n";
}

}  // namespace preimage::suite::report
