#include "experiments/car_localization/recorded_detections.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::car_localization {

using namespace suite;

namespace {

constexpr std::size_t kNumbers = 5;  // per detection

std::vector<samples::ScoredBox> scored_boxes(const std::vector<double>& numbers,
                                             const records::ResultRecord& record) {
  if (numbers.size() % kNumbers != 0) {
    throw DataError(fmt::format("record {}: {} numbers of detections, expected five for each", record.key,
                                numbers.size()));
  }
  std::vector<samples::ScoredBox> boxes;
  for (std::size_t i = 0; i < numbers.size(); i += kNumbers) {
    const auto side = [&](std::size_t k) { return static_cast<int>(numbers[i + k]); };
    boxes.push_back({{side(0), side(1), side(2), side(3)}, numbers[i + 4]});
  }
  return boxes;
}

}  // namespace

RecordedDetections recorded_detections(const records::ResultRecord& record, const study::Task& task) {
  RecordedDetections result;
  result.samples.set_size(record.samples.size());
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    const auto place = std::find(task.ids.begin(), task.ids.end(), record.samples[i]);
    if (place == task.ids.end()) {
      throw DataError(fmt::format("record {}: no sample {} in this data set", record.key, record.samples[i]));
    }
    result.samples(i) = static_cast<arma::uword>(place - task.ids.begin());
    result.found.push_back(scored_boxes(record.vectors.at(i), record));
  }
  return result;
}

}  // namespace preimage::experiments::car_localization
