#include "experiments/car_localization/box_search.hpp"

#include "preimage/base/error.hpp"

namespace preimage::experiments::car_localization {

BoxSearch::BoxSearch(const LocalizationImages& images, const std::vector<BoxPair>& pairs,
                     const std::vector<int>& widths, double outside)
    : images_(images), pairs_(pairs) {
  for (const auto& [sample, truth] : pairs) {
    std::vector<BoxRaster>& rasters = rasters_[sample];
    if (rasters.empty()) rasters = rasters_of_widths(images, sample, widths, outside);
    std::vector<double>& losses = losses_.emplace_back();
    for (const BoxRaster& raster : rasters) {
      for (const samples::Box& box : raster.boxes)
        losses.push_back(1.0 - samples::intersection_over_union(box, truth));
    }
  }
}

JointAnswer BoxSearch::operator()(arma::uword pair, const arma::vec& w) const {
  const WordMap& words = images_.samples[pairs_[pair].sample].words;
  const std::vector<double>& losses = losses_[pair];
  const LinearBoxScorer scorer(words, w);
  const samples::Box* best = nullptr;
  double best_value = -arma::datum::inf, best_loss = 0.0;
  std::size_t number = 0;
  for (const BoxRaster& raster : rasters_.at(pairs_[pair].sample)) {
    const std::vector<double> scores = scorer.scores(raster);
    for (std::size_t b = 0; b < scores.size(); ++b, ++number) {
      const double value = losses[number] + scores[b];
      if (!(value > best_value)) continue;
      best = &raster.boxes[b];
      best_value = value;
      best_loss = losses[number];
    }
  }
  if (best == nullptr) throw NumericalError("structured SVM: no box has a score above -inf");
  return {box_counts(words, *best), best_loss};
}

}  // namespace preimage::experiments::car_localization
