#include <algorithm>

#include <fmt/format.h>

#include "suite/render/number_text.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// What a claim's word rests on.
std::string claims_basis(const PageReading& reading) {
  const results::TableHead& head = reading.table.head;
  if (!head.has_chance)
    return "Claims: nothing is drawn at random; the sign of the difference decides. They are about these "
           "samples.";
  const std::string provisional = head.repetitions < 10 ? " (provisional, being fewer than 10)" : "";
  if (reading.redraws_data) return fmt::format("Claims: over {} draws{}.", head.repetitions, provisional);
  if (head.same_splits) {
    return fmt::format(
        "Claims: over the outer folds, each averaged over {} draws of the inner folds{}; the outer folds are "
        "the same in all, so that they are about these samples in these folds.",
        head.repetitions, provisional);
  }
  if (reading.is_outside)
    return fmt::format("Claims: over {} repetitions of the program{}; they are about these samples.",
                       head.repetitions, provisional);
  return fmt::format(
      "Claims: over {} ways to cut the same samples into folds{}; they are about these samples. Whether "
      "others would agree is what the statistics below ask, and they may find less.",
      head.repetitions, provisional);
}

View claims_view(const PageReading& reading) {
  const results::ResultTable& table = reading.table;
  if (table.claims.empty() || table.head.stand_in) return View(false);
  Views each;
  for (const results::TableClaim& claim : table.claims) {
    const std::string badge = claim.verdict ? html_badge(word(*claim.verdict), claim_word(table.head, claim))
                                            : html_badge("none", "no verdict");
    each.push_back(view({{"badge", badge}, {"text", claim.text}}));
  }
  return view({{"each", View(each)}, {"basis", claims_basis(reading)}});
}

std::vector<std::string> not_finite_texts(const results::ResultTable& table) {
  std::vector<std::string> texts;
  for (const std::string& text : table.not_finite) texts.push_back(not_finite_text(text));
  return texts;
}

/// What --set changed, and what the note of the reading means then; nothing of a reading as it is written.
View modified_view(const results::TableHead& head) {
  if (head.modified.empty()) return View(false);
  return view({{"set", head.modified}, {"note", view_of(results::note_text(head))}});
}

std::string reading_html(const Page& page, const PageReading& reading, int level) {
  const results::ResultTable& table = reading.table;
  const results::TableHead& head = table.head;
  const bool has_verdict = table.with_verdict() > 0;
  const bool is_modified = !head.modified.empty();
  const bool any_printed = std::any_of(table.rows.begin(), table.rows.end(), any_published);
  return render("reading", view({{"level", std::to_string(level)},
                                 {"label", head.reading + (is_modified ? ", modified" : "")},
                                 {"note", view_of(is_modified ? "" : head.note)},
                                 {"modified", modified_view(head)},
                                 {"stand_in", view_of(head.stand_in ? results::kStandInNotice : "")},
                                 {"no_verdict", is_modified && any_printed},
                                 {"explained", view_of(has_verdict ? results::explained_text(table) : "")},
                                 {"table", table_html(page, reading)},
                                 {"convergence", view_of(table.convergence)},
                                 {"not_finite", view_of(not_finite_texts(table))},
                                 {"remarks", view_of(head.remarks)},
                                 {"warnings", view_of(table.warnings)},
                                 {"reasons", view_of(table.reasons)},
                                 {"whys", head.stand_in ? View(false) : view_of(reading.whys)},
                                 {"claims", claims_view(reading)},
                                 {"footnotes", head.stand_in ? View(false) : view_of(table.footnotes)},
                                 {"cells", results::cells_text(head)},
                                 {"statistics", statistics_html(reading)}}));
}

View not_run_view(const PageStudy& study) {
  if (study.not_run.empty()) return View(false);
  Views each;
  for (const PageNotRun& one : study.not_run)
    each.push_back(view({{"name", one.name}, {"note", view_of(one.note)}, {"command", one.command}}));
  return view({{"count", plural(study.not_run.size(), "more reading") + " of this config, not run here"},
               {"each", View(each)}});
}

}  // namespace

std::string study_html(const Page& page, const PageStudy& study, const Heading& heading,
                       std::size_t& figure_bytes) {
  std::string readings, figures;
  for (const PageReading& reading : study.readings)
    readings += reading_html(page, reading, heading.level + 1);
  for (const PageFigure& figure : study.figures) figures += html_figure(page, figure, figure_bytes);
  return render("study", view({{"anchor", html_anchor("config-", study.config)},
                               {"name", heading.text},
                               {"level", std::to_string(heading.level)},
                               {"below", std::to_string(heading.level + 1)},
                               {"readings", readings},
                               {"not_run", not_run_view(study)},
                               {"compared", view_of(readings_html(page, study))},
                               {"confusions", confusions_view(page, study, figure_bytes)},
                               {"figures", figures}}));
}

namespace {

/// Of a difference of losses: 3 significant digits.
std::string difference_text(double difference) {
  return records::without_sign_of_zero(fmt::format("{:.3g}", difference));
}

std::vector<Grid::Cell> cells_of(const results::MethodComparison& c) {
  const records::PairedTest& t = c.test;
  std::vector<Grid::Cell> cells;
  for (const std::string& text :
       {c.better, c.other, difference_text(t.mean), difference_text(t.low) + " to " + difference_text(t.high),
        p_text(t.p), p_text(c.adjusted_p), t.detectable > 0.0 ? fmt::format("{:.2g}", t.detectable) : "-"})
    cells.push_back({html_text(text)});
  return cells;
}

}  // namespace

std::string statistics_html(const PageReading& reading) {
  Grid grid{"Statistics",
            "",
            "",
            "number",
            {"best", "other", "worse by", "95 % interval", "p", "p, Holm", "detectable"},
            {}};
  Views none;
  for (const results::RowComparison& row : reading.table.comparisons) {
    if (!row.none.empty()) none.push_back(view({{"row", row.row}, {"why", row.none}}));
    for (const results::MethodComparison& comparison : row.comparisons)
      grid.rows.emplace_back(row.row, cells_of(comparison));
  }
  return render("statistics", view({{"has_rows", !grid.rows.empty()},
                                    {"methods", tests_text(reading.table)},
                                    {"table", grid_html(grid)},
                                    {"has_none", !none.empty()},
                                    {"none", View(none)}}));
}

}  // namespace preimage::suite::render
