#include "suite/render/points_table.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/render/screen_text.hpp"

namespace preimage::suite::render {

namespace {

using TableLines = std::vector<std::vector<std::string>>;
using PointRows = std::vector<results::SweepRow>::const_iterator;

std::set<std::string> measures_in(const results::SweepLearner& learner) {
  std::set<std::string> names;
  for (const results::SweepRow& row : learner.rows) {
    for (const auto& [name, value] : row.result->measures) names.insert(name);
  }
  return names;
}

std::vector<std::string> line_of(const results::SweepHead& head, const results::SweepLearner& learner,
                                 PointRows begin, PointRows end, const std::set<std::string>& measures) {
  std::vector<std::string> line = {std::to_string(begin->point)};
  for (const std::size_t axis : learner.axes)
    line.push_back(base::name_excerpt(begin->cell->reading->point[axis].value));
  for (const std::string& name : measures) {
    results::FoldLosses losses;
    for (PointRows row = begin; row != end; ++row) {
      losses.resize(static_cast<std::size_t>(row->cell->repetition) + 1);
      losses.back().push_back(results::measure_in(*row, name));
    }
    line.push_back(results::mean_text(head, learner.name, losses));
  }
  return line;
}

}  // namespace

std::string points_table(const results::SweepHead& head, const results::SweepLearner& learner) {
  const std::set<std::string> measures = measures_in(learner);
  if (measures.empty()) return "";
  TableLines lines = {{"point"}};
  for (const std::size_t axis : learner.axes) lines.front().push_back(head.options.axes[axis].path);
  lines.front().insert(lines.front().end(), measures.begin(), measures.end());
  std::size_t left_out = 0;
  for (PointRows row = learner.rows.begin(); row != learner.rows.end();) {
    const PointRows end = std::find_if(
        row, learner.rows.end(), [&](const results::SweepRow& other) { return other.point != row->point; });
    if (lines.size() <= kMaxTablePoints) {
      lines.push_back(line_of(head, learner, row, end, measures));
    } else {
      ++left_out;
    }
    row = end;
  }
  std::string text = fmt::format("  the mean of each point, in their order and none chosen; {}\n",
                                 results::spread_text(head));
  text += aligned_columns(std::vector<Align>(lines.front().size(), Align::left), lines, "  ");
  if (left_out > 0) text += fmt::format("  and {} more points, in points.csv\n", left_out);
  return text;
}

}  // namespace preimage::suite::render
