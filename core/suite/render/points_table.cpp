#include "suite/render/points_table.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/render/screen_text.hpp"

namespace preimage::suite::render {

namespace {

std::vector<std::string> line_of(const results::SweepHead& head, const results::SweepLearner& learner,
                                 const std::vector<const results::SweepRow*>& rows,
                                 const std::set<std::string>& measures) {
  const results::SweepRow& first = *rows.front();
  std::vector<std::string> line = {std::to_string(first.point)};
  for (const std::size_t axis : learner.axes)
    line.push_back(base::name_excerpt(first.cell->reading->point[axis].value));
  for (const std::string& name : measures)
    line.push_back(results::mean_text(head, learner.name, results::fold_losses(rows, name)));
  return line;
}

}  // namespace

std::string points_table(const results::SweepHead& head, const results::SweepLearner& learner) {
  const std::set<std::string> measures = results::measures_of(learner);
  if (measures.empty()) return "";
  std::vector<std::vector<std::string>> lines = {{"point"}};
  for (const std::size_t axis : learner.axes) lines.front().push_back(head.options.axes[axis].path);
  lines.front().insert(lines.front().end(), measures.begin(), measures.end());
  const auto points = results::rows_by_point(learner);
  const std::size_t shown = std::min(points.size(), kMaxTablePoints);
  for (std::size_t i = 0; i < shown; ++i) lines.push_back(line_of(head, learner, points[i], measures));
  std::string text = fmt::format("  the mean of each point, in their order and none chosen; {}\n",
                                 results::spread_text(head));
  text += aligned_columns(std::vector<Align>(lines.front().size(), Align::left), lines, "  ");
  if (points.size() > shown)
    text += fmt::format("  and {} more points, in points.csv\n", points.size() - shown);
  return text;
}

}  // namespace preimage::suite::render
