// From tables and their cells to the numbers of the page.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "suite/render/page.hpp"
#include "suite/results/reading_records.hpp"

namespace preimage::suite::render {

/// nullptr where no reading of the config is on the page.
PageStudy* find_study(Page& page, const std::string& config);

/// Adds a reading: its table, numbers and, by learner, what is behind them.
/// command  that runs its cells again
/// cost     O(cells x measures)
void add_reading(Page& page, const study::PlannedReading& planned, const results::ReadingRecords& found,
                 const results::ResultTable& table, const std::string& command);

/// Fills in which readings of the study are not on the page, once all others are.
/// command_of  what runs the reading of that name
void add_not_run(Page& page, const study::Study& study,
                 const std::function<std::string(const std::string& reading)>& command_of);

}  // namespace preimage::suite::render
