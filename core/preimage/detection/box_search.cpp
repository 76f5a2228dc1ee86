#include "preimage/detection/box_search.hpp"

#include "preimage/base/error.hpp"

namespace preimage::detection {

BoxSearch::BoxSearch(const LocalizationImages& images, const std::vector<BoxPair>& pairs,
                     const std::vector<int>& widths, double outside)
    : images_(images), pairs_(pairs) {
  for (const auto& [sample, truth] : pairs) {
    std::vector<BoxRaster>& candidates = candidates_[sample];
    if (candidates.empty()) candidates = rasters_of_widths(images, sample, widths, outside);
    std::vector<double>& losses = losses_.emplace_back();
    for (const BoxRaster& of_width : candidates) {
      for (const samples::Box& box : of_width.boxes)
        losses.push_back(1.0 - samples::intersection_over_union(box, truth));
    }
  }
}

JointAnswer BoxSearch::operator()(arma::uword pair, const arma::vec& w) const {
  const WordMap& words = images_.samples[pairs_[pair].sample].words;
  const LinearBoxScorer scorer(words, w);
  const double* loss = losses_[pair].data();
  const samples::Box* best = nullptr;
  double best_loss = 0.0, best_value = -arma::datum::inf;
  for (const BoxRaster& of_width : candidates_.at(pairs_[pair].sample)) {
    const samples::Box* box = of_width.boxes.data();
    for (const PyramidEdges& rows : of_width.rows) {
      for (const PyramidEdges& columns : of_width.columns) {
        const double value = *loss + scorer.score(columns, rows);
        if (value > best_value) {
          best = box;
          best_loss = *loss;
          best_value = value;
        }
        ++box;
        ++loss;
      }
    }
  }
  if (best == nullptr) throw NumericalError("structured SVM: no box has a score above -inf");
  return {box_counts(words, *best), best_loss};
}

}  // namespace preimage::detection
