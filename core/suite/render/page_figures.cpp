#include "suite/render/page_figures.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/config/number.hpp"
#include "suite/figures/heat_map.hpp"
#include "suite/figures/strip_plot.hpp"
#include "suite/records/mean_text.hpp"
#include "suite/render/loss_map.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace fs = std::filesystem;

namespace {

/// Where a published number stands: measure, row title, column title.
struct Spot {
  std::string measure, row, column;
  records::Published published;
};

std::vector<Spot> published_spots(const PageStudy& study) {
  std::vector<Spot> spots;
  for (const PageReading& reading : study.readings) {
    for (const results::TableRow& row : reading.table.rows) {
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
    if (!results::is_comparable(reading.table.head)) continue;  // never beside a published number
    for (const results::TableRow& row : reading.table.rows) {
      if (row.measure != spot.measure || row.title != spot.row) continue;
      for (std::size_t c = 0; c < row.numbers.size(); ++c) {
        const results::TableNumber& number = row.numbers[c];
        if (reading.table.columns[c] != spot.column || !number.published) continue;
        figures::StripRow& line = rows.emplace_back();
        line.label = reading.table.head.reading;
        line.verdict = number.verdict;
        if (!number.ours) continue;
        line.value = number.ours->mean;
        if (results::has_spread(reading.table.head, row, number)) line.spread = number.ours->sd;
      }
    }
  }
  return rows;
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

}  // namespace preimage::suite::render
