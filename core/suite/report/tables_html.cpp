#include <algorithm>

#include <fmt/format.h>

#include "suite/report/page_html.hpp"
#include "suite/report/page_parts.hpp"
#include "suite/tables/number_text.hpp"
#include "suite/tables/table_words.hpp"

namespace preimage::suite::report {

namespace {

using tables::TableRow;

/// What stands behind each "+-", once for a table whose rows agree.
std::string spreads_text(const tables::ResultTable& table) {
  std::vector<std::string> remarks;
  const auto add = [&](const std::string& text) {
    if (!text.empty() && std::find(remarks.begin(), remarks.end(), text) == remarks.end())
      remarks.push_back(text);
  };
  for (const TableRow& row : table.rows) {
    if (const std::string remark = tables::published_remark(row); !remark.empty()) add("published " + remark);
    add("ours " + tables::ours_remark(table.head, row));
  }
  return fmt::format("{}", fmt::join(remarks, "; "));
}

std::string number_cell(const Page& page, std::size_t id, const tables::TableNumber& number) {
  const PageNumber& shown = page.numbers[id];
  std::string html = fmt::format(
      "<td class=\"number\"{}><button type=\"button\" aria-haspopup=\"dialog\" aria-label=\"{}\"><span "
      "class=\"ours\">{}</span>",
      html_number_attributes(page, id), html_number_label(page, id), html_text(shown.ours.text));
  if (!shown.published.text.empty())
    html += fmt::format(" <span class=\"published\">{}</span>", html_text(shown.published.text));
  if (number.verdict) {
    html += fmt::format(" <span class=\"z\">z {}</span> ", html_signed(number.verdict->z)) +
            html_verdict(number.verdict);
  }
  return html + "</button></td>";
}

std::string table_html(const Page& page, const PageReading& reading) {
  const tables::ResultTable& table = reading.table;
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"table\"><table "
      "class=\"numbers\"><caption>{}</caption><thead><tr><td></td>",
      html_text(spreads_text(table)));
  for (const std::string& column : table.columns)
    html += fmt::format("<th scope=\"col\">{}</th>", html_text(column));
  html += "</tr></thead><tbody>\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", html_text(table.rows[r].title));
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const std::optional<std::size_t>& id = reading.numbers[r][c];
      html += id ? number_cell(page, *id, table.rows[r].numbers[c]) : "<td></td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

/// What a claim's word rests on.
std::string claims_basis(const PageReading& reading) {
  const tables::TableHead& head = reading.table.head;
  if (!head.has_chance)
    return "Claims: nothing is drawn at random; the sign of the difference decides. They are about these "
           "samples.";
  const std::string provisional = head.repetitions < 10 ? " (provisional, being fewer than 10)" : "";
  if (reading.redraws_data) return fmt::format("Claims: over {} draws{}.", head.repetitions, provisional);
  if (head.same_splits) {
    return fmt::format(
        "Claims: over {} draws of the inner folds{}; the outer folds are the same in all, so that they are "
        "about "
        "these samples in these folds.",
        head.repetitions, provisional);
  }
  return fmt::format(
      "Claims: over {} ways to cut the same samples into folds{}; they are about these samples. Whether "
      "others would agree is what the statistics below ask, and they may find less.",
      head.repetitions, provisional);
}

std::string notes_html(const PageReading& reading) {
  const tables::ResultTable& table = reading.table;
  std::string html;
  for (const std::string& text : table.convergence)
    html += fmt::format("<p class=\"faint\">{} {}</p>\n", tables::kDagger, html_text(text));
  for (const std::string& text : table.not_finite)
    html += fmt::format("<p class=\"warning\">{}</p>\n", html_text(tables::not_finite_text(text)));
  for (const std::string& text : table.head.remarks)
    html += fmt::format("<p class=\"faint\">{}.</p>\n", html_text(text));
  for (const std::string& text : table.warnings) html += fmt::format("<p>Warning: {}</p>\n", html_text(text));
  if (table.head.stand_in) return html;
  for (const std::string& text : reading.whys)
    html += fmt::format("<p class=\"why\">Why not: {}</p>\n", html_text(text));
  if (!table.claims.empty()) {
    html += "<ul class=\"claims\">\n";
    for (const tables::TableClaim& claim : table.claims) {
      const std::string badge =
          claim.verdict ? html_badge(tables::word(*claim.verdict), tables::claim_word(table.head, claim))
                        : html_badge("none", "no verdict");
      html += "<li>" + badge + " " + html_text(claim.text) + "</li>\n";
    }
    html += fmt::format("</ul>\n<p class=\"faint\">{}</p>\n", html_text(claims_basis(reading)));
  }
  for (const std::string& text : table.footnotes)
    html += fmt::format("<p class=\"faint\">In the ledger, no verdict: {}</p>\n", html_text(text));
  return html;
}

/// "< .0001", else 2 significant digits.
std::string p_text(double p) {
  return p < 1e-4 ? "&lt; 0.0001" : fmt::format("{:.2g}", p);
}

std::string comparison_row(const std::string& row, const MethodComparison& c) {
  const statistics::PairedTest& t = c.test;
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{:.3g}</td><td>{:.3g} to {:.3g}</td><td>{}</td>"
      "<td>{}</td><td>{}</td></tr>\n",
      html_text(row), html_text(c.better), html_text(c.other), t.mean, t.low, t.high, p_text(t.p),
      p_text(c.adjusted_p), t.detectable > 0.0 ? fmt::format("{:.2g}", t.detectable) : "-");
}

std::string statistics_html(const PageReading& reading) {
  std::vector<std::string> methods;
  std::string rows, none;
  for (const RowComparison& row : reading.comparisons) {
    if (!row.none.empty()) none += fmt::format("<li>{}: {}</li>\n", html_text(row.row), html_text(row.none));
    if (!row.method.empty() && std::find(methods.begin(), methods.end(), row.method) == methods.end())
      methods.push_back(row.method);
    for (const MethodComparison& comparison : row.comparisons) rows += comparison_row(row.row, comparison);
  }
  std::string html =
      "<details class=\"statistics\"><summary>Statistics: is the best method better than the "
      "others?</summary>\n";
  if (!rows.empty()) {
    html += fmt::format(
        "<p class=\"faint\">Test: {}. Interval: two-sided 95 % confidence interval of the mean difference, "
        "Student's "
        "t. Detectable: the true difference that this test finds with a probability of 80 % at the level of "
        "5 %. The "
        "best method was picked by the same losses, so that p-values near the level say little; Holm's are "
        "adjusted "
        "for the comparisons of a group, not for the pick.</p>\n<div class=\"scroll\"><table><thead><tr>",
        html_text(fmt::format("{}", fmt::join(methods, "; "))));
    for (const char* title :
         {"number", "best", "other", "worse by", "95 % interval", "p", "p, Holm", "detectable"})
      html += fmt::format("<th scope=\"col\">{}</th>", title);
    html += "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
  }
  if (!none.empty()) html += "<p class=\"faint\">No test of:</p><ul class=\"faint\">\n" + none + "</ul>\n";
  return html + "</details>\n";
}

std::string reading_html(const Page& page, const PageReading& reading) {
  const tables::TableHead& head = reading.table.head;
  std::string html = fmt::format("<section class=\"reading\" data-block><h4>reading: {}{}</h4>\n",
                                 html_text(tables::reading_label(head)),
                                 head.note.empty() ? "" : " &ndash; " + html_text(tables::note_text(head)));
  if (head.stand_in) html += fmt::format("<p class=\"warning\">{}</p>\n", tables::kStandInNotice);
  if (!head.modified.empty())
    html += "<p class=\"warning\">This reading is modified by --set, so it has no verdict.</p>\n";
  if (reading.table.with_verdict() > 0) {
    html += fmt::format("<p class=\"faint\">{}.</p>\n", html_text(tables::explained_text(reading.table)));
  }
  html += table_html(page, reading) + notes_html(reading);
  html += fmt::format("<p class=\"faint\">{}.</p>\n", tables::cells_text(head));
  return html + statistics_html(reading) + "</section>\n";
}

std::string study_html(const Page& page, const PageStudy& study, std::size_t& figure_bytes) {
  std::string html = fmt::format("<section class=\"study\" id=\"{}\" data-block><h3>{}</h3>\n",
                                 html_anchor("config-", study.config), html_text(study_name(page, study)));
  for (const PageReading& reading : study.readings) html += reading_html(page, reading);
  if (!study.strips.empty()) {
    html +=
        "<div class=\"readings\"><h4>Readings beside the published numbers</h4>\n<p class=\"faint\">One dot "
        "per "
        "reading with its SD; the line is the published number, the band its spread (named above each "
        "strip).</p>\n<div "
        "class=\"strips\">\n";
    for (const PageFigure& strip : study.strips) html += html_figure(strip, figure_bytes);
    html += "</div></div>\n";
  }
  for (const PageFigure& figure : study.figures) html += html_figure(figure, figure_bytes);
  return html + "</section>\n";
}

std::string section_html(const Page& page, const std::string& id, const std::string& title,
                         std::size_t& figure_bytes) {
  std::string studies;
  for (const PageStudy& study : page.studies) {
    if (study.paper == id) studies += study_html(page, study, figure_bytes);
  }
  if (studies.empty()) return "";
  return fmt::format("<section class=\"paper\" id=\"{}\" data-block><h2>{}</h2>\n{}</section>\n",
                     html_anchor("paper-", id), html_text(title), studies);
}

}  // namespace

std::string paper_sections_html(const Page& page, std::size_t& figure_bytes) {
  std::string html;
  std::vector<std::string> shown;
  for (const PagePaper& paper : page.papers) {
    html += section_html(page, paper.id, title_and_venue(paper), figure_bytes);
    shown.push_back(paper.id);
  }
  for (const PageStudy& study : page.studies) {  // configs of no paper
    if (std::find(shown.begin(), shown.end(), study.paper) != shown.end()) continue;
    html += section_html(page, study.paper, study.paper.empty() ? "Other data" : study.paper, figure_bytes);
    shown.push_back(study.paper);
  }
  return html;
}

}  // namespace preimage::suite::report
