// How well detections put the objects first, over all images together.
#pragma once

#include <armadillo>
#include <vector>

#include "experiments/car_localization/localization.hpp"
#include "preimage/samples/sample_set.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::car_localization {

/// The detections of several images in one list, the correct ones marked (correct_detections by
/// matches_car).
struct PooledDetections {
  arma::vec scores;
  std::vector<bool> is_correct;
  std::size_t n_objects = 0;  // in these images, found or not
};

/// truth, found  per image
PooledDetections pool(const BoxLists& truth, const std::vector<std::vector<samples::ScoredBox>>& found);

/// `equal_error_rate` (losses::equal_error_rate), and `missed_at_40_percent_precision`: 1 - the largest
/// recall among the points of the precision-recall curve with a precision of at least .4, 1 where there is
/// none. Numbers of a whole set of images: each is the value of every test image, so that their mean is it.
std::vector<suite::study::Measure> detection_measures(const samples::DataSet& data);

}  // namespace preimage::experiments::car_localization
