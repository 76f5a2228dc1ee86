// What one worker process does: it computes open cells one after another, its own part of the list first.
#pragma once

#include <cstddef>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::run {

/// Computes the cells of the worker's part that are open, then, where it may, those of other workers that
/// have no record; ends when none of them is open. The part is a file of keys, or a shard of `cells`. Each
/// cell is computed in a copy of this process, which keeps the limits: whatever becomes of the copy, the cell
/// gets a record. On standard output a line "start KEY" and a line "done KEY STATUS" for each.
/// has_run  whether a run has started this worker: it reads whom the worker waits for on standard output,
///          too; others see that on standard error
/// returns  how many cells failed
/// throws   DataError for a file of keys that cannot be read, and for a key in it that is of none of the
///          cells; ConfigError where a cell would run a program that is not allowed
std::size_t work_on(const std::vector<const study::Cell*>& cells, const study::StudyOptions& options,
                    const data::DataSource& data, records::RecordStore& store, OpenCells& open, bool has_run);

}  // namespace preimage::suite::run
