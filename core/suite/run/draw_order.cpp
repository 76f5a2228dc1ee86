#include "suite/run/draw_order.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "suite/study/study.hpp"

namespace preimage::suite::run {

bool draw_alike(const study::Reading& a, const study::Reading& b) {
  const auto without_learners = [](const study::Reading& reading) {
    config::ReadLog log = reading.parameters;
    std::erase_if(log, [](const auto& entry) { return entry.first.starts_with("learners."); });
    return log;
  };
  return &a == &b || without_learners(a) == without_learners(b);
}

int draw_of(const study::Reading& reading, int repetition) {
  return reading.experiment.redraws_data ? repetition : 0;
}

std::vector<const study::Cell*> in_order_of_draws(std::vector<const study::Cell*> cells) {
  const auto is_point = [](const study::Cell* cell) { return cell->study->point_reader != nullptr; };
  if (std::ranges::any_of(cells, is_point)) return cells;
  std::vector<const study::Cell*> groups;  // the first cell of each
  std::map<const study::Reading*, std::size_t> group_of;
  using Placed = std::pair<std::pair<std::size_t, int>, const study::Cell*>;  // group and draw
  std::vector<Placed> placed;
  for (const study::Cell* cell : cells) {
    const auto [place, is_new] = group_of.try_emplace(cell->reading, groups.size());
    if (is_new) {
      const auto same = std::ranges::find_if(groups, [&](const study::Cell* first) {
        return first->study == cell->study && draw_alike(*first->reading, *cell->reading);
      });
      place->second = static_cast<std::size_t>(same - groups.begin());
      if (same == groups.end()) groups.push_back(cell);
    }
    placed.push_back({{place->second, draw_of(*cell->reading, cell->repetition)}, cell});
  }
  std::ranges::stable_sort(placed, {}, &Placed::first);
  std::ranges::transform(placed, cells.begin(), &Placed::second);
  return cells;
}

}  // namespace preimage::suite::run
