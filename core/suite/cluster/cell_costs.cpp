#include "suite/cluster/cell_costs.hpp"

#include <map>
#include <utility>

namespace preimage::experiments {

CellCosts estimated_costs(const Selection& selection, const std::vector<const Cell*>& cells,
                          records::RecordStore& store, const ReferenceTimings& reference) {
  std::map<std::pair<const Reading*, const validation::ParsedLearner*>, Timing> finished;
  for (const Cell* cell : selection.distinct_cells()) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (!record || record->status != "ok") continue;
    Timing& timing = finished[{cell->reading, cell->learner}];
    timing.seconds += record->seconds;
    ++timing.cells;
  }
  CellCosts costs;
  for (const Cell* cell : cells) {
    const std::optional<double> seconds = seconds_per_cell(
        finished[{cell->reading, cell->learner}], reference.find(cell->study->config, cell->learner->name));
    costs.seconds.push_back(seconds.value_or(kUnknownSeconds));
    if (!seconds) ++costs.unknown;
  }
  return costs;
}

}  // namespace preimage::experiments
