// From scored boxes to detections, and which of them count as correct.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "preimage/samples/box.hpp"
#include "suite/figures/grey_image.hpp"

namespace preimage::experiments::car_localization {

/// All boxes of one size whose left edge is -m, -m + step, ... up to image width - width + m with m =
/// floor(outside width), and likewise downwards; row by row. None where the image is too small.
/// outside  the share of the box that may lie beyond one edge of the image, in [0, 1)
/// throws   std::invalid_argument where width, height or step is below 1 or `outside` out of range
std::vector<samples::Box> sliding_boxes(const suite::figures::GreyImage& image, int width, int height,
                                        int step, double outside);

/// Greedy non-maximum suppression: takes the boxes in order of falling score (the first of equal ones first)
/// and keeps each whose overlap (intersection over union) with every box kept so far is at most max_overlap,
/// until max_boxes are kept.
/// returns  the kept ones in this order
/// throws  NumericalError where a score is NaN;  cost O(n log n + n kept)
std::vector<samples::ScoredBox> suppress_overlaps(std::vector<samples::ScoredBox> boxes, double max_overlap,
                                                  std::size_t max_boxes);

/// Whether a found box counts as the true one.
using BoxCriterion = std::function<bool(const samples::Box& found, const samples::Box& truth)>;

/// Which detections of one image are correct, one per object: in the given order (falling score) each takes
/// the object that it matches and that none before it took, the one of the largest overlap if there are
/// several. The rest are false.
std::vector<bool> correct_detections(const std::vector<samples::ScoredBox>& found,
                                     const std::vector<samples::Box>& objects, const BoxCriterion& matches);

}  // namespace preimage::experiments::car_localization
