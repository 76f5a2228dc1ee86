// What cells are expected to cost, for dealing them out: never a result.
#pragma once

#include <cstddef>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/run/selection.hpp"
#include "suite/run/timings.hpp"

namespace preimage::suite::run {

/// What a cell is taken for whose like was never timed: more than most take, so that the chunks come out
/// small.
inline constexpr double kUnknownSeconds = 60.0;

struct CellCosts {
  std::vector<double> seconds;  // in the order of the cells
  std::size_t unknown = 0;      // how many of them are kUnknownSeconds
  std::size_t by_others = 0;    // how many of them are the mean of other cells of their config and learner
  std::size_t others = 0;       // how many cells these means are of
};

/// Of each of `cells`, which belong to the selection: seconds_per_cell of its reading (or point) and learner; where that
/// is nothing, the mean of finished cells of its config and learner in other readings, points or sweeps of the same
/// folder of results; where there is none, kUnknownSeconds. These may be larger or smaller cells: an estimate.
/// cost  reads the records of the selection, and where that leaves a cell without a time, up to 10,000 of the others
CellCosts estimated_costs(const Selection& selection, const std::vector<const study::Cell*>& cells,
                          records::RecordStore& store, const ReferenceTimings& reference);

}  // namespace preimage::suite::run
