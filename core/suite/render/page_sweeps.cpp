#include "suite/render/page_sweeps.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/figures/heat_map.hpp"
#include "suite/records/mean_text.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/render/curve.hpp"
#include "suite/render/loss_map.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/results/table_words.hpp"
#include "suite/study/axis.hpp"

namespace preimage::suite::render {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxSummaryBytes = std::size_t{1} << 20;

/// Mean of what all cells have; nothing where one of them does not.
class WholeMean {
 public:
  void add(const std::optional<double>& value) {
    ++cells_;
    if (!value) return;
    ++values_;
    sum_ += *value;
  }
  std::optional<double> value() const {
    return values_ > 0 && values_ == cells_ ? std::optional<double>(sum_ / static_cast<double>(values_))
                                            : std::nullopt;
  }
  bool any() const { return values_ > 0; }

 private:
  double sum_ = 0.0;
  std::size_t cells_ = 0, values_ = 0;
};

/// A point of one learner.
struct Point {
  std::vector<std::string> axes;  // "" of one that does not concern the learner
  std::vector<WholeMean> losses;  // inner loss, then the measures
  std::string config;
};

/// points.csv: which columns are axes (before "config") and which are losses.
struct Columns {
  explicit Columns(const data::CsvReader& csv)
      : point(csv.column("point")),
        first_axis(point + 1),
        end_of_axes(csv.column("config")),
        config(end_of_axes),
        learner(csv.column("learner")),
        first_loss(csv.column("inner_loss")),
        end_of_losses(csv.column("hyper_parameters")),
        status(csv.column("status")) {}
  std::size_t point, first_axis, end_of_axes, config, learner, first_loss, end_of_losses, status;
};

using Points = std::map<std::size_t, Point>;  // by number

std::size_t point_number(const data::CsvReader& csv, const std::string& text) {
  const std::optional<long> number = config::parse_integer(text);
  if (!number || *number < 0) {
    throw DataError(fmt::format("{}:{}: column 'point': expected a number from 0, found '{}'", csv.source(),
                                csv.line(), text));
  }
  return static_cast<std::size_t>(*number);
}

std::map<std::string, Points> read_points(data::CsvReader& csv, const Columns& columns) {
  std::map<std::string, Points> learners;
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    Point& point = learners[fields[columns.learner]][point_number(csv, fields[columns.point])];
    point.config = fields[columns.config];
    point.losses.resize(columns.end_of_losses - columns.first_loss);
    if (point.axes.empty()) {
      point.axes.assign(fields.begin() + static_cast<std::ptrdiff_t>(columns.first_axis),
                        fields.begin() + static_cast<std::ptrdiff_t>(columns.end_of_axes));
    }
    for (std::size_t l = 0; l < point.losses.size(); ++l) {
      const bool is_ok = fields[columns.status] == "ok";
      point.losses[l].add(is_ok ? config::parse_decimal(fields[columns.first_loss + l]) : std::nullopt);
    }
  }
  return learners;
}

/// How often each point is the best of an outer fold, by learner.
std::map<std::string, std::map<std::size_t, std::size_t>> read_best(const fs::path& file) {
  std::map<std::string, std::map<std::size_t, std::size_t>> counts;
  data::CsvReader csv = data::open_quoted_csv(file);
  const std::size_t point = csv.column("point"), learner = csv.column("learner");
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    if (!fields[point].empty()) ++counts[fields[learner]][point_number(csv, fields[point])];
  }
  return counts;
}

/// The axis as numbers where all its values are, each in one spelling (1.1 and 1.10 are two versions of a program), else as a
/// list of texts.
PageSweep::Column axis_column(const std::string& path, const Points& points, std::size_t axis) {
  PageSweep::Column column{study::last_part(path), path, "linear", {}};
  double low = HUGE_VAL, high = -HUGE_VAL;
  bool is_numeric = true;
  std::map<double, std::string> spelled;
  for (const auto& [number, point] : points) {
    const std::string& text = point.axes[axis];
    const std::optional<double> value = config::parse_decimal(text);
    is_numeric = is_numeric && value && spelled.emplace(*value, text).first->second == text;
    if (value) low = std::min(low, *value), high = std::max(high, *value);
    if (std::find(column.values.begin(), column.values.end(), text) == column.values.end() &&
        column.values.size() <= kMaxSweepRows)
      column.values.push_back(text);
  }
  if (is_numeric) {
    column.values.clear();
    if (low > 0.0 && high >= 100.0 * low) column.scale = "log10";
  } else {
    column.scale = "list";
  }
  return column;
}

std::optional<double> axis_value(const PageSweep::Column& column, const std::string& text) {
  if (column.scale != "list") return config::parse_decimal(text);
  const auto found = std::find(column.values.begin(), column.values.end(), text);
  return static_cast<double>(found - column.values.begin());
}

PageSweep sweep_of(const std::string& name, const std::string& learner, const Points& points,
                   const std::vector<std::string>& header, const Columns& columns,
                   const std::map<std::size_t, std::size_t>& best) {
  PageSweep sweep;
  sweep.name = name;
  sweep.learner = learner;
  const Point& first = points.begin()->second;
  std::vector<std::size_t> axes, losses;
  for (std::size_t a = 0; a < first.axes.size(); ++a) {
    if (first.axes[a].empty()) continue;
    axes.push_back(a);
    sweep.columns.push_back(axis_column(header[columns.first_axis + a], points, a));
  }
  for (std::size_t l = 0; l < first.losses.size(); ++l) {
    if (std::none_of(points.begin(), points.end(), [&](const auto& p) { return p.second.losses[l].any(); }))
      continue;
    losses.push_back(l);
    sweep.columns.push_back({results::shown_name(header[columns.first_loss + l]), "", "linear", {}});
  }
  for (const auto& [number, point] : points) {
    if (sweep.rows.size() == kMaxSweepRows) break;
    std::vector<std::optional<double>>& row = sweep.rows.emplace_back();
    for (std::size_t i = 0; i < axes.size(); ++i)
      row.push_back(axis_value(sweep.columns[i], point.axes[axes[i]]));
    for (const std::size_t l : losses) row.push_back(point.losses[l].value());
    const auto count = best.find(number);
    sweep.chosen.push_back(count == best.end() ? 0 : count->second);
  }
  sweep.left_out = points.size() - sweep.rows.size();
  return sweep;
}

/// Rows at the end of points.csv that are gone would not show otherwise.
void require_points(const Points& points, const std::map<std::size_t, std::size_t>& best,
                    const fs::path& folder) {
  for (const auto& [number, count] : best) {
    if (!points.contains(number)) {
      throw DataError(
          fmt::format("{}: best.csv names point {}, which points.csv does not have: run the sweep again",
                      folder.string(), number));
    }
  }
}

/// The picture of the sweep's curve.csv; nothing where there is none.
std::optional<PageFigure> curve_figure(const fs::path& folder, std::size_t number,
                                       const std::function<std::string(const std::string&)>& title_of) {
  const fs::path numbers = folder / kCurveNumbers;
  if (!fs::exists(numbers)) return std::nullopt;
  const Curve curve = read_curve(data::open_quoted_csv(numbers));
  figures::LinePlot plot = curve_plot(curve, title_of);
  plot.id_prefix = fmt::format("curve-{}", number);
  try {
    return PageFigure{folder / kCurvePicture, curve_caption(curve), figures::line_plot_svg(plot), ""};
  } catch (const NumericalError& error) {  // a file that was changed
    throw DataError(numbers.string() + ": " + error.what());
  }
}

/// A value of an axis as text.
std::string axis_text(const PageSweep::Column& column, double value) {
  return column.scale == "list" ? column.values[static_cast<std::size_t>(value)]
                                : records::without_sign_of_zero(config::number_text(value));
}

/// Axes, values and choices of the map; nothing where there is none to draw.
std::optional<figures::HeatMap> heat_map_of(const PageSweep& sweep, std::size_t loss, const MapWords& words) {
  std::vector<MapPoint> points;
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const auto& row = sweep.rows[i];
    if (!row[0] || !row[1]) continue;
    points.push_back({axis_text(sweep.columns[0], *row[0]), axis_text(sweep.columns[1], *row[1]), row[loss],
                      sweep.chosen[i]});
  }
  return loss_map(points, words);
}

/// Of the mean inner loss (or the first loss) over the first two axes, of other axes the smallest. The sweep's own drawing lies
/// at `path`, which is only named. None where there are not two axes, one has one value or more than kMaxHeatMapSide, or no
/// point has a loss.
void add_heat_map(PageSweep& sweep, std::size_t number, const fs::path& path) {
  const std::size_t loss = sweep.first_loss();
  if (loss < 2 || loss == sweep.columns.size() || sweep.left_out > 0) return;
  const MapWords words{sweep.columns[loss].title, sweep.title, sweep.columns[0].path, sweep.columns[1].path,
                       loss > 2};
  std::optional<figures::HeatMap> map = heat_map_of(sweep, loss, words);
  if (!map) return;
  map->id_prefix = fmt::format("heat-{}", number);
  sweep.heat_map = PageFigure{path, map_caption(words), figures::heat_map_svg(*map), ""};
}

void read_sweep(const fs::path& folder, std::vector<PageSweep>& sweeps, const LearnerTitles& title_of) {
  data::CsvReader csv = data::open_quoted_csv(folder / "points.csv");
  const Columns columns(csv);
  const std::map<std::string, Points> learners = read_points(csv, columns);
  const auto best = read_best(folder / "best.csv");
  const std::size_t first = sweeps.size();
  const std::string config = learners.empty()
                                 ? std::string()
                                 : learners.begin()->second.begin()->second.config;  // of one in all rows
  std::optional<PageFigure> curve =
      curve_figure(folder, first, [&](const std::string& learner) { return title_of(config, learner); });
  const std::string summary = base::read_file(folder / "summary.txt", kMaxSummaryBytes);
  for (const auto& [learner, counts] : best)
    require_points(learners.contains(learner) ? learners.at(learner) : Points{}, counts, folder);
  for (const auto& [learner, points] : learners) {
    const auto counts = best.find(learner);
    sweeps.push_back(sweep_of(folder.filename().string(), learner, points, csv.header(), columns,
                              counts == best.end() ? std::map<std::size_t, std::size_t>{} : counts->second));
    sweeps.back().title = title_of(config, learner);
    sweeps.back().summary = summary;
    add_heat_map(sweeps.back(), sweeps.size() - 1, folder / results::heat_map_file(learner));
  }
  if (first >= sweeps.size() || !curve) return;
  sweeps[first].curve = std::move(curve);
}

}  // namespace

std::vector<PageSweep> read_sweeps(const fs::path& results, PageWarning& warnings,
                                   const LearnerTitles& title_of) {
  std::vector<PageSweep> sweeps;
  const fs::path sweeps_folder = records::ResultsFolder(results).sweeps();
  if (!fs::is_directory(sweeps_folder)) return sweeps;
  std::set<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(sweeps_folder)) {
    if (entry.is_directory()) folders.insert(entry.path());
  }
  for (const fs::path& folder : folders) {
    try {
      read_sweep(folder, sweeps, title_of);
    } catch (const DataError& error) {
      warnings.lines.emplace_back(error.what());
    }
  }
  return sweeps;
}

}  // namespace preimage::suite::render
