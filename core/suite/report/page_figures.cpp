#include "suite/report/page_figures.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/number.hpp"
#include "suite/figures/heat_map.hpp"
#include "suite/figures/strip_plot.hpp"
#include "suite/report/page_parts.hpp"
#include "suite/tables/table_words.hpp"

namespace preimage::suite::report {

namespace fs = std::filesystem;

namespace {

/// Where a published number stands: measure, row title, column title.
struct Spot {
  std::string measure, row, column;
  statistics::Published published;
};

std::vector<Spot> published_spots(const PageStudy& study) {
  std::vector<Spot> spots;
  for (const PageReading& reading : study.readings) {
    for (const tables::TableRow& row : reading.table.rows) {
      for (std::size_t c = 0; c < row.numbers.size(); ++c) {
        const std::string& column = reading.table.columns[c];
        const bool is_known = std::any_of(spots.begin(), spots.end(), [&](const Spot& spot) {
          return spot.measure == row.measure && spot.row == row.title && spot.column == column;
        });
        if (row.numbers[c].published && !is_known)
          spots.push_back({row.measure, row.title, column, *row.numbers[c].published});
      }
    }
  }
  return spots;
}

/// A line of the strip for every reading whose table has the spot.
std::vector<figures::StripRow> strip_rows(const PageStudy& study, const Spot& spot) {
  std::vector<figures::StripRow> rows;
  for (const PageReading& reading : study.readings) {
    if (!tables::is_comparable(reading.table.head)) continue;  // never beside a published number
    for (const tables::TableRow& row : reading.table.rows) {
      if (row.measure != spot.measure || row.title != spot.row) continue;
      for (std::size_t c = 0; c < row.numbers.size(); ++c) {
        const tables::TableNumber& number = row.numbers[c];
        if (reading.table.columns[c] != spot.column || !number.published) continue;
        figures::StripRow& line = rows.emplace_back();
        line.label = reading.table.head.reading;
        line.verdict = number.verdict;
        if (!number.ours) continue;
        line.value = number.ours->mean;
        if (tables::has_spread(reading.table.head, row)) line.spread = number.ours->sd;
      }
    }
  }
  return rows;
}

/// The values of a column in ascending order, or a list's in its own.
std::vector<double> values_of(const PageSweep& sweep, std::size_t column) {
  std::set<double> values;
  for (const auto& row : sweep.rows) {
    if (row[column]) values.insert(*row[column]);
  }
  return {values.begin(), values.end()};
}

std::vector<std::string> labels_of(const PageSweep::Column& column, const std::vector<double>& values) {
  std::vector<std::string> labels;
  for (const double value : values)
    labels.push_back(column.scale == "list" ? column.values[static_cast<std::size_t>(value)]
                                            : base::number_text(value));
  return labels;
}

/// Of a list the values are places.
std::size_t place_of(const std::vector<double>& values, double value) {
  return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
}

/// Where the first loss of a sweep stands among its columns.
std::size_t first_loss(const PageSweep& sweep) {
  const auto is_loss = [](const PageSweep::Column& column) { return column.path.empty(); };
  return static_cast<std::size_t>(std::find_if(sweep.columns.begin(), sweep.columns.end(), is_loss) -
                                  sweep.columns.begin());
}

/// Axes, values and choices of the map; nothing where there is none to draw.
std::optional<figures::HeatMap> heat_map_of(const PageSweep& sweep, std::size_t loss) {
  const std::vector<double> xs = values_of(sweep, 0), ys = values_of(sweep, 1);
  const auto fits = [](const auto& values) { return values.size() > 1 && values.size() <= kMaxHeatMapSide; };
  if (!fits(xs) || !fits(ys)) return std::nullopt;
  figures::HeatMap map;
  map.values.assign(ys.size(), std::vector<std::optional<double>>(xs.size()));
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> times;  // by row and column
  bool any = false;
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const auto& row = sweep.rows[i];
    if (!row[0] || !row[1]) continue;
    const std::size_t x = place_of(xs, *row[0]), y = place_of(ys, *row[1]);
    std::optional<double>& value = map.values[y][x];
    if (row[loss] && (!value || *row[loss] < *value)) value = row[loss];
    any = any || value;
    if (sweep.chosen[i] > 0) times[{y, x}] += sweep.chosen[i];
  }
  if (!any) return std::nullopt;
  for (const auto& [at, count] : times) map.chosen.push_back({at.first, at.second, count});
  map.columns = labels_of(sweep.columns[0], xs);
  map.rows = labels_of(sweep.columns[1], ys);
  return map;
}

}  // namespace

void add_strips(PageStudy& study, const fs::path& stem, records::OptionalWriting& writing) {
  if (study.readings.size() < 2) return;
  for (const Spot& spot : published_spots(study)) {
    const std::string title = fmt::format("{}, {}", spot.row, spot.column);
    figures::StripPlot plot;
    plot.rows = strip_rows(study, spot);
    const bool any =
        std::any_of(plot.rows.begin(), plot.rows.end(), [](const auto& row) { return row.value; });
    if (plot.rows.size() < 2 || !any) continue;
    const std::size_t k = study.strips.size() + 1;
    plot.id_prefix = html_anchor("strip-", fmt::format("{}-{}", study.config, k));
    plot.title = title;
    plot.description = fmt::format("What {} readings of {} give for this number, beside the published one",
                                   plot.rows.size(), study.title);
    plot.x_label = spot.row;
    plot.published = spot.published;
    const fs::path path = stem.string() + fmt::format("_readings_{}.svg", k);
    const std::string svg = figures::strip_plot_svg(plot);
    study.strips.push_back({path, "", svg, ""});
    writing.attempt([&] { base::write_file_durably(path, svg); });
  }
}

void add_heat_map(PageSweep& sweep, std::size_t number, const fs::path& stem,
                  records::OptionalWriting& writing) {
  const std::size_t loss = first_loss(sweep);
  if (loss < 2 || loss == sweep.columns.size() || sweep.left_out > 0) return;
  std::optional<figures::HeatMap> map = heat_map_of(sweep, loss);
  if (!map) return;
  const std::string& title = sweep.columns[loss].title;
  const std::string &x = sweep.columns[0].path, &y = sweep.columns[1].path;
  map->id_prefix = fmt::format("heat-{}", number);
  map->title = fmt::format("{} of {}", title, sweep.learner);
  map->description =
      fmt::format("Mean {} over {} and {}, with how many outer folds chose each point", title, x, y);
  map->x_label = sweep.columns[0].title;
  map->y_label = sweep.columns[1].title;
  map->value_label = "mean " + title;
  const fs::path path = stem.string() + "_heat_map.svg";
  sweep.heat_map =
      PageFigure{path,
                 fmt::format("Mean {} by {} and {}{}; a ring holds the number of outer folds whose "
                             "inner folds chose the point.",
                             title, x, y, loss > 2 ? ", the smallest over the other axes" : ""),
                 figures::heat_map_svg(*map), ""};
  writing.attempt([&] { base::write_file_durably(path, sweep.heat_map->svg); });
}

}  // namespace preimage::suite::report
