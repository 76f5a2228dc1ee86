// What a sweep reports of each of its points, where nothing chooses among them.
#pragma once

#include <cstddef>
#include <string>

#include "suite/results/sweep_words.hpp"

namespace preimage::suite::render {

/// More points than these are in points.csv alone.
inline constexpr std::size_t kMaxTablePoints = 20;

/// A line per point of the learner, in the points' order: its number, the values of the axes that concern the
/// learner, and of each measure mean_text over all repetitions and folds ("-" where a cell has none). Above
/// it what is behind "+-", below it how many points are left out. "" where no cell has a measure.
std::string points_table(const results::SweepHead& head, const results::SweepLearner& learner);

}  // namespace preimage::suite::render
