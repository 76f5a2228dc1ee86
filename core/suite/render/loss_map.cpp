#include "suite/render/loss_map.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// The different values of an axis: as numbers, where all are, else in their own order.
std::vector<std::string> values_on(const std::vector<MapPoint>& points, std::string MapPoint::*axis) {
  std::vector<std::string> values;
  for (const MapPoint& point : points) {
    if (std::find(values.begin(), values.end(), point.*axis) == values.end()) values.push_back(point.*axis);
    if (values.size() > kMaxHeatMapSide) return values;
  }
  const bool are_numbers = std::all_of(values.begin(), values.end(), [](const std::string& value) {
    return config::parse_decimal(value).has_value();
  });
  if (are_numbers) {
    std::sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) {
      return *config::parse_decimal(a) < *config::parse_decimal(b);
    });
  }
  return values;
}

std::size_t place_of(const std::vector<std::string>& values, const std::string& value) {
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), value) - values.begin());
}

/// Mean of what all cells of a point have, by point.
std::map<std::size_t, std::optional<double>> means_of(const results::SweepLearner& learner,
                                                      const std::string& measure) {
  std::map<std::size_t, std::vector<double>> values;
  std::map<std::size_t, std::size_t> cells;
  for (const results::SweepRow& row : learner.rows) {
    const std::optional<double> value =
        measure.empty() ? row.result->inner_loss : results::measure_in(row, measure);
    ++cells[row.point];
    if (value && row.result->status == "ok") values[row.point].push_back(*value);
  }
  std::map<std::size_t, std::optional<double>> means;
  for (const auto& [point, count] : cells) {
    const std::vector<double>& found = values[point];
    means[point] = found.size() == count ? std::optional<double>(records::mean(found)) : std::nullopt;
  }
  return means;
}

}  // namespace

std::string map_caption(const MapWords& words) {
  return fmt::format(
      "Mean {} by {} and {}{}; a ring holds the number of outer folds whose inner folds chose the point.",
      words.loss, words.x_path, words.y_path,
      words.has_more_axes ? ", the smallest over the other axes" : "");
}

std::optional<figures::HeatMap> loss_map(const std::vector<MapPoint>& points, const MapWords& words) {
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
  map.title = fmt::format("{} of {}", words.loss, words.learner);
  map.description = fmt::format("Mean {} over {} and {}, with how many outer folds chose each point",
                                words.loss, words.x_path, words.y_path);
  map.x_label = study::last_part(words.x_path);
  map.y_label = study::last_part(words.y_path);
  map.value_label = "mean " + words.loss;
  return map;
}

std::optional<figures::HeatMap> loss_map_of(const results::SweepHead& head,
                                            const results::SweepLearner& learner) {
  if (learner.axes.size() < 2 || learner.rows.empty()) return std::nullopt;
  const bool is_judged =
      std::any_of(learner.rows.begin(), learner.rows.end(),
                  [](const results::SweepRow& row) { return row.result->inner_loss.has_value(); });
  const std::vector<std::string>& measures = head.study->readings.front().experiment.measures;
  if (!is_judged && measures.empty()) return std::nullopt;
  const std::string measure = is_judged ? "" : measures.front();
  std::map<std::size_t, std::size_t> chosen;
  for (const results::SweepBest& best : results::best_points(learner)) {
    if (best.row() != nullptr) ++chosen[best.row()->point];
  }
  const auto means = means_of(learner, measure);
  const std::size_t x = learner.axes[0], y = learner.axes[1];
  std::vector<MapPoint> points;
  std::size_t last = learner.rows.front().point + 1;
  for (const results::SweepRow& row : learner.rows) {
    if (row.point == last) continue;
    last = row.point;
    points.push_back(
        {row.cell->reading->point[x].value, row.cell->reading->point[y].value, means.at(last), chosen[last]});
  }
  return loss_map(points, {is_judged ? "inner loss" : results::shown_name(measure),
                           results::learner_title(*head.study, learner.name), head.options.axes[x].path,
                           head.options.axes[y].path, learner.axes.size() > 2});
}

}  // namespace preimage::suite::render
