// Which cells a worker has to see to: its own part of the list, and what it takes over from others.
#pragma once

#include <set>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::cli {

/// What a worker has to see to, by places in the list of cells.
struct Places {
  std::vector<std::size_t> own, others;  // its own stretch, then those of others, which it steals from
  std::set<std::size_t> had_records;     // of both: failed ones, or to be computed again
};

/// The part of the command line: a file of keys, or a shard and, where it may steal, all other cells.
/// has_run  whether a run has started this worker
/// throws   DataError for a file that cannot be read, and for a key in it that is of none of the cells
Places places_of(const std::vector<const study::Cell*>& cells, const study::StudyOptions& options,
                 bool has_run);

/// Those that are open, by what lies in the folder now. Of others' cells it takes those without a record: to find the failed
/// ones among the rest, which their own worker tries again, each of a thousand workers would read a million records.
Places open_places(Places places, const std::vector<const study::Cell*>& cells, bool force,
                   const records::RecordStore& store, run::OpenCells& open);

/// The others' cells that no worker has tried since this one began: those that are done by then are neither locked nor read.
std::vector<std::size_t> untried_others(const Places& places, const std::vector<const study::Cell*>& cells,
                                        const records::RecordStore& store);

}  // namespace preimage::suite::cli
