#include "experiments/car_localization/detection_measures.hpp"

#include "experiments/car_localization/uiuc_criterion.hpp"
#include "preimage/losses/ranking.hpp"

namespace preimage::experiments::car_localization {

namespace {

double equal_error_rate(const PooledDetections& pooled) {
  return losses::equal_error_rate(pooled.scores, pooled.is_correct, pooled.n_objects);
}

double missed_at_40_percent_precision(const PooledDetections& pooled) {
  const auto curve = losses::precision_recall(pooled.scores, pooled.is_correct, pooled.n_objects);
  const arma::vec recall = curve.recall.elem(arma::find(curve.precision >= 0.4));
  return recall.is_empty() ? 1.0 : 1.0 - recall.max();
}

validation::Measure measure_of_set(const std::string& name, const validation::Problem& problem,
                                   double (*value)(const PooledDetections&)) {
  return {name,
          [&problem, value](const validation::Prediction& prediction,
                            const validation::Indices& test) -> std::optional<arma::vec> {
            const auto* detections = std::get_if<validation::Detections>(&prediction.value);
            if (detections == nullptr) return std::nullopt;
            arma::vec values(test.n_elem);
            values.fill(value(pool(*problem.localization->images, test, detections->boxes)));
            return values;
          }};
}

}  // namespace

PooledDetections pool(const validation::LocalizationImages& images, const validation::Indices& samples,
                      const std::vector<std::vector<detection::ScoredBox>>& found) {
  PooledDetections pooled;
  std::vector<double> scores;
  for (arma::uword i = 0; i < samples.n_elem; ++i) {
    const std::vector<samples::Box>& objects = images.samples[samples(i)].boxes;
    for (const bool correct : detection::correct_detections(found[i], objects, matches_car))
      pooled.is_correct.push_back(correct);
    for (const detection::ScoredBox& detection : found[i]) scores.push_back(detection.score);
    pooled.n_objects += objects.size();
  }
  pooled.scores = arma::vec(scores);
  return pooled;
}

std::vector<validation::Measure> detection_measures(const validation::Problem& problem) {
  return {measure_of_set("equal_error_rate", problem, equal_error_rate),
          measure_of_set("missed_at_40_percent_precision", problem, missed_at_40_percent_precision)};
}

}  // namespace preimage::experiments::car_localization
