#include "suite/render/loss_map.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// A point as a map shows it: its values on two axes.
struct MapPoint {
  std::string x, y;
  std::optional<double> loss;
  std::size_t chosen = 0;  // by how many outer folds
};

/// The different values of an axis: as numbers, where all are, else in their own order.
std::vector<std::string> values_on(const std::vector<MapPoint>& points, std::string MapPoint::*axis) {
  std::vector<std::string> values;
  for (const MapPoint& point : points) {
    if (std::ranges::find(values, point.*axis) == values.end()) values.push_back(point.*axis);
    if (values.size() > kMaxHeatMapSide) return values;
  }
  const auto number = [](const std::string& value) { return config::parse_decimal(value); };
  if (std::ranges::none_of(values, [&](const std::string& value) { return !number(value); }))
    std::ranges::sort(values, {}, number);
  return values;
}

std::size_t place_of(const std::vector<std::string>& values, const std::string& value) {
  return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
}

/// Nothing where an axis has one value or more than kMaxHeatMapSide, or no point has a loss.
std::optional<figures::HeatMap> map_of(const std::vector<MapPoint>& points) {
  figures::HeatMap map;
  map.columns = values_on(points, &MapPoint::x);
  map.rows = values_on(points, &MapPoint::y);
  const auto fits = [](const auto& values) { return values.size() > 1 && values.size() <= kMaxHeatMapSide; };
  if (!fits(map.columns) || !fits(map.rows)) return std::nullopt;
  map.values.assign(map.rows.size(), std::vector<std::optional<double>>(map.columns.size()));
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> times;  // by row and column
  bool any = false;
  for (const MapPoint& point : points) {
    const std::size_t x = place_of(map.columns, point.x), y = place_of(map.rows, point.y);
    std::optional<double>& value = map.values[y][x];
    if (point.loss && (!value || *point.loss < *value)) value = point.loss;
    any = any || value;
    if (point.chosen > 0) times[{y, x}] += point.chosen;
  }
  if (!any) return std::nullopt;
  for (const auto& [at, count] : times) map.chosen.push_back({at.first, at.second, count});
  return map;
}

}  // namespace

std::optional<figures::HeatMap> loss_map(const results::SweepHead& head,
                                         const results::SweepLearner& learner) {
  if (learner.axes.size() < 2 || learner.rows.empty()) return std::nullopt;
  const bool is_judged = results::is_judged(learner);
  const std::vector<std::string>& measures = head.study->readings.front().experiment.measures;
  if (!is_judged && measures.empty()) return std::nullopt;
  const std::string measure = is_judged ? "" : measures.front();
  std::map<std::size_t, std::size_t> chosen;
  for (const results::SweepBest& best : results::best_points(learner)) {
    if (best.row() != nullptr) ++chosen[best.row()->point];
  }
  const std::size_t x = learner.axes[0], y = learner.axes[1];
  std::vector<MapPoint> points;
  for (const std::vector<const results::SweepRow*>& rows : results::rows_by_point(learner)) {
    const std::vector<config::Override>& values = rows.front()->cell->reading->point;
    points.push_back(
        {values[x].value, values[y].value, results::mean_of(rows, measure), chosen[rows.front()->point]});
  }
  std::optional<figures::HeatMap> map = map_of(points);
  if (!map) return map;
  const std::string loss = is_judged ? "inner loss" : results::shown_name(measure);
  const std::string &x_path = head.options.axes[x].path, &y_path = head.options.axes[y].path;
  map->title = fmt::format("{} of {}", loss, results::learner_title(*head.study, learner.name));
  map->description =
      fmt::format("Mean {} over {} and {}, with how many outer folds chose each point", loss, x_path, y_path);
  map->x_label = study::last_part(x_path);
  map->y_label = study::last_part(y_path);
  map->value_label = "mean " + loss;
  return map;
}

}  // namespace preimage::suite::render
