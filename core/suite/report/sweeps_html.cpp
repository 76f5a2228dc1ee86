#include <algorithm>

#include <fmt/format.h>

#include "suite/report/page_html.hpp"
#include "suite/report/page_parts.hpp"

namespace preimage::suite::report {

namespace {

/// A value with 4 significant digits, of a list its text.
std::string value_text(const PageSweep::Column& column, const std::optional<double>& value) {
  if (!value) return "-";
  if (column.scale == "list") return column.values[static_cast<std::size_t>(*value)];
  return fmt::format("{:.4g}", *value);
}

/// The points that inner folds chose, most often first.
std::vector<std::size_t> chosen_points(const PageSweep& sweep) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    if (sweep.chosen[i] > 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sweep.chosen[a] > sweep.chosen[b]; });
  return order;
}

View chosen_view(const PageSweep& sweep) {
  constexpr std::size_t kShown = 20;
  const std::vector<std::size_t> order = chosen_points(sweep);
  if (order.empty()) return View(false);
  std::vector<std::string> columns;
  for (const PageSweep::Column& column : sweep.columns) columns.push_back(column.title);
  Views rows;
  for (std::size_t k = 0; k < std::min(kShown, order.size()); ++k) {
    const std::size_t i = order[k];
    std::vector<std::string> values;
    for (std::size_t c = 0; c < sweep.columns.size(); ++c)
      values.push_back(value_text(sweep.columns[c], sweep.rows[i][c]));
    rows.push_back(view({{"count", std::to_string(sweep.chosen[i])}, {"values", view_of(values)}}));
  }
  const std::size_t more = order.size() - rows.size();
  return view({{"columns", view_of(columns)},
               {"rows", View(rows)},
               {"more", view_of(more == 0 ? std::string() : std::to_string(more))}});
}

/// Axes side by side say more than a curve from two of them on.
bool has_axes(const PageSweep& sweep) {
  const auto axes = std::count_if(sweep.columns.begin(), sweep.columns.end(),
                                  [](const PageSweep::Column& column) { return !column.path.empty(); });
  return axes > 1 || !sweep.is_curve;
}

View sweep_view(const Page& page, std::size_t number, std::size_t& figure_bytes) {
  const PageSweep& sweep = page.sweeps[number];
  return view({{"anchor", html_anchor("sweep-", sweep.name + "." + sweep.learner)},
               {"axes", view_of(has_axes(sweep) ? std::to_string(number) : "")},
               {"name", sweep.name},
               {"learner", sweep.learner},
               {"summary_line", sweep.summary.substr(0, sweep.summary.find('\n'))},
               {"left_out", view_of(sweep.left_out == 0 ? "" : std::to_string(sweep.rows.size()))},
               {"curve", view_of(sweep.curve ? html_figure(page, *sweep.curve, figure_bytes) : "")},
               {"heat_map", sweep.heat_map ? html_figure(page, *sweep.heat_map, figure_bytes) : ""},
               {"chosen", chosen_view(sweep)},
               {"summary", sweep.summary}});
}

}  // namespace

std::string sweeps_html(const Page& page, std::size_t& figure_bytes) {
  Views sweeps;
  for (std::size_t i = 0; i < page.sweeps.size(); ++i) sweeps.push_back(sweep_view(page, i, figure_bytes));
  return render("sweeps", view({{"sweeps", View(sweeps)}}));
}

}  // namespace preimage::suite::report
