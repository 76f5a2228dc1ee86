#include "suite/render/curve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

constexpr const char* kInnerLoss = "inner_loss";
constexpr std::size_t kMaxBars = 12;  // of a line; more would hide it
constexpr double kManyTimes = 100.0;  // between the ends of a logarithmic axis
constexpr double kSameRatio = 1e-6;

/// The inner loss, by which the sweep judges, where all learners have one; else what the experiment reports
/// first.
std::string drawn_loss(const results::SweepHead& head, const std::vector<results::SweepLearner>& learners) {
  const bool all_judged = std::ranges::all_of(learners, results::is_judged);
  const std::vector<std::string>& measures = head.study->readings.front().experiment.measures;
  return all_judged || measures.empty() ? kInnerLoss : measures.front();
}

/// "SD over 2 repetitions"
std::string spread_of(const results::SweepHead& head) {
  if (head.has_spread()) return results::spread_words(head.repetitions, head.same_splits);
  return head.repetitions == 1 ? "none (1 repetition without folds)" : "none (one fold, the same each time)";
}

void add_points(const results::SweepHead& head, const results::SweepLearner& learner, Curve& curve) {
  const std::size_t first = curve.points.size();
  for (const std::vector<const results::SweepRow*>& rows : results::rows_by_point(learner)) {
    const auto ours = results::summarise(
        head, learner.name, results::fold_losses(rows, curve.loss == kInnerLoss ? "" : curve.loss));
    const std::optional<double> value = config::parse_decimal(rows.front()->cell->reading->point[0].value);
    if (ours && value) {
      curve.points.push_back({learner.name, *value, ours->mean, ours->sd});
    } else {  // a cell of the point has no result
      ++curve.left_out;
    }
  }
  std::stable_sort(curve.points.begin() + static_cast<std::ptrdiff_t>(first), curve.points.end(),
                   [](const CurvePoint& a, const CurvePoint& b) { return a.value < b.value; });
}

std::vector<double> values_of(const Curve& curve) {
  std::vector<double> values = base::collect(curve.points, &CurvePoint::value);
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// Whether each is the same multiple of the one before.
bool is_geometric(const std::vector<double>& values) {
  if (values.size() < 3) return false;
  for (std::size_t i = 2; i < values.size(); ++i) {
    const double ratio = values[i] * values[i - 2] / (values[i - 1] * values[i - 1]);
    if (!(std::abs(ratio - 1.0) < kSameRatio)) return false;
  }
  return true;
}

}  // namespace

std::optional<Curve> curve_of(const results::SweepHead& head,
                              const std::vector<results::SweepLearner>& learners) {
  if (head.options.axes.size() != 1 || !study::bounds_of(head.options.axes.front()) || learners.empty())
    return std::nullopt;
  Curve curve{head.options.axes.front().path, drawn_loss(head, learners), spread_of(head), 0, {}};
  for (const results::SweepLearner& learner : learners) add_points(head, learner, curve);
  return values_of(curve).size() < 2 ? std::nullopt : std::optional<Curve>(std::move(curve));
}

std::string curve_csv(const Curve& curve) {
  std::string text = "axis,learner,value,loss,mean,spread,spread_of,left_out\n";
  for (const CurvePoint& point : curve.points) {
    text += data::csv_line({curve.axis, point.learner, config::number_text(point.value), curve.loss,
                            config::number_text(point.mean), config::number_text(point.spread), curve.spread,
                            std::to_string(curve.left_out)});
  }
  return text;
}

figures::LinePlot curve_plot(const Curve& curve,
                             const std::function<std::string(const std::string& learner)>& title_of) {
  const std::vector<double> values = values_of(curve);
  figures::LinePlot plot;
  plot.id_prefix = "curve";
  plot.title = fmt::format("{} by {}", results::shown_name(curve.loss), study::last_part(curve.axis));
  plot.x_label = curve.axis;
  plot.y_label = "mean " + results::shown_name(curve.loss);
  plot.has_value_strip = true;
  if (values.front() > 0.0 && (values.back() >= kManyTimes * values.front() || is_geometric(values))) {
    const bool doubles = is_geometric(values) && values.size() > 2 && values[1] / values[0] < 4.5 &&
                         values.back() < kManyTimes * values.front();
    plot.x_scale = doubles ? figures::Scale::log2 : figures::Scale::log10;
  }
  std::string learner;
  for (const CurvePoint& point : curve.points) {
    if (learner != point.learner || plot.series.empty())
      plot.series.push_back({title_of(point.learner), {}, {}, {}});
    learner = point.learner;
    figures::Series& series = plot.series.back();
    series.x.push_back(point.value);
    series.y.push_back(point.mean);
    series.error.push_back(point.spread);
  }
  for (const figures::Series& series : plot.series)
    plot.has_bands = plot.has_bands || series.x.size() > kMaxBars;
  plot.caption = (plot.has_bands ? "bands: " : "bars: ") + curve.spread +
                 "; beside the axis: the colours of a heat map, dark where it is low";
  return plot;
}

}  // namespace preimage::suite::render
