// What cells are expected to cost, for dealing them out: never a result.
#pragma once

#include <cstddef>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/run/selection.hpp"
#include "suite/run/timings.hpp"

namespace preimage::suite::cluster {

/// What a cell is taken for whose like was never timed: more than most take, so that the chunks come out
/// small.
inline constexpr double kUnknownSeconds = 60.0;

struct CellCosts {
  std::vector<double> seconds;  // in the order of the cells
  std::size_t unknown = 0;      // how many of them are kUnknownSeconds
};

/// Of each of `cells`, which belong to the selection: seconds_per_cell of its reading and learner.
/// cost  reads the records of the selection
CellCosts estimated_costs(const run::Selection& selection, const std::vector<const study::Cell*>& cells,
                          records::RecordStore& store, const run::ReferenceTimings& reference);

}  // namespace preimage::suite::cluster
