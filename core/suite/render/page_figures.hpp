// The figures that are made for the page: readings beside a published number, losses over a sweep.
#pragma once

#include <filesystem>

#include "suite/records/results_folder.hpp"
#include "suite/render/page.hpp"

namespace preimage::suite::render {

/// One strip per published number of a study that two readings or more have, in the ledger's order; written
/// as <stem>_readings_<k>.svg.
/// throws  DataError for a file that cannot be written
void add_strips(PageStudy& study, const std::filesystem::path& stem, records::OptionalWriting& writing);

/// The map of a sweep's mean inner loss (or its first loss) over its first two axes, of other axes the
/// smallest. `path` names it and is not written: the sweep's own drawing, with its sum, lies there. Nothing where there are not two axes, one has one value or more
/// than kMaxHeatMapSide, or no point has a loss.
void add_heat_map(PageSweep& sweep, std::size_t number, const std::filesystem::path& path);

}  // namespace preimage::suite::render
