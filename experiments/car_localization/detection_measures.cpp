#include "experiments/car_localization/detection_measures.hpp"

#include "experiments/car_localization/uiuc_criterion.hpp"
#include "preimage/losses/ranking.hpp"

namespace preimage::experiments::car_localization {

using namespace suite;

namespace {

double equal_error_rate(const PooledDetections& pooled) {
  return losses::equal_error_rate(pooled.scores, pooled.is_correct, pooled.n_objects);
}

double missed_at_40_percent_precision(const PooledDetections& pooled) {
  const auto curve = losses::precision_recall(pooled.scores, pooled.is_correct, pooled.n_objects);
  const arma::vec recall = curve.recall.elem(arma::find(curve.precision >= 0.4));
  return recall.is_empty() ? 1.0 : 1.0 - recall.max();
}

study::Measure measure_of_set(const std::string& name, const samples::DataSet& data,
                              double (*value)(const PooledDetections&)) {
  return {name,
          [boxes = data.outputs, value](const outputs::Prediction& prediction,
                                        const arma::uvec& test) -> std::optional<arma::vec> {
            const auto* detections = std::get_if<outputs::Detections>(&prediction.value);
            if (detections == nullptr) return std::nullopt;
            const PooledDetections pooled = pool(boxes.subset(test).get<BoxLists>(), detections->boxes);
            return arma::vec(test.n_elem, arma::fill::value(value(pooled)));
          }};
}

}  // namespace

PooledDetections pool(const BoxLists& truth, const std::vector<std::vector<samples::ScoredBox>>& found) {
  PooledDetections pooled;
  std::vector<double> scores;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (const bool correct : correct_detections(found[i], truth[i], matches_car))
      pooled.is_correct.push_back(correct);
    for (const samples::ScoredBox& detection : found[i]) scores.push_back(detection.score);
    pooled.n_objects += truth[i].size();
  }
  pooled.scores = arma::vec(scores);
  return pooled;
}

std::vector<study::Measure> detection_measures(const samples::DataSet& data) {
  return {measure_of_set("equal_error_rate", data, equal_error_rate),
          measure_of_set("missed_at_40_percent_precision", data, missed_at_40_percent_precision)};
}

}  // namespace preimage::experiments::car_localization
