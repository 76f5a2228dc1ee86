// Which cells of a run are expected to take the same time, and how long, for its progress.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/run/timings.hpp"
#include "suite/run/work_left.hpp"
#include "suite/study/cells.hpp"

namespace preimage::suite::cli {

struct CellKinds {
  std::vector<run::CellKind> kinds;
  std::map<std::string, std::size_t> kind_of;  // by the key of an open cell
};

/// A kind per learner of a reading; of a sweep's points, which may be many, per learner. Its seconds are the mean of a few
/// finished cells that the folder of results has of it, else what the reference took.
/// cells  of the run;  open  those of them that are to be run
/// cost   reads at most 5 records of a kind
CellKinds cell_kinds(const std::vector<const study::Cell*>& cells,
                     const std::vector<const study::Cell*>& open, records::RecordStore& store,
                     const run::ReferenceTimings& reference);

}  // namespace preimage::suite::cli
