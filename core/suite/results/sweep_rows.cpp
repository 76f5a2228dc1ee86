#include "suite/results/sweep_rows.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "preimage/base/ties.hpp"
#include "suite/config/number.hpp"
#include "suite/records/paired_differences.hpp"
#include "suite/results/run_warnings.hpp"
#include "suite/study/grid_points.hpp"

namespace preimage::suite::results {

namespace {

constexpr std::size_t kFewestValues = 3;  // every choice among two lies on an end
constexpr double kNear = 0.05;

/// Of a cell without a record `missing`.
std::shared_ptr<const SweepResult> result_of(const study::Cell& cell, records::RecordStore& store,
                                             const std::shared_ptr<const SweepResult>& missing) {
  const std::optional<records::ResultRecord> record = store.find(cell.key);
  if (!record) return missing;
  SweepResult result{record->status, record->reason, record->inner_loss, {}, record->chosen};
  for (const auto& [name, values] : record->measures) {
    if (!values.empty()) result.measures[name] = records::mean(values);
  }
  return std::make_shared<const SweepResult>(std::move(result));
}

/// Of cells with one key those of the first point alone, in the order of points, repetitions and folds.
void keep_distinct(std::vector<SweepRow>& rows) {
  std::ranges::sort(rows, {}, [](const SweepRow& row) { return std::tie(row.cell->key, row.point); });
  const auto same_key = [](const SweepRow& a, const SweepRow& b) { return a.cell->key == b.cell->key; };
  rows.erase(std::unique(rows.begin(), rows.end(), same_key), rows.end());
  std::ranges::sort(rows, {}, [](const SweepRow& row) {
    return std::tie(row.point, row.cell->repetition, row.cell->outer_fold);
  });
}

/// The axes of which a learner prefers larger or smaller values, in the order of its grid: what is declared
/// last counts first.
std::vector<std::pair<std::size_t, registry::Preferred>> preferences_of(const SweepLearner& learner,
                                                                        const study::SweepOptions& options) {
  std::vector<std::pair<std::size_t, registry::Preferred>> result;
  const auto all = parameters_of(*learner.rows.front().cell->reading, learner.name);
  for (auto facts = all.rbegin(); facts != all.rend(); ++facts) {
    for (const std::size_t a : learner.axes) {
      const bool is_it = options.axes[a].path == "learners." + learner.name + "." + facts->name;
      if (is_it && facts->preferred != registry::Preferred::as_written)
        result.emplace_back(a, facts->preferred);
    }
  }
  return result;
}

/// Places of an axis' values in the order in which they were given; of values drawn at random none.
std::map<std::string, std::size_t> places_of(const study::Axis& axis, bool is_random) {
  std::map<std::string, std::size_t> places;
  if (is_random && study::is_interval(axis)) return places;
  for (const std::string& value : study::axis_values(axis)) places.emplace(value, places.size());
  return places;
}

/// Points in the order in which the learner prefers them: values of other axes as they were given, then those
/// it prefers.
void rank_points(SweepLearner& learner, const study::SweepOptions& options) {
  if (learner.rows.empty()) return;
  const auto preferences = preferences_of(learner, options);
  std::vector<std::pair<std::size_t, std::map<std::string, std::size_t>>> given;
  for (const std::size_t a : learner.axes) {
    const bool is_preferred =
        std::ranges::any_of(preferences, [&](const auto& preference) { return preference.first == a; });
    if (!is_preferred) given.emplace_back(a, places_of(options.axes[a], options.random.has_value()));
  }
  std::map<std::vector<double>, std::vector<SweepRow*>> by_key;
  for (SweepRow& row : learner.rows) {
    std::vector<double> key;
    for (const auto& [a, places] : given) {
      const auto place = places.find(row.cell->reading->point[a].value);
      key.push_back(place == places.end() ? 0.0 : static_cast<double>(place->second));
    }
    for (const auto& [a, preferred] : preferences) {
      const double value = config::parse_decimal(row.cell->reading->point[a].value).value_or(0.0);
      key.push_back(preferred == registry::Preferred::larger ? -value : value);
    }
    key.push_back(static_cast<double>(row.point));
    by_key[std::move(key)].push_back(&row);
  }
  std::size_t rank = 0;
  for (const auto& [key, rows] : by_key) {
    for (SweepRow* row : rows) row->rank = rank;
    ++rank;
  }
}

/// The outer folds all of whose best points have an axis' value at an end, or near it: within the outermost
/// 5 % of an interval.
SweepEdge edge(const std::vector<SweepBest>& best, const study::Axis& axis, std::size_t place, double end,
               bool is_near) {
  SweepEdge result{axis.path, config::number_text(end), is_near, 0, 0};
  for (const SweepBest& b : best) {
    if (b.equals.empty()) continue;
    ++result.folds;
    const bool all = std::ranges::all_of(b.equals, [&](const SweepRow* row) {
      const double value = *config::parse_decimal(row->cell->reading->point[place].value);
      if (!is_near) return value == end;
      const double position = study::position_in(*axis.range, value);
      return end == axis.range->low ? position <= kNear : position >= 1.0 - kNear;
    });
    result.count += all ? 1 : 0;
  }
  return result;
}

}  // namespace

std::vector<SweepLearner> collect_sweep(const study::Plan& sweep, const study::SweepOptions& options,
                                        records::RecordStore& store) {
  std::vector<SweepLearner> learners;
  for (std::size_t point = 0; point < sweep.readings.size(); ++point) {
    for (const study::Cell& cell : sweep.readings[point].cells) {
      const std::string& name = *cell.learner;
      auto found = std::ranges::find(learners, name, &SweepLearner::name);
      if (found == learners.end()) {
        found = learners.insert(learners.end(), {name, {}, {}});
        for (std::size_t a = 0; a < options.axes.size(); ++a) {
          if (study::concerns(options.axes[a], name)) found->axes.push_back(a);
        }
      }
      found->rows.push_back({point, &cell, nullptr});
    }
  }
  const auto missing = std::make_shared<const SweepResult>();
  for (SweepLearner& learner : learners) {
    keep_distinct(learner.rows);
    for (SweepRow& row : learner.rows) row.result = result_of(*row.cell, store, missing);
    rank_points(learner, options);
  }
  return learners;
}

std::vector<std::size_t> equal_to_smallest_loss(const std::vector<double>& losses) {
  std::vector<double> roundings;
  for (const double loss : losses) roundings.push_back(0.5 * records::kRoundingOfLosses * std::abs(loss));
  return base::equal_to_smallest(losses, roundings);
}

std::vector<std::size_t> preferred_of_equals(const std::vector<double>& losses,
                                             const std::vector<const SweepRow*>& rows) {
  if (losses.empty()) return {};
  std::vector<std::size_t> equals = equal_to_smallest_loss(losses);
  std::ranges::stable_sort(equals, {},
                           [&](std::size_t i) { return std::tie(rows[i]->rank, rows[i]->point); });
  return equals;
}

std::vector<std::vector<const SweepRow*>> rows_by_point(const SweepLearner& learner) {
  std::vector<std::vector<const SweepRow*>> points;
  for (const SweepRow& row : learner.rows) {
    if (points.empty() || points.back().front()->point != row.point) points.emplace_back();
    points.back().push_back(&row);
  }
  return points;
}

FoldLosses fold_losses(const std::vector<const SweepRow*>& rows, const std::string& measure) {
  FoldLosses losses;
  for (const SweepRow* row : rows) {
    losses.resize(static_cast<std::size_t>(row->cell->repetition) + 1);
    losses.back().push_back(measure_in(*row, measure));
  }
  return losses;
}

FoldLosses fold_losses(const std::vector<SweepBest>& best, const std::string& measure) {
  FoldLosses losses;
  for (const SweepBest& b : best) {
    losses.resize(static_cast<std::size_t>(b.repetition) + 1);
    losses.back().push_back(b.row() == nullptr ? std::nullopt : measure_in(*b.row(), measure));
  }
  return losses;
}

std::optional<double> measure_in(const SweepRow& row, const std::string& name) {
  if (name.empty()) return row.result->inner_loss;
  const auto found = row.result->measures.find(name);
  return found == row.result->measures.end() ? std::nullopt : std::optional<double>(found->second);
}

std::optional<double> mean_of(const std::vector<const SweepRow*>& rows, const std::string& measure) {
  std::vector<double> values;
  for (const SweepRow* row : rows) {
    const std::optional<double> value = measure_in(*row, measure);
    if (!value || row->result->status != "ok") return std::nullopt;
    values.push_back(*value);
  }
  return records::mean(values);
}

std::set<std::string> measures_of(const SweepLearner& learner) {
  std::set<std::string> names;
  for (const SweepRow& row : learner.rows) {
    for (const auto& [name, value] : row.result->measures) names.insert(name);
  }
  return names;
}

bool is_judged(const SweepLearner& learner) {
  return std::ranges::any_of(learner.rows,
                             [](const SweepRow& row) { return row.result->inner_loss.has_value(); });
}

std::vector<SweepBest> best_points(const SweepLearner& learner) {
  if (!is_judged(learner)) return {};
  std::map<std::pair<int, int>, SweepBest> best;
  for (const SweepRow& row : learner.rows) {
    SweepBest& b = best[{row.cell->repetition, row.cell->outer_fold}];
    b.repetition = row.cell->repetition;
    b.outer_fold = row.cell->outer_fold;
    if (row.result->status != "ok") ++b.failed;
    if (row.result->inner_loss) b.equals.push_back(&row);
  }
  std::vector<SweepBest> result;
  for (auto& [place, b] : best) {
    std::vector<double> losses;
    for (const SweepRow* row : b.equals) losses.push_back(*row->result->inner_loss);
    std::vector<const SweepRow*> equals;
    for (const std::size_t i : preferred_of_equals(losses, b.equals)) equals.push_back(b.equals[i]);
    b.equals = std::move(equals);
    result.push_back(std::move(b));
  }
  return result;
}

std::vector<SweepEdge> edges_of(const SweepLearner& learner, const std::vector<SweepBest>& best,
                                const study::SweepOptions& options) {
  std::vector<SweepEdge> edges;
  for (const std::size_t a : learner.axes) {
    const study::Axis& axis = options.axes[a];
    const std::optional<std::pair<double, double>> bounds = study::bounds_of(axis);
    const bool is_near = options.random && study::is_interval(axis);
    if (!bounds || (!is_near && study::axis_values(axis).size() < kFewestValues)) continue;
    for (const double end : {bounds->first, bounds->second})
      edges.push_back(edge(best, axis, a, end, is_near));
  }
  std::erase_if(edges, [](const SweepEdge& found) { return found.count == 0; });
  return edges;
}

}  // namespace preimage::suite::results
