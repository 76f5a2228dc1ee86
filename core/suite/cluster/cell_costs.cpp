#include "suite/cluster/cell_costs.hpp"

#include <map>
#include <utility>

namespace preimage::suite::cluster {

CellCosts estimated_costs(const run::Selection& selection, const std::vector<const study::Cell*>& cells,
                          records::RecordStore& store, const run::ReferenceTimings& reference) {
  std::map<std::pair<study::ReadingRef, const std::string*>, run::Timing> finished;
  for (const study::Cell* cell : selection.distinct_cells()) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (!record || record->status != "ok") continue;
    run::Timing& timing = finished[{cell->reading, cell->learner}];
    timing.seconds += record->seconds;
    ++timing.cells;
  }
  CellCosts costs;
  for (const study::Cell* cell : cells) {
    const std::optional<double> seconds = run::seconds_per_cell(
        finished[{cell->reading, cell->learner}], reference.find(cell->study->config, *cell->learner));
    costs.seconds.push_back(seconds.value_or(kUnknownSeconds));
    if (!seconds) ++costs.unknown;
  }
  return costs;
}

}  // namespace preimage::suite::cluster
