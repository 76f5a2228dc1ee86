#include "experiments/benchmarks/scaling_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "experiments/benchmarks/power_law.hpp"
#include "suite/render/screen_text.hpp"

namespace preimage::experiments::benchmarks {

namespace {

constexpr const char* kNothing = "-";

using Row = std::vector<std::string>;

Row header_of(const ScalingLines& lines) {
  Row header = {"n"};
  for (std::size_t l = 0; l < lines.lines.size(); ++l) {
    header.push_back(lines.lines[l].name + " s");
    header.push_back("MiB");
    if (l > 0) header.emplace_back("ratio");
  }
  if (lines.lines.size() > 1) header.emplace_back("difference");
  return header;
}

Row row_of(const ScalingLines& lines, std::size_t i) {
  Row row = {std::to_string(lines.n[i])};
  const std::optional<ScalingCost>& ours = lines.lines.front().costs[i];
  for (std::size_t l = 0; l < lines.lines.size(); ++l) {
    const std::optional<ScalingCost>& cost = lines.lines[l].costs[i];
    row.push_back(cost ? fmt::format("{:.3g}", cost->seconds) : kNothing);
    row.push_back(cost ? fmt::format("{:.0f}", cost->peak_mib) : kNothing);
    if (l > 0) row.push_back(cost && ours ? fmt::format("{:.1f}", cost->seconds / ours->seconds) : kNothing);
  }
  const std::optional<double>& difference = lines.differences[i];
  if (lines.lines.size() > 1) row.push_back(difference ? fmt::format("{:.1e}", *difference) : kNothing);
  return row;
}

struct Curve {
  std::vector<double> n, seconds, mib;
};

Curve curve_of(const ScalingLines& lines, const ScalingLine& line) {
  Curve curve;
  for (std::size_t i = 0; i < lines.n.size(); ++i) {
    if (!line.costs[i]) continue;
    curve.n.push_back(static_cast<double>(lines.n[i]));
    curve.seconds.push_back(line.costs[i]->seconds);
    curve.mib.push_back(line.costs[i]->peak_mib);
  }
  return curve;
}

std::string growth_text(const ScalingLines& lines, const ScalingLine& line) {
  const Curve curve = curve_of(lines, line);
  if (curve.n.size() < 2) return fmt::format("  {}: too few sizes for an exponent\n", line.name);
  const PowerLaw seconds = fitted_power_law(curve.n, curve.seconds);
  const PowerLaw memory = fitted_power_law(curve.n, curve.mib);
  return fmt::format("  {}: seconds grow as {}, memory as {}\n", line.name, seconds.text(), memory.growth());
}

}  // namespace

std::string scaling_text(const ScalingLines& lines) {
  std::vector<Row> rows = {header_of(lines)};
  for (std::size_t i = 0; i < lines.n.size(); ++i) rows.push_back(row_of(lines, i));
  const std::vector<suite::render::Align> right(rows.front().size(), suite::render::Align::right);
  std::string text =
      fmt::format("{}; n: {}\n", lines.work, lines.size) + suite::render::aligned_columns(right, rows, "  ");
  for (const ScalingLine& line : lines.lines) text += growth_text(lines, line);
  return text;
}

suite::figures::LinePlot scaling_plot(const std::string& title, const std::vector<ScalingLines>& pieces,
                                      const std::string& caption) {
  suite::figures::LinePlot plot;
  plot.title = title;
  plot.x_label = pieces.front().size;
  plot.y_label = "seconds of CPU";
  plot.x_scale = plot.y_scale = suite::figures::Scale::log10;
  plot.caption = caption;
  for (const ScalingLines& piece : pieces) {
    for (const ScalingLine& line : piece.lines) {
      Curve curve = curve_of(piece, line);
      if (curve.n.empty()) continue;
      const std::string growth =
          curve.n.size() < 2 ? ""
                             : fmt::format(", n^{:.1f}", fitted_power_law(curve.n, curve.seconds).exponent);
      plot.series.push_back({line.name + growth, std::move(curve.n), std::move(curve.seconds), {}});
    }
  }
  return plot;
}

}  // namespace preimage::experiments::benchmarks
