#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/records/mean_text.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/study/axis.hpp"

namespace preimage::suite::render {

namespace {

using results::StoredPoint;

constexpr std::size_t kShown = 20;

using Points = std::vector<const StoredPoint*>;

/// With 4 significant digits.
std::string number_text(double value) {
  return std::isnan(value) ? "-" : records::without_sign_of_zero(fmt::format("{:.4g}", value));
}

/// Whether the values on an axis are numbers, each in one spelling: 1.1 and 1.10 are two versions of a
/// program.
bool is_numeric(const results::StoredLearner& learner, std::size_t axis) {
  std::map<double, std::string> spelled;
  return std::ranges::all_of(learner.points, [&](const auto& point) {
    const std::string& text = point.second.values[axis];
    const std::optional<double> value = config::parse_decimal(text);
    return value && spelled.emplace(*value, text).first->second == text;
  });
}

/// The first points of an order as a table, and how many more there are.
View table_view(const results::StoredLearner& learner, const std::string& caption, const Points& order) {
  View columns = View::array(), rows = View::array();
  std::vector<bool> are_numeric;
  for (std::size_t a = 0; a < learner.axes.size(); ++a) {
    columns.push_back(study::last_part(learner.axes[a]));
    are_numeric.push_back(is_numeric(learner, a));
  }
  for (const std::string& loss : learner.losses) columns.push_back(loss);
  for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
    const StoredPoint& point = *order[i];
    View values = View::array();
    for (std::size_t a = 0; a < point.values.size(); ++a)
      values.push_back(are_numeric[a] ? number_text(*config::parse_decimal(point.values[a]))
                                      : point.values[a]);
    for (const double loss : point.losses) values.push_back(number_text(loss));
    rows.push_back({{"count", point.chosen}, {"values", std::move(values)}});
  }
  const std::size_t more = order.size() - rows.size();
  return {{"caption", caption},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)},
          {"more", more == 0 ? View() : View(more)}};
}

View tables_view(const results::StoredLearner& learner) {
  Points chosen, best;
  for (const auto& [number, point] : learner.points) {
    if (point.chosen > 0) chosen.push_back(&point);
    if (!learner.losses.empty() && !std::isnan(point.losses[0])) best.push_back(&point);
  }
  std::ranges::stable_sort(chosen, [](const auto* a, const auto* b) { return a->chosen > b->chosen; });
  std::ranges::stable_sort(best, [](const auto* a, const auto* b) { return a->losses[0] < b->losses[0]; });
  const auto end = best.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, best.size()));
  const bool are_all_shown = std::ranges::all_of(
      chosen, [&](const StoredPoint* point) { return std::find(best.begin(), end, point) != end; });
  View tables = View::array();
  if (!are_all_shown)
    tables.push_back(table_view(learner, "The points that the inner folds chose, most often first", chosen));
  if (!best.empty())
    tables.push_back(
        table_view(learner, "The points by " + learner.losses[0] + ", the smallest first", best));
  return tables;
}

}  // namespace

View sweeps_view(const Page& page, std::size_t& figure_bytes) {
  const auto figure = [&](const results::ResultFigure& one) {
    return one.path.empty() ? View() : figure_view(page, one, figure_bytes);
  };
  View views = View::array();
  for (const results::StoredSweep& sweep : page.sweeps) {
    for (const results::StoredLearner& learner : sweep.learners) {
      const bool is_first = &learner == &sweep.learners.front();
      views.push_back({{"anchor", html_anchor("sweep-", sweep.name + "." + learner.name)},
                       {"name", sweep.name},
                       {"learner", learner.title},
                       {"summary_line", sweep.summary.substr(0, sweep.summary.find('\n'))},
                       {"summary_text", sweep.summary},
                       {"curve", is_first ? figure(sweep.curve) : View()},
                       {"heat_map", figure(learner.heat_map)},
                       {"tables", tables_view(learner)}});
    }
  }
  return views;
}

}  // namespace preimage::suite::render
