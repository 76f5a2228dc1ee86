// The loss over two axes of a sweep as a heat map.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "suite/figures/heat_map.hpp"
#include "suite/results/sweep_words.hpp"

namespace preimage::suite::render {

/// A point as a map shows it: its values on two axes.
struct MapPoint {
  std::string x, y;
  std::optional<double> loss;
  std::size_t chosen = 0;  // by how many outer folds
};

/// What a map is about: "inner loss", a learner, the paths of the axes.
struct MapWords {
  std::string loss, learner, x_path, y_path;
  bool has_more_axes = false;  // of which the smallest loss is shown
};

inline constexpr std::size_t kMaxHeatMapSide = 40;

/// Rows and columns are ascending numbers, or values in the points' order; of points that share a place the smallest loss.
/// Nothing where an axis has one value or more than kMaxHeatMapSide, or no point has a loss.
std::optional<figures::HeatMap> loss_map(const std::vector<MapPoint>& points, const MapWords& words);

/// What the picture shows, in a sentence.
std::string map_caption(const MapWords& words);

/// A learner's mean inner loss, or else the first measure that the experiment reports, over its first two axes; nothing where
/// it has fewer, and as loss_map.
std::optional<figures::HeatMap> loss_map_of(const results::SweepHead& head,
                                            const results::SweepLearner& learner);

}  // namespace preimage::suite::render
