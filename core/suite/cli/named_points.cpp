#include "suite/cli/named_points.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace preimage::suite::cli {

std::string cell_words(const study::Cell& cell) {
  std::string name = fmt::format("{} {} {}", cell.study->config, cell.reading->name, *cell.learner);
  for (const config::Override& value : cell.reading->point) name += " " + value.text();
  return name;
}

std::string NamedPoint::text() const {
  return cells == 1 ? fmt::format("{} {}: {}", name, first, reason)
                    : fmt::format("{}: {} cells, the first {}: {}", name, cells, first, reason);
}

std::vector<NamedPoint> open_points(const std::vector<const study::Cell*>& cells,
                                    records::RecordStore& store) {
  std::vector<NamedPoint> points;
  std::map<std::pair<const study::Reading*, const std::string*>, std::size_t> places;
  for (const study::Cell* cell : cells) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (record && record->status == "ok") continue;
    const auto found = places.try_emplace({cell->reading, cell->learner}, points.size()).first;
    if (!cell->study->point_reader) found->second = points.size();
    if (found->second == points.size()) {
      points.push_back({cell_words(*cell), 0,
                        fmt::format("repetition {} fold {}", cell->repetition, cell->outer_fold), cell->key,
                        "not run", false});
    }
    NamedPoint& point = points[found->second];
    ++point.cells;
    if (record && !std::exchange(point.has_failed, true)) point.reason = record->reason;
  }
  return points;
}

std::string lines_of(const std::vector<NamedPoint>& points) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kMaxNamed, points.size()); ++i) text += points[i].text() + "\n";
  if (points.size() > kMaxNamed) text += fmt::format("and {} more\n", points.size() - kMaxNamed);
  return text;
}

}  // namespace preimage::suite::cli
