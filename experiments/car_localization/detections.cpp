#include "experiments/car_localization/detections.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "preimage/base/error.hpp"

namespace preimage::experiments::car_localization {

std::vector<samples::Box> sliding_boxes(const suite::figures::GreyImage& image, int width, int height,
                                        int step, double outside) {
  if (width < 1 || height < 1 || step < 1 || !(outside >= 0.0 && outside < 1.0))
    throw std::invalid_argument("sliding_boxes: width, height, step from 1 and outside in [0, 1) expected");
  const int margin_x = static_cast<int>(std::floor(outside * width));
  const int margin_y = static_cast<int>(std::floor(outside * height));
  std::vector<samples::Box> boxes;
  for (int top = -margin_y; top + height <= static_cast<int>(image.height) + margin_y; top += step) {
    for (int left = -margin_x; left + width <= static_cast<int>(image.width) + margin_x; left += step)
      boxes.push_back({left, top, width, height});
  }
  return boxes;
}

std::vector<samples::ScoredBox> suppress_overlaps(std::vector<samples::ScoredBox> boxes, double max_overlap,
                                                  std::size_t max_boxes) {
  for (const samples::ScoredBox& candidate : boxes)
    if (std::isnan(candidate.score)) throw NumericalError("suppress_overlaps: a box's score is NaN");
  std::stable_sort(boxes.begin(), boxes.end(), [](const samples::ScoredBox& a, const samples::ScoredBox& b) {
    return a.score > b.score;
  });
  std::vector<samples::ScoredBox> kept;
  for (const samples::ScoredBox& candidate : boxes) {
    if (kept.size() == max_boxes) break;
    const bool is_covered = std::any_of(kept.begin(), kept.end(), [&](const samples::ScoredBox& other) {
      return samples::intersection_over_union(candidate.box, other.box) > max_overlap;
    });
    if (!is_covered) kept.push_back(candidate);
  }
  return kept;
}

std::vector<bool> correct_detections(const std::vector<samples::ScoredBox>& found,
                                     const std::vector<samples::Box>& objects, const BoxCriterion& matches) {
  std::vector<bool> is_taken(objects.size(), false), correct;
  for (const samples::ScoredBox& detection : found) {
    double best = -1.0;
    std::size_t match = objects.size();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if (is_taken[i] || !matches(detection.box, objects[i])) continue;
      const double overlap = samples::intersection_over_union(detection.box, objects[i]);
      if (overlap > best) {
        best = overlap;
        match = i;
      }
    }
    correct.push_back(match < objects.size());
    if (match < objects.size()) is_taken[match] = true;
  }
  return correct;
}

}  // namespace preimage::experiments::car_localization
