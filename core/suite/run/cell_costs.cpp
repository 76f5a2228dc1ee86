#include "suite/run/cell_costs.hpp"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace preimage::suite::run {

namespace {

constexpr std::size_t kMaxRead = 10'000;

using Name = std::pair<std::string, std::string>;  // config, learner

void add(Timing& timing, const records::ResultRecord& record) {
  timing.seconds += record.seconds;
  ++timing.cells;
}

/// The finished cells of these names that the folder of results has.
std::map<Name, Timing> stored_timings(const std::set<Name>& names, records::RecordStore& store) {
  std::map<Name, Timing> timings;
  std::size_t read = 0;
  for (const std::string& key : store.keys()) {
    if (++read > kMaxRead) break;
    const std::optional<records::ResultRecord> record = store.find(key);
    if (!record || record->status != "ok") continue;
    const Name name(record->config, record->learner);
    if (names.contains(name)) add(timings[name], *record);
  }
  return timings;
}

/// Puts the means of other cells in the place of what is not known.
void fill_unknown(CellCosts& costs, const std::vector<const study::Cell*>& cells,
                  const std::vector<std::size_t>& unknown, records::RecordStore& store) {
  const auto name_of = [&](std::size_t place) {
    return Name(cells[place]->study->config, *cells[place]->learner);
  };
  std::set<Name> names;
  for (const std::size_t place : unknown) names.insert(name_of(place));
  if (names.empty()) return;
  const std::map<Name, Timing> timings = stored_timings(names, store);
  for (const auto& [name, timing] : timings) costs.others += timing.cells;
  for (const std::size_t place : unknown) {
    const auto found = timings.find(name_of(place));
    if (found == timings.end()) {
      ++costs.unknown;
      continue;
    }
    costs.seconds[place] = found->second.seconds / static_cast<double>(found->second.cells);
    ++costs.by_others;
  }
}

}  // namespace

CellCosts estimated_costs(const Selection& selection, const std::vector<const study::Cell*>& cells,
                          records::RecordStore& store, const ReferenceTimings& reference) {
  std::map<std::pair<study::ReadingRef, const std::string*>, Timing> finished;
  for (const study::Cell* cell : selection.distinct_cells()) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (record && record->status == "ok") add(finished[{cell->reading, cell->learner}], *record);
  }
  CellCosts costs;
  std::vector<std::size_t> unknown;
  for (const study::Cell* cell : cells) {
    const std::optional<double> seconds =
        seconds_per_cell(finished[{cell->reading, cell->learner}],
                         reference.find(cell->study->config, cell->reading.name(), *cell->learner));
    if (!seconds) unknown.push_back(costs.seconds.size());
    costs.seconds.push_back(seconds.value_or(kUnknownSeconds));
  }
  fill_unknown(costs, cells, unknown, store);
  return costs;
}

}  // namespace preimage::suite::run
