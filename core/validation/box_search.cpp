#include "validation/box_search.hpp"

#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"

namespace preimage::validation {

namespace {

std::vector<data::Box> boxes_of_width(const LocalizationImages& images, arma::uword sample, int width,
                                      double outside) {
  const double height = static_cast<double>(width) * images.window.height / images.window.width;
  return images::sliding_boxes(images.samples[sample].image, width, static_cast<int>(std::lround(height)),
                               images.stride, outside);
}

}  // namespace

BoxSearch::BoxSearch(const LocalizationImages& images, const std::vector<BoxPair>& pairs,
                     const std::vector<int>& widths, double outside)
    : images_(images), pairs_(pairs) {
  for (const auto& [sample, truth] : pairs) {
    std::vector<images::BoxRaster>& candidates = candidates_[sample];
    if (candidates.empty()) {
      for (const int width : widths) {
        candidates.push_back(
            box_raster(images.samples[sample].words.grid, boxes_of_width(images, sample, width, outside)));
      }
    }
    std::vector<double>& losses = losses_.emplace_back();
    for (const images::BoxRaster& of_width : candidates) {
      for (const data::Box& box : of_width.boxes)
        losses.push_back(1.0 - data::intersection_over_union(box, truth));
    }
    if (!losses.empty()) continue;
    const data::GreyImage& image = images.samples[sample].image;
    throw DataError(
        fmt::format("sample {}: an image of {} x {} pixels is too small for boxes of any of the {} widths",
                    sample, image.width, image.height, widths.size()));
  }
}

methods::JointAnswer BoxSearch::operator()(arma::uword pair, const arma::vec& w) const {
  const images::WordMap& words = images_.samples[pairs_[pair].sample].words;
  const images::LinearBoxScorer scorer(words, w);
  const double* loss = losses_[pair].data();
  const data::Box* best = nullptr;
  double best_loss = 0.0, best_value = -arma::datum::inf;
  for (const images::BoxRaster& of_width : candidates_.at(pairs_[pair].sample)) {
    const data::Box* box = of_width.boxes.data();
    for (const images::PyramidEdges& rows : of_width.rows) {
      for (const images::PyramidEdges& columns : of_width.columns) {
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
  return {images::box_counts(words, *best), best_loss};
}

}  // namespace preimage::validation
