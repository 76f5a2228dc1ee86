#include "preimage/detection/box_search.hpp"

#include <utility>

#include "preimage/base/error.hpp"

namespace preimage::detection {

BoxSearch::BoxSearch(const LocalizationImages& images, const std::vector<BoxPair>& pairs,
                     const std::vector<int>& widths, double outside)
    : images_(images), pairs_(pairs) {
  for (const auto& [sample, truth] : pairs) {
    std::vector<Candidates>& candidates = candidates_[sample];
    if (candidates.empty()) {
      for (BoxRaster& of_width : rasters_of_widths(images, sample, widths, outside)) {
        const ColumnTable columns(of_width.columns);
        candidates.push_back({std::move(of_width), columns});
      }
    }
    std::vector<double>& losses = losses_.emplace_back();
    for (const auto& [raster, columns] : candidates) {
      for (const samples::Box& box : raster.boxes)
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
  std::vector<double> scores;
  for (const auto& [raster, columns] : candidates_.at(pairs_[pair].sample)) {
    const samples::Box* box = raster.boxes.data();
    scores.resize(columns.chunks() * ColumnTable::kChunk);
    for (const PyramidEdges& rows : raster.rows) {
      scorer.scores(columns, rows, scores.data());
      for (std::size_t c = 0; c < raster.columns.size(); ++c, ++box, ++loss) {
        const double value = *loss + scores[c];
        if (!(value > best_value)) continue;
        best = box;
        best_loss = *loss;
        best_value = value;
      }
    }
  }
  if (best == nullptr) throw NumericalError("structured SVM: no box has a score above -inf");
  return {box_counts(words, *best), best_loss};
}

}  // namespace preimage::detection
