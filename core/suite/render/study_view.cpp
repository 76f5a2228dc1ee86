#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/render/number_text.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

constexpr std::size_t kMostClasses = 60;

/// "12 %"; a share that is neither nothing nor all is never rounded to either.
std::string share_text(double share) {
  if (share > 0.0 && share < 0.005) return "<1 %";
  if (share < 1.0 && share > 0.995) return ">99 %";
  return fmt::format("{:.0f} %", 100.0 * share);
}

/// Which class is taken for a true one.
View counts_view(const std::vector<std::size_t>& counts, std::size_t right) {
  std::size_t all = 0;
  for (const std::size_t count : counts) all += count;
  View cells = View::array();
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const double share = counts[c] == 0 ? 0.0 : static_cast<double>(counts[c]) / static_cast<double>(all);
    cells.push_back({{"count", counts[c]},
                     {"share", counts[c] == 0 ? "" : share_text(share)},
                     {"alpha", fmt::format("{:.2f}", 0.45 * share)},  // the text keeps its contrast
                     {"is_right", c == right}});
  }
  return cells;
}

/// About how many bytes it takes on the page.
std::size_t bytes_of(const results::ConfusionMatrix& matrix) {
  constexpr std::size_t kOfCell = 60, kOfClass = 80;
  std::size_t bytes = matrix.classes.size() * (matrix.classes.size() * kOfCell + kOfClass);
  for (const std::string& name : matrix.classes) bytes += 2 * name.size();
  return bytes;
}

View matrix_view(const results::ConfusionMatrix& matrix, bool names_reading) {
  View rows = View::array();
  for (std::size_t r = 0; r < matrix.classes.size(); ++r)
    rows.push_back({{"name", matrix.classes[r]}, {"cells", counts_view(matrix.counts[r], r)}});
  return {{"title", matrix.title},
          {"caption", matrix.title + (names_reading ? " (" + matrix.reading + ")" : "")},
          {"classes", matrix.classes},
          {"rows", std::move(rows)}};
}

/// A table per learner. One of more than kMostClasses classes, or of more bytes than are left, is only
/// counted.
View confusions_view(const Page& page, const PageStudy& study, std::size_t& bytes_left) {
  View views = View::array();
  for (const PageConfusion& confusion : study.confusions) {
    const bool names_reading =
        study.confusions.size() > 1 || std::ranges::any_of(confusion.matrices, [&](const auto& matrix) {
          return matrix.reading != confusion.matrices.front().reading;
        });
    View shown = View::array();
    for (const results::ConfusionMatrix& matrix : confusion.matrices) {
      const std::size_t bytes = bytes_of(matrix);
      if (matrix.classes.size() > kMostClasses || bytes > bytes_left) continue;
      bytes_left -= bytes;
      shown.push_back(matrix_view(matrix, names_reading));
    }
    const std::size_t left_out = confusion.matrices.size() - shown.size();
    views.push_back({{"matrices", std::move(shown)},
                     {"left_out", left_out == 0 ? View() : View(left_out)},
                     {"path", shown_path(page, confusion.path)}});
  }
  return views;
}

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
  if (table.claims.empty() || table.head.stand_in) return nullptr;
  View each = View::array();
  for (const results::TableClaim& claim : table.claims)
    each.push_back(
        claim_view(claim.verdict ? word(*claim.verdict) : "none", claim_word(table.head, claim), claim.text));
  return {{"each", std::move(each)}, {"basis", claims_basis(reading)}};
}

/// Of a difference of losses: 3 significant digits.
std::string difference_text(double difference) {
  return records::without_sign_of_zero(fmt::format("{:.3g}", difference));
}

View statistics_view(const PageReading& reading) {
  View rows = View::array(), none = View::array();
  for (const results::RowComparison& row : reading.table.comparisons) {
    if (!row.none.empty()) none.push_back({{"row", row.row}, {"why", row.none}});
    for (const results::MethodComparison& c : row.comparisons) {
      const records::PairedTest& t = c.test;
      rows.push_back({{"number", row.row},
                      {"values",
                       {c.better, c.other, difference_text(t.mean),
                        difference_text(t.low) + " to " + difference_text(t.high),
                        c.has_p() ? p_text(t.p) : "-", c.has_p() ? p_text(c.adjusted_p) : "-",
                        t.detectable > 0.0 ? fmt::format("{:.2g}", t.detectable) : "-"}}});
    }
  }
  return {{"has_rows", !rows.empty()},
          {"methods", tests_text(reading.table)},
          {"rows", std::move(rows)},
          {"has_none", !none.empty()},
          {"none", std::move(none)}};
}

View choices_view(const results::ResultTable& table) {
  View rows = View::array();
  for (const results::LearnerChoices& learner : table.choices) {
    for (const std::vector<std::string>& fields : choice_rows(learner))
      rows.push_back({{"learner", fields[0]}, {"values", {fields[1], fields[2], fields[3]}}});
  }
  return rows.empty() ? View() : View{{"rows", std::move(rows)}};
}

View reading_view(const Page& page, const PageReading& reading) {
  const results::ResultTable& table = reading.table;
  const results::TableHead& head = table.head;
  const bool is_modified = !head.modified.empty();
  View modified;
  if (is_modified) modified = {{"set", head.modified}, {"note", results::note_text(head)}};
  return {{"label", head.reading + (is_modified ? ", modified" : "")},
          {"note", is_modified ? "" : head.note},
          {"modified", std::move(modified)},
          {"stand_in", head.stand_in ? results::kStandInNotice : ""},
          {"no_verdict", is_modified && std::ranges::any_of(table.rows, any_published)},
          {"explained", table.with_verdict() > 0 ? results::explained_text(table) : ""},
          {"table", numbers_view(page, reading)},
          {"convergence", table.convergence},
          {"not_finite", base::collect(table.not_finite, not_finite_text)},
          {"remarks", head.remarks},
          {"warnings", table.warnings},
          {"reasons", table.reasons},
          {"whys", head.stand_in ? View() : View(reading.whys)},
          {"claims", claims_view(reading)},
          {"footnotes", head.stand_in ? View() : View(table.footnotes)},
          {"cells", results::cells_text(head)},
          {"statistics", statistics_view(reading)},
          {"choices", choices_view(table)}};
}

View not_run_view(const PageStudy& study) {
  if (study.not_run.empty()) return nullptr;
  View each = base::collect(study.not_run, [](const PageNotRun& one) {
    return View{{"name", one.name}, {"note", one.note}, {"command", one.command}};
  });
  return {{"count", plural(study.not_run.size(), "more reading") + " of this config, not run here"},
          {"each", std::move(each)}};
}

}  // namespace

View study_view(const Page& page, const PageStudy& study, std::size_t& figure_bytes) {
  View readings = base::collect(study.readings, [&](const auto& one) { return reading_view(page, one); });
  View figures =
      base::collect(study.figures, [&](const auto& one) { return figure_view(page, one, figure_bytes); });
  return {{"anchor", html_anchor("config-", study.config)},
          {"title", study.title},
          {"name", study_name(page, study)},
          {"beginning", study_name(page, study, TitlePart::beginning)},
          {"level", 3},  // of its heading, and of those below it
          {"below", 4},
          {"readings", std::move(readings)},
          {"not_run", not_run_view(study)},
          {"compared", compared_view(page, study)},
          {"confusions", confusions_view(page, study, figure_bytes)},
          {"figures", std::move(figures)}};
}

}  // namespace preimage::suite::render
