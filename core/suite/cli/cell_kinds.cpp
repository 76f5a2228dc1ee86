#include "suite/cli/cell_kinds.hpp"

#include <tuple>

namespace preimage::suite::cli {

namespace {

constexpr std::size_t kMaxRead = 5;  // of a kind

using KindName = std::tuple<const study::Study*, std::string, std::string>;  // config, reading, learner

KindName kind_name(const study::Cell& cell) {
  return {cell.study, cell.study->points ? "" : cell.reading.name(), *cell.learner};
}

/// What the records in the folder say, by kind.
std::map<KindName, run::Timing> timings_of(const std::vector<const study::Cell*>& cells,
                                           records::RecordStore& store) {
  std::vector<records::CellKey> keys;
  for (const study::Cell* cell : cells) keys.push_back(cell->key);
  const std::vector<bool> have = store.have_files(keys);
  std::map<KindName, run::Timing> timings;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    run::Timing& timing = timings[kind_name(*cells[i])];
    if (!have[i] || timing.cells >= kMaxRead) continue;
    const std::optional<records::ResultRecord> record = store.find(keys[i]);
    if (!record || record->status != "ok") continue;
    timing.seconds += record->seconds;
    ++timing.cells;
  }
  return timings;
}

}  // namespace

CellKinds cell_kinds(const std::vector<const study::Cell*>& cells,
                     const std::vector<const study::Cell*>& open, records::RecordStore& store,
                     const run::ReferenceTimings& reference) {
  const std::map<KindName, run::Timing> timings = timings_of(cells, store);
  std::map<KindName, std::size_t> places;
  CellKinds result;
  for (const study::Cell* cell : open) {
    const KindName name = kind_name(*cell);
    const auto [place, is_new] = places.try_emplace(name, result.kinds.size());
    if (is_new) {
      const run::Timing* known = reference.find(cell->study->config, cell->reading.name(), *cell->learner);
      result.kinds.push_back({0, run::seconds_per_cell(timings.at(name), known)});
    }
    ++result.kinds[place->second].open;
    result.kind_of[cell->key.text()] = place->second;
  }
  return result;
}

}  // namespace preimage::suite::cli
