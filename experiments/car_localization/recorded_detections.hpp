#pragma once

#include <vector>

#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::car_localization {

/// The detections of a record, and the samples of `task` that they were found in.
struct RecordedDetections {
  arma::uvec samples;
  std::vector<std::vector<samples::ScoredBox>> found;
};

/// throws  DataError where the record's vectors are no lists of left, top, width, height and score, or it
///         names a sample that `task` does not have
RecordedDetections recorded_detections(const suite::records::ResultRecord& record,
                                       const suite::study::Task& task);

}  // namespace preimage::experiments::car_localization
