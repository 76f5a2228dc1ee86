// Sweeps as the page shows them: a row per point, read from the files that `sweep` wrote.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "suite/render/page.hpp"

namespace preimage::suite::render {

/// Rows of one learner that a page carries at most.
inline constexpr std::size_t kMaxSweepRows = 20000;

using LearnerTitles = std::function<std::string(const std::string& config, const std::string& learner)>;

/// Every learner of every sweep below `results`/sweeps, by folder name. A row holds the point's values on the
/// axes that concern the learner, the mean inner loss and the mean of each measure over the point's cells;
/// nothing where a cell failed or is missing. A list of numbers is an axis of numbers, with log10 scale where
/// its ends are positive and 100 times apart. Over two axes or more there is a heat map, over one a curve.
/// warnings  is told of a sweep whose files cannot be read, which is left out
/// cost  O(lines of points.csv)
/// title_of  what a learner of a config is called
std::vector<PageSweep> read_sweeps(const std::filesystem::path& results, PageWarning& warnings,
                                   const LearnerTitles& title_of);

}  // namespace preimage::suite::render
