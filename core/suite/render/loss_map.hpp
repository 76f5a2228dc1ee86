// The loss over two axes of a sweep as a heat map.
#pragma once

#include <cstddef>
#include <optional>

#include "suite/figures/heat_map.hpp"
#include "suite/results/sweep_words.hpp"

namespace preimage::suite::render {

inline constexpr std::size_t kMaxHeatMapSide = 40;

/// A learner's mean inner loss, or else the first measure that the experiment reports, over its first two
/// axes, of others the smallest. Rows and columns are ascending numbers, or values in the points' order.
/// Nothing where the learner has fewer axes, where an axis has one value or more than kMaxHeatMapSide, and
/// where no point has a loss.
std::optional<figures::HeatMap> loss_map(const results::SweepHead& head,
                                         const results::SweepLearner& learner);

}  // namespace preimage::suite::render
