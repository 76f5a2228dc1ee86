#include <algorithm>

#include <fmt/format.h>

#include "suite/records/mean_text.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/page_parts.hpp"

namespace preimage::suite::render {

namespace {

/// A value with 4 significant digits, of a list its text.
std::string value_text(const PageSweep::Column& column, const std::optional<double>& value) {
  if (!value) return "-";
  if (column.scale == "list") return column.values[static_cast<std::size_t>(*value)];
  return records::without_sign_of_zero(fmt::format("{:.4g}", *value));
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

/// The points from the smallest value of the sweep's first loss on; none where nothing has one.
std::vector<std::size_t> best_points(const PageSweep& sweep) {
  const std::size_t loss = sweep.first_loss();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; loss < sweep.columns.size() && i < sweep.rows.size(); ++i) {
    if (sweep.rows[i][loss]) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return *sweep.rows[a][loss] < *sweep.rows[b][loss]; });
  return order;
}

constexpr std::size_t kShown = 20;

/// The first points of an order as a table, and how many more there are.
void add_table(Views& tables, const PageSweep& sweep, const std::string& name,
               const std::vector<std::size_t>& order) {
  if (order.empty()) return;
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
  tables.push_back(view({{"name", name},
                         {"columns", view_of(columns)},
                         {"rows", View(rows)},
                         {"more", view_of(more == 0 ? std::string() : std::to_string(more))}}));
}

Views tables_of(const PageSweep& sweep) {
  Views tables;
  const std::vector<std::size_t> chosen = chosen_points(sweep), best = best_points(sweep);
  const bool are_all_shown = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t point) {
    const auto end = best.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, best.size()));
    return std::find(best.begin(), end, point) != end;
  });
  if (!are_all_shown)
    add_table(tables, sweep, "The points that the inner folds chose, most often first", chosen);
  const std::size_t loss = sweep.first_loss();
  if (loss < sweep.columns.size())
    add_table(tables, sweep, "The points by " + sweep.columns[loss].title + ", the smallest first", best);
  return tables;
}

View sweep_view(const Page& page, std::size_t number, std::size_t& figure_bytes) {
  const PageSweep& sweep = page.sweeps[number];
  return view({{"anchor", html_anchor("sweep-", sweep.name + "." + sweep.learner)},
               {"name", sweep.name},
               {"learner", sweep.title},
               {"summary_line", sweep.summary.substr(0, sweep.summary.find('\n'))},
               {"left_out", view_of(sweep.left_out == 0 ? "" : std::to_string(sweep.rows.size()))},
               {"curve", view_of(sweep.curve ? html_figure(page, *sweep.curve, figure_bytes) : "")},
               {"heat_map", sweep.heat_map ? html_figure(page, *sweep.heat_map, figure_bytes) : ""},
               {"tables", View(tables_of(sweep))},
               {"summary", sweep.summary}});
}

}  // namespace

std::string sweeps_html(const Page& page, std::size_t& figure_bytes) {
  if (page.sweeps.empty()) return "";
  Views sweeps;
  for (std::size_t i = 0; i < page.sweeps.size(); ++i) sweeps.push_back(sweep_view(page, i, figure_bytes));
  return render("sweeps", view({{"sweeps", View(sweeps)}}));
}

}  // namespace preimage::suite::render
