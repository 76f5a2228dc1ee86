#include "suite/cli/work_places.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/run/cell_list.hpp"

namespace preimage::suite::cli {

namespace {

/// Places in `cells` of the keys in the file. throws  DataError, also for a key that is none of theirs
std::vector<std::size_t> listed_places(const std::vector<const study::Cell*>& cells,
                                       const std::filesystem::path& list) {
  std::map<records::CellKey, std::size_t> place_of;
  for (std::size_t place = 0; place < cells.size(); ++place) place_of[cells[place]->key] = place;
  std::vector<std::size_t> places;
  for (const records::CellKey& key : run::read_cell_list(list)) {
    const auto found = place_of.find(key);
    if (found == place_of.end()) {
      throw DataError(
          fmt::format("{}:{}: cell {} was planned by another config or program: expected one of the "
                      "{} cells of this one; submit again",
                      list.string(), places.size() + 1, key.text().substr(0, 16), cells.size()));
    }
    places.push_back(found->second);
  }
  return places;
}

}  // namespace

Places places_of(const std::vector<const study::Cell*>& cells, const study::StudyOptions& options,
                 bool has_run) {
  if (options.worker.cells) return {listed_places(cells, *options.worker.cells), {}, {}};
  // With --force a worker takes every record but its own run's for none, also that of another shard alone.
  const bool steals = !options.worker.no_steal && (has_run || !options.run.force);
  Places places{run::shard_order(cells.size(), options.worker.shard, false), {}, {}};
  if (!steals) return places;
  const std::vector<std::size_t> all = run::shard_order(cells.size(), options.worker.shard, true);
  places.others.assign(all.begin() + static_cast<std::ptrdiff_t>(places.own.size()), all.end());
  return places;
}

Places open_places(Places places, const std::vector<const study::Cell*>& cells, bool force,
                   const records::RecordStore& store, run::OpenCells& open) {
  for (std::vector<std::size_t>* stretch : {&places.own, &places.others}) {
    std::vector<records::CellKey> keys;
    for (const std::size_t place : *stretch) keys.push_back(cells[place]->key);
    const std::vector<bool> have = store.have_files(keys);
    const bool reads = force || stretch == &places.own;
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < have.size(); ++i) {
      const std::size_t place = (*stretch)[i];
      if (have[i] && !(reads && open.is_open(*cells[place]))) continue;
      if (have[i]) places.had_records.insert(place);
      left.push_back(place);
    }
    *stretch = std::move(left);
  }
  return places;
}

std::vector<std::size_t> untried_others(const Places& places, const std::vector<const study::Cell*>& cells,
                                        const records::RecordStore& store) {
  std::vector<records::CellKey> keys;
  for (const std::size_t place : places.others) keys.push_back(cells[place]->key);
  const std::vector<bool> have = store.have_files(keys);
  std::vector<std::size_t> untried;
  for (std::size_t i = 0; i < have.size(); ++i) {
    if (!have[i]) untried.push_back(places.others[i]);
  }
  return untried;
}

}  // namespace preimage::suite::cli
